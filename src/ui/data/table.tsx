// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on a phone removes the native roles
import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { currentRowIf } from './current-row.ts'

export type Column<Row> = {
  key: string
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers and amounts are aligned at the end. */
  align?: 'start' | 'end'
  /** Row header; on a phone the title of the card. */
  rowHeader?: boolean
  /** As narrow as the content. */
  fitContent?: boolean
  /** Part of the table, as `16%`. Where a column has one, no content changes a width: rows that arrive later move nothing. */
  width?: string
}

export type TableProps<Row> = {
  /** For screen readers: the heading of the table has the same text. */
  caption: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Key of the row that is marked and scrolled to. */
  currentKey?: string | undefined
  /** Low rows with smaller text, for lists that are scanned. */
  isDense?: boolean
  /** Last row, such as a total: one cell per column. */
  total?: readonly ReactNode[]
}

/** A table that becomes cards on a phone. */
export function Table<Row>({ caption, columns, rows, rowKey, currentKey, isDense, total }: TableProps<Row>) {
  return (
    <table
      role="table"
      className={classNames(
        'w-full border-collapse text-left max-md:block',
        isDense && 'text-sm [--cell-space:8px] md:leading-tight',
        columns.some(({ width }) => width !== undefined) && 'md:table-fixed',
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              style={{ width: column.width }}
              className={classNames(
                'border-b border-line bg-surface px-sm py-(--cell-space,12px) text-sm font-normal text-ink-muted first:pl-base last:pr-base md:first:pl-lg md:last:pr-lg',
                column.align === 'end' && 'text-right',
                column.fitContent && 'w-px whitespace-nowrap',
              )}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rows.map((row) => (
          <tr key={rowKey(row)} {...currentRowIf(rowKey(row) === currentKey)} role="row" className={rowClasses}>
            {columns.map((column) => cell(column, column.cell(row)))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot role="rowgroup" className="max-md:block">
          <tr role="row" className={`${rowClasses} border-t font-strong`}>
            {columns.map((column, index) => cell(column, total[index]))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const rowClasses =
  'aria-[current=true]:bg-surface-info border-b border-line-soft last:border-b-0 max-md:flex max-md:flex-col max-md:gap-xxs max-md:px-base max-md:py-sm'

function cell<Row>(column: Column<Row>, content: ReactNode) {
  const Cell = column.rowHeader ? 'th' : 'td'
  const own = classNames(
    'px-sm py-(--cell-space,12px) align-middle first:pl-base last:pr-base md:first:pl-lg md:last:pr-lg',
    column.align === 'end' && 'md:text-right md:tabular-nums md:whitespace-nowrap',
    column.fitContent && 'md:whitespace-nowrap',
    column.rowHeader ? 'font-medium' : 'font-normal',
    'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-xs max-md:p-0! max-md:empty:hidden',
  )
  const scope = column.rowHeader ? ({ role: 'rowheader', scope: 'row' } as const) : ({ role: 'cell' } as const)
  return (
    <Cell key={column.key} {...scope} className={own}>
      {!column.rowHeader && content !== null && content !== undefined && (
        <span aria-hidden="true" className="shrink-0 text-sm text-ink-muted md:hidden">
          {column.title}
        </span>
      )}
      <span className={classNames('min-w-0', !column.rowHeader && 'max-md:text-right')}>{content}</span>
    </Cell>
  )
}
