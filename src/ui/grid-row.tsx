// biome-ignore-all lint/a11y/useSemanticElements: absolute cells take a table’s own roles away
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are walked to, and not their rows
import { memo } from 'react'
import { classes } from './classes.ts'
import { type GridContent, type GridDrawn, gridClasses, gridSizes, leftOf, numbersFrom } from './grid-content.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

type RowProps = GridDrawn & {
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
        className={classes(gridClasses.first, gridClasses.walked)}
        style={{ width: gridSizes.first }}
      >
        {content.rowName(row)}
      </div>
      {(isBeyond ? [...numbersFrom(from, to), day] : numbersFrom(from, to)).map((column) => (
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
    <div className={gridClasses.ends}>
      {content.last.map(({ key, cell }, index) => {
        const { content: inside, name } = cell(row)
        return (
          <div
            key={key}
            role="gridcell"
            aria-colindex={columnCount + index + 2}
            tabIndex={active === columnCount + index + 1 ? 0 : -1}
            className={classes(gridClasses.last, gridClasses.walked)}
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
      className={classes(gridClasses.middle, gridClasses.walked)}
      style={leftOf(column)}
    >
      <VisuallyHidden>{name}</VisuallyHidden>
      {inside}
    </div>
  )
})
