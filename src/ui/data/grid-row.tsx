// biome-ignore-all lint/a11y/useSemanticElements: absolute cells remove the native roles of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells are focusable, not the rows
import { memo } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import {
  columnPosition,
  type GridContent,
  type GridHeaderView,
  gridClassNames,
  gridSizes,
  range,
} from './grid-content.ts'

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
