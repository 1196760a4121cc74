// biome-ignore-all lint/a11y/useSemanticElements: absolute cells take a table’s own roles away
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type GridContent, type GridView, gridSizes, numbersFrom } from './grid-content.ts'
import { GridHead } from './grid-head.tsx'
import { type Place, placeAfter, within } from './grid-keys.ts'
import { GridRow } from './grid-row.tsx'

export type GridProps = {
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

const { first, width, last, head, height } = gridSizes

/**
 * A table whose cells open something. One stop in the order of Tab; arrows walk. Header row, first column and last ones
 * stay. All of it is drawn: thousands of cells are for `VirtualGrid`.
 */
export function Grid(props: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  useShownColumn(box, props)
  const view = { rows: numbersFrom(0, props.rowCount - 1), from: 0, to: props.columnCount - 1 }
  return <GridFrame {...props} box={box} view={view} />
}

/** Scrolls to the column that is to be in view at first; after whatever else places the box. */
export function useShownColumn(box: RefObject<HTMLElement | null>, { shown, content }: GridProps): void {
  const ends = last * content.last.length
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = first + (shown + 1) * width + ends - box.current.clientWidth
  }, [box, shown, ends])
}

/** A grid of which `view` is drawn, and the cell that has the focus. */
export function GridFrame(props: GridProps & { box: RefObject<HTMLDivElement | null>; view: GridView }) {
  const { caption, corner, rowCount, columnCount, content, busy = false, onOpen, box, view } = props
  const { rows, from, to } = view
  const [wanted, setActive] = useState<Place>({ row: 0, column: 0 })
  const extent = { rows: rowCount, columns: 1 + columnCount + content.last.length }
  const active = within(wanted, extent)
  const ends = last * content.last.length

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
        style={{ width: first + columnCount * width + ends }}
        onKeyDown={walk}
        onFocus={atPlace(setActive)}
        onClick={atPlace(open)}
      >
        <GridHead corner={corner} content={content} columnCount={columnCount} from={from} to={to} />
        <div role="rowgroup" className="relative block" style={{ height: rowCount * height }}>
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
