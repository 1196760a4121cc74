// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on a phone removes the native roles
import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'

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
}

export type TableProps<Row> = {
  caption: ReactNode
  /** For tables whose heading has the same text. */
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** On a phone: cards, or the same table in a scrolling container. */
  mobileLayout?: 'cards' | 'scroll'
  /** Sticky header row, below the header of the layout. */
  stickyHeader?: boolean
  /** Last row, such as a total: one cell per column. */
  total?: readonly ReactNode[]
}

/** A table that becomes cards on a phone. */
export function Table<Row>({ columns, rows, rowKey, total, ...look }: TableProps<Row>) {
  const { caption, captionHidden = false, mobileLayout = 'cards', stickyHeader = false } = look
  const cards = mobileLayout === 'cards'
  const table = (
    <table role="table" className={classNames('w-full border-collapse text-left', cards && 'max-md:block')}>
      <caption
        className={captionHidden ? 'sr-only' : 'px-base pb-sm text-left text-lg font-strong md:px-lg max-md:block'}
      >
        {caption}
      </caption>
      <thead
        role="rowgroup"
        className={classNames(cards && 'max-md:sr-only', stickyHeader && 'md:sticky md:top-(--sticky-top) md:z-sticky')}
      >
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={classNames(
                'border-b border-line bg-surface px-sm py-sm text-sm font-normal text-ink-muted first:pl-base last:pr-base md:first:pl-lg md:last:pr-lg',
                column.align === 'end' && 'text-right',
                column.fitContent && 'w-px whitespace-nowrap',
              )}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={cards ? 'max-md:block' : ''}>
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={rowClasses(cards)}>
            {columns.map((column) => cell(column, column.cell(row), cards))}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot role="rowgroup" className={cards ? 'max-md:block' : ''}>
          <tr role="row" className={classNames(rowClasses(cards), 'border-t font-strong')}>
            {columns.map((column, index) => cell(column, total[index], cards))}
          </tr>
        </tfoot>
      )}
    </table>
  )
  return cards ? table : <div className="overflow-x-auto">{table}</div>
}

const rowClasses = (cards: boolean) =>
  classNames(
    'border-b border-line-soft last:border-b-0',
    cards && 'max-md:flex max-md:flex-col max-md:gap-xxs max-md:px-base max-md:py-sm',
  )

function cell<Row>(column: Column<Row>, content: ReactNode, cards: boolean) {
  const Cell = column.rowHeader ? 'th' : 'td'
  const own = classNames(
    'px-sm py-sm align-middle first:pl-base last:pr-base md:first:pl-lg md:last:pr-lg',
    column.align === 'end' && 'md:text-right md:tabular-nums md:whitespace-nowrap',
    column.fitContent && 'md:whitespace-nowrap',
    column.rowHeader ? 'font-medium' : 'font-normal',
    cards && 'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-xs max-md:p-0! max-md:empty:hidden',
  )
  const scope = column.rowHeader ? ({ role: 'rowheader', scope: 'row' } as const) : ({ role: 'cell' } as const)
  return (
    <Cell key={column.key} {...scope} className={own}>
      {cards && !column.rowHeader && content !== null && content !== undefined && (
        <span aria-hidden="true" className="shrink-0 text-sm text-ink-muted md:hidden">
          {column.title}
        </span>
      )}
      {cards ? (
        <span className={classNames('min-w-0', !column.rowHeader && 'max-md:text-right')}>{content}</span>
      ) : (
        content
      )}
    </Cell>
  )
}
