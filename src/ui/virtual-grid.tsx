// biome-ignore-all lint/a11y/useSemanticElements: absolute cells take a table’s own roles away
import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Place, placeAfter, within } from './grid-keys.ts'
import { useGridView } from './use-grid-view.ts'
import { type GridContent, gridSizes } from './virtual-grid-content.ts'
import { GridHead } from './virtual-grid-head.tsx'
import { GridRow } from './virtual-grid-row.tsx'

export type VirtualGridProps = {
  caption: string
  /** Stands over the column that names the rows. */
  corner: string
  rowCount: number
  /** Of the columns between the first and the last ones, which stay in view. */
  columnCount: number
  /** Stays the same while nothing in it changes: a row that is already drawn is then not drawn again. */
  content: GridContent
  /** The column that is in view at first. */
  shown: number
  busy?: boolean
  /** A click, Enter or Space; `column` is null on the row’s name and in the last columns. */
  onOpen: (row: number, column: number | null) => void
}

const { first, width, last, head } = gridSizes

/**
 * A grid of any size, both ways: only the cells in view are drawn, and the one that has the focus. One stop in the order
 * of Tab; arrows walk. Header row, first column and last ones stay.
 */
export function VirtualGrid(props: VirtualGridProps) {
  const { caption, corner, rowCount, columnCount, content, shown, busy = false, onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  const [wanted, setActive] = useState<Place>({ row: 0, column: 0 })
  const extent = { rows: rowCount, columns: 1 + columnCount + content.last.length }
  const active = within(wanted, extent)
  const { rows, from, to, tall, wide } = useGridView(box, rowCount, columnCount)
  const ends = last * content.last.length
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = first + (shown + 1) * width + ends - box.current.clientWidth
  }, [shown, ends])

  const open = ({ row, column }: Place) => onOpen(row, column > 0 && column <= columnCount ? column - 1 : null)
  const walk = (event: KeyboardEvent) => {
    const next = placeAfter(event, active, extent)
    const isOpening = event.key === 'Enter' || event.key === ' '
    if (next === null && !isOpening) return
    event.preventDefault()
    if (next === null) return open(active)
    flushSync(() => setActive(next))
    const cell = box.current?.querySelector<HTMLElement>('[tabindex="0"]')
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const atPlace = (act: (place: Place) => void) => (event: SyntheticEvent) => {
    const place = placeOf(event.target as HTMLElement)
    if (place) act(place)
  }
  return (
    <div
      ref={box}
      className={boxClasses}
      style={{ scrollPaddingLeft: first, scrollPaddingRight: ends, scrollPaddingTop: head }}
    >
      <div
        role="grid"
        aria-label={caption}
        aria-busy={busy}
        aria-readonly="true"
        aria-rowcount={rowCount + 1}
        aria-colcount={extent.columns}
        className="block min-w-full text-sm"
        style={{ width: first + wide + ends }}
        onKeyDown={walk}
        onFocus={atPlace(setActive)}
        onClick={atPlace(open)}
      >
        <GridHead corner={corner} content={content} columnCount={columnCount} from={from} to={to} />
        <div role="rowgroup" className="relative block" style={{ height: tall }}>
          {(rows.includes(active.row) || rowCount === 0 ? rows : [...rows, active.row]).map((row) => (
            <GridRow
              key={content.rowKey(row)}
              row={row}
              content={content}
              columnCount={columnCount}
              from={from}
              to={to}
              active={row === active.row ? active.column : null}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function placeOf(target: HTMLElement): Place | null {
  const cell = target.closest('[role=gridcell], [role=rowheader]')
  const row = cell?.closest('[aria-rowindex]')
  if (!cell || !row) return null
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.getAttribute('aria-colindex')) - 1 }
}

const boxClasses =
  'isolate max-h-[70dvh] overflow-auto overscroll-x-contain rounded-lg border border-line-soft bg-surface'
