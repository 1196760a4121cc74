// biome-ignore-all lint/a11y/useSemanticElements: absolute cells take a table’s own roles away
// biome-ignore-all lint/a11y/useFocusableInteractive: headers of columns are not walked to
import { memo, type ReactNode } from 'react'
import { classes } from './classes.ts'

/** Pixels: of the column that names the rows, of those between, of the last ones; heights of the header and of a row. */
export const gridSizes = { first: 208, width: 44, last: 84, head: 56, height: 52 }

/** What stands in a cell, and the whole of it in words for those who listen. */
export type GridCell = { content: ReactNode; name: string }

export type GridContent = {
  rowKey: (row: number) => string
  rowName: (row: number) => ReactNode
  columnHead: (column: number) => ReactNode
  cell: (row: number, column: number) => GridCell
  /** The columns at the end. */
  last: readonly { key: string; title: string; cell: (row: number) => GridCell }[]
}

type Drawn = { content: GridContent; columnCount: number; from: number; to: number }

export const GridHead = memo(function GridHead({ corner, content, columnCount, from, to }: Drawn & { corner: string }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-header block">
      <div
        role="row"
        aria-rowindex={1}
        className="relative flex border-b border-line bg-surface text-ink-muted"
        style={{ height: gridSizes.head }}
      >
        <div role="columnheader" aria-colindex={1} className={firstClasses} style={{ width: gridSizes.first }}>
          {corner}
        </div>
        {range(from, to).map((column) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={column + 2}
            className={middleClasses}
            style={leftOf(column)}
          >
            {content.columnHead(column)}
          </div>
        ))}
        <Ends>
          {content.last.map(({ key, title }, index) => (
            <div
              key={key}
              role="columnheader"
              aria-colindex={columnCount + index + 2}
              className={classes(lastClasses, 'text-center text-xs')}
              style={{ width: gridSizes.last }}
            >
              {title}
            </div>
          ))}
        </Ends>
      </div>
    </div>
  )
})

type RowProps = Drawn & {
  row: number
  /** The column of the cell that the order of Tab stops at, if it is in this row. */
  active: number | null
}

export const GridRow = memo(function GridRow({ content, columnCount, from, to, row, active }: RowProps) {
  const day = active === null ? -1 : active - 1
  const isBeyond = day >= 0 && day < columnCount && (day < from || day > to)
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="group absolute inset-x-0 top-0 flex border-b border-line-soft"
      style={{ height: gridSizes.height, transform: `translateY(${row * gridSizes.height}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        tabIndex={active === 0 ? 0 : -1}
        className={classes(firstClasses, focusClasses)}
        style={{ width: gridSizes.first }}
      >
        {content.rowName(row)}
      </div>
      {(isBeyond ? [...range(from, to), day] : range(from, to)).map((column) => (
        <Cell key={column} content={content} row={row} column={column} isActive={column === day} />
      ))}
      <Ends>
        {content.last.map(({ key, cell }, index) => {
          const { content: inside, name } = cell(row)
          const isActive = active === columnCount + index + 1
          return (
            <div
              key={key}
              role="gridcell"
              aria-label={name}
              aria-colindex={columnCount + index + 2}
              tabIndex={isActive ? 0 : -1}
              className={classes(lastClasses, focusClasses)}
              style={{ width: gridSizes.last }}
            >
              {inside}
            </div>
          )
        })}
      </Ends>
    </div>
  )
})

type CellProps = { content: GridContent; row: number; column: number; isActive: boolean }

const Cell = memo(function Cell({ content, row, column, isActive }: CellProps) {
  const { content: inside, name } = content.cell(row, column)
  return (
    <div
      role="gridcell"
      aria-label={name}
      aria-colindex={column + 2}
      tabIndex={isActive ? 0 : -1}
      className={classes(middleClasses, focusClasses)}
      style={leftOf(column)}
    >
      {inside}
    </div>
  )
})

/** The last columns, at the right edge of whatever is in view. */
function Ends({ children }: { children: ReactNode }) {
  return <div className="sticky right-0 z-sticky ml-auto flex h-full bg-surface">{children}</div>
}

function leftOf(column: number) {
  return { left: gridSizes.first + column * gridSizes.width, width: gridSizes.width }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

const firstClasses =
  'sticky left-0 z-sticky flex h-full shrink-0 items-center border-r border-line-soft bg-surface px-base text-left font-medium'
const middleClasses = 'absolute inset-y-0 flex items-center justify-center font-normal'
const lastClasses = 'flex h-full shrink-0 items-center justify-center border-l border-line-soft px-xs font-normal'
const focusClasses = 'cursor-pointer hover:bg-grey-2 focus-visible:-outline-offset-2'
