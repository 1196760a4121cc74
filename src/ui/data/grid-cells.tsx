// biome-ignore-all lint/a11y/useSemanticElements: absolute cells remove the native roles of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells are focusable, not the rows
// biome-ignore-all lint/a11y/useSemanticElements: absolute cells remove the native roles of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: column headers are not focusable
import { memo, type ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type RowProps = GridHeaderView & {
  row: number
  /** Column of the cell with the tab stop, if it is in this row. */
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
        className={classNames(gridClassNames.first, gridClassNames.walked)}
        style={{ width: gridSizes.first }}
      >
        {content.rowName(row)}
      </div>
      {(isBeyond ? [...range(from, to), day] : range(from, to)).map((column) => (
        <Cell key={column} content={content} row={row} column={column} isActive={column === day} />
      ))}
      <RowEnd
        content={content}
        row={row}
        columnCount={columnCount}
        active={active !== null && active > columnCount ? active : null}
      />
    </div>
  )
})

type RowEndProps = Pick<RowProps, 'content' | 'row' | 'columnCount' | 'active'>

const RowEnd = memo(function RowEnd({ content, row, columnCount, active }: RowEndProps) {
  return (
    <div className={gridClassNames.ends}>
      {content.endColumns.map(({ key, cell }, index) => {
        const { content: inside, name } = cell(row)
        return (
          <div
            key={key}
            role="gridcell"
            aria-colindex={columnCount + index + 2}
            tabIndex={active === columnCount + index + 1 ? 0 : -1}
            className={classNames(gridClassNames.last, gridClassNames.walked)}
            style={{ width: gridSizes.last }}
          >
            <VisuallyHidden>{name}</VisuallyHidden>
            {inside}
          </div>
        )
      })}
    </div>
  )
})

type CellProps = { content: GridContent; row: number; column: number; isActive: boolean }

const Cell = memo(function Cell({ content, row, column, isActive }: CellProps) {
  const { content: inside, name } = content.cell(row, column)
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      tabIndex={isActive ? 0 : -1}
      className={classNames(gridClassNames.middle, gridClassNames.walked)}
      style={columnPosition(column)}
    >
      <VisuallyHidden>{name}</VisuallyHidden>
      {inside}
    </div>
  )
})

export const GridHeader = memo(function GridHead({
  corner,
  content,
  columnCount,
  from,
  to,
}: GridHeaderView & { corner: ReactNode }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-header block">
      <div
        role="row"
        aria-rowindex={1}
        className="relative flex border-b border-line bg-surface text-ink-muted"
        style={{ height: gridSizes.head }}
      >
        <div role="columnheader" aria-colindex={1} className={gridClassNames.first} style={{ width: gridSizes.first }}>
          {corner}
        </div>
        {range(from, to).map((column) => (
          <div
            key={column}
            role="columnheader"
            aria-colindex={column + 2}
            className={gridClassNames.middle}
            style={columnPosition(column)}
          >
            {content.columnHead(column)}
          </div>
        ))}
        <div className={gridClassNames.ends}>
          {content.endColumns.map(({ key, title }, index) => (
            <div
              key={key}
              role="columnheader"
              aria-colindex={columnCount + index + 2}
              className={classNames(gridClassNames.last, 'text-center text-xs')}
              style={{ width: gridSizes.last }}
            >
              {title}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
})

/** Pixels: widths of the first, middle and end columns, heights of the header and of a row. */
export const gridSizes = { first: 208, width: 44, last: 88, head: 48, height: 40 }

/** Visible content of a cell, and its full text for screen readers. */
export type GridCell = { content: ReactNode; name: string }

export type GridContent = {
  rowKey: (row: number) => string
  rowName: (row: number) => ReactNode
  columnHead: (column: number) => ReactNode
  cell: (row: number, column: number) => GridCell
  /** Sticky columns at the end. */
  endColumns: readonly { key: string; title: string; cell: (row: number) => GridCell }[]
}

type GridHeaderView = { content: GridContent; columnCount: number; from: number; to: number }

/** Rendered rows and columns; both ends are included. */
export type GridViewport = { rows: readonly number[]; from: number; to: number }

/** Position of a middle column, in a row that sets the width of its columns. */
function columnPosition(column: number) {
  return { left: `calc(${gridSizes.first}px + ${column} * var(--column))`, width: 'var(--column)' }
}

/** Width of a middle column: few columns share the width of a wide grid. */
export function columnWidthIn({ columnCount, content }: Pick<GridHeaderView, 'columnCount' | 'content'>) {
  const { first, width, last } = gridSizes
  const sides = first + last * content.endColumns.length
  return { '--column': `clamp(${width}px, (100cqw - ${sides}px) / ${Math.max(1, columnCount)}, ${2 * width}px)` }
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

const gridClassNames = {
  first:
    'sticky left-0 z-sticky flex h-full shrink-0 items-center border-r border-line-soft bg-surface px-base text-left font-medium group-data-before/grid:border-line',
  middle: 'absolute inset-y-0 flex items-center justify-center font-normal [contain:strict]',
  last: 'flex h-full shrink-0 items-center justify-center border-l border-line-soft px-xxs font-normal',
  /** Container of the end columns, sticky at the right edge. */
  ends: 'sticky right-0 z-sticky ml-auto flex h-full bg-surface group-data-after/grid:before:pointer-events-none group-data-after/grid:before:absolute group-data-after/grid:before:-inset-y-px group-data-after/grid:before:right-full group-data-after/grid:before:w-px group-data-after/grid:before:bg-line',
  /** Focusable cell. */
  walked: 'cursor-pointer hover:bg-grey-2 focus-visible:-outline-offset-2',
}
