// biome-ignore-all lint/a11y/useSemanticElements: absolute cells remove the native roles of a table
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import {
  columnWidthIn,
  type GridContent,
  GridHeader,
  GridRow,
  type GridViewport,
  gridSizes,
  range,
} from './grid-cells.tsx'

export type GridProps = {
  caption: string
  /** Header of the first column. */
  cornerLabel: string
  rowCount: number
  /** Number of middle columns; the first and the end columns are sticky. */
  columnCount: number
  /** Keep its identity while its data do not change: rendered rows are memoized. */
  content: GridContent
  /** Column to which the grid scrolls initially. */
  initialColumn: number
  /** Names of the buttons that scroll to hidden columns, such as «Более ранние дни». */
  scrollLabels: { before: string; after: string }
  busy?: boolean
  /** On click, Enter or Space; `column` is null in the first and the end columns. */
  onOpen: (row: number, column: number | null) => void
}

const { first, width, last, head, height } = gridSizes

/**
 * A grid whose cells open something: one tab stop, arrow keys move. Header row, first column and end columns are sticky.
 * Renders all cells; use `VirtualGrid` for thousands.
 */
export function Grid(props: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  useInitialScroll(box, props)
  const view = { rows: range(0, props.rowCount - 1), from: 0, to: props.columnCount - 1 }
  return <GridFrame {...props} box={box} view={view} />
}

/** Scrolls to the initial column. The first visible column is whole. */
export function useInitialScroll(box: RefObject<HTMLElement | null>, { initialColumn, content }: GridProps): void {
  const ends = last * content.endColumns.length
  useLayoutEffect(() => {
    if (box.current === null) return
    const hidden = first + (initialColumn + 1) * width + ends - box.current.clientWidth
    box.current.scrollLeft = Math.ceil(hidden / width) * width
  }, [box, initialColumn, ends])
}

/** Whether middle columns are hidden by scrolling, before and after the visible ones. */
function useHiddenColumns(box: RefObject<HTMLElement | null>): HiddenColumns {
  const [hidden, setHidden] = useState<HiddenColumns>({ before: false, after: false })
  useLayoutEffect(() => {
    const { current: own } = box
    if (own === null) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = own
      const next = { before: scrollLeft > 1, after: scrollWidth - clientWidth - scrollLeft > 1 }
      setHidden((last) => (last.before === next.before && last.after === next.after ? last : next))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(own)
    own.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      own.removeEventListener('scroll', update)
    }
  }, [box])
  return hidden
}

/** Renders the cells of `view` and the cell with the focus. */
export function GridFrame(props: GridProps & { box: RefObject<HTMLDivElement | null>; view: GridViewport }) {
  const { caption, cornerLabel, scrollLabels, rowCount, columnCount, content, busy = false, onOpen, box, view } = props
  const { rows, from, to } = view
  const [wanted, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const extent = { rows: rowCount, columns: 1 + columnCount + content.endColumns.length }
  const active = clampPosition(wanted, extent)
  const ends = last * content.endColumns.length
  const hidden = useHiddenColumns(box)
  const scroll = (direction: 1 | -1) => {
    const visible = (box.current?.clientWidth ?? 0) - first - ends
    box.current?.scrollBy({ left: direction * Math.max(width, Math.floor(visible / width - 1) * width) })
  }

  const open = ({ row, column }: CellPosition) => onOpen(row, column > 0 && column <= columnCount ? column - 1 : null)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = positionAfterKey(event, active, extent)
    const isOpening = event.key === 'Enter' || event.key === ' '
    if (next === null && !isOpening) return
    event.preventDefault()
    if (next === null) return open(active)
    flushSync(() => setActive(next))
    const cell = box.current?.querySelector<HTMLElement>('[tabindex="0"]')
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const atCell = (act: (position: CellPosition) => void) => (event: SyntheticEvent) => {
    const position = positionOf(event.target as HTMLElement)
    if (position) act(position)
  }
  return (
    <div
      ref={box}
      data-before={hidden.before || undefined}
      data-after={hidden.after || undefined}
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
        className={sheetClasses}
        style={
          {
            '--sheet': `${first + columnCount * width + ends}px`,
            '--sides': `${first + ends}px`,
            ...columnWidthIn(props),
          } as CSSProperties
        }
        onKeyDown={onKeyDown}
        onFocus={atCell(setActive)}
        onClick={atCell(open)}
      >
        <GridHeader
          corner={
            <>
              {cornerLabel}
              {(hidden.before || hidden.after) && (
                <ScrollButtons labels={scrollLabels} hidden={hidden} onScroll={scroll} />
              )}
            </>
          }
          content={content}
          columnCount={columnCount}
          from={from}
          to={to}
        />
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

type HiddenColumns = { before: boolean; after: boolean }

type ScrollButtonsProps = {
  labels: GridProps['scrollLabels']
  hidden: HiddenColumns
  onScroll: (direction: 1 | -1) => void
}

/** For the pointer: the keyboard moves by cells. */
function ScrollButtons({ labels, hidden, onScroll }: ScrollButtonsProps) {
  return (
    <span aria-hidden="true" className="ml-auto flex">
      <IconButton
        icon="arrow-left"
        label={labels.before}
        size="small"
        tabIndex={-1}
        disabled={!hidden.before}
        onClick={() => onScroll(-1)}
      />
      <IconButton
        icon="arrow-right"
        label={labels.after}
        size="small"
        tabIndex={-1}
        disabled={!hidden.after}
        onClick={() => onScroll(1)}
      />
    </span>
  )
}

function positionOf(target: HTMLElement): CellPosition | null {
  const cell = target.closest('[role=gridcell], [role=rowheader]')
  const row = cell?.closest('[aria-rowindex]')
  if (!cell || !row) return null
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.getAttribute('aria-colindex')) - 1 }
}

/** Fills the height that the page leaves (`--grid-height`). Where browsers can round, the last visible row is cut. */
const boxClasses = classNames(
  'group/grid @container isolate max-h-(--grid-height,70dvh) overflow-auto overscroll-x-contain rounded-lg border border-line-soft bg-surface',
  // 48 and 40 are the heights of the header and of a row.
  'supports-[height:round(down,1px,1px)]:max-h-[max(272px,round(down,var(--grid-height,70dvh)-48px,40px)+24px)]',
)

/** Where browsers can divide, it is wider by what is left of the window beside whole columns (44 px). */
const sheetClasses =
  'block min-w-full w-(--sheet) text-sm supports-[width:mod(5px,2px)]:w-[calc(var(--sheet)+mod(100%-var(--sides),44px))]'

/** Position of a cell; column 0 is the row header. */
type CellPosition = { row: number; column: number }

type GridSize = { rows: number; columns: number }

const page = 10

const steps: Record<string, (from: CellPosition, last: CellPosition) => CellPosition> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  PageUp: ({ row, column }) => ({ row: row - page, column }),
  PageDown: ({ row, column }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, last) => ({ row, column: last.column }),
  'Ctrl+Home': () => ({ row: 0, column: 0 }),
  'Ctrl+End': (_, last) => last,
}

/** Cell that a key moves to (WAI-ARIA grid pattern); null for other keys. */
export function positionAfterKey(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  from: CellPosition,
  { rows, columns }: GridSize,
): CellPosition | null {
  const step = steps[ctrlKey || metaKey ? `Ctrl+${key}` : key]
  return step === undefined
    ? null
    : clampPosition(step(from, { row: rows - 1, column: columns - 1 }), { rows, columns })
}

/** Nearest existing cell: the grid may have become smaller. */
function clampPosition({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) }
}
