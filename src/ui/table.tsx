// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on a phone takes the native roles away
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Column<Row> = {
  key: string
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers and sums stand at the end, under each other. */
  align?: 'start' | 'end'
  /** Names the row: its cell is the row's header, and the title of the card on a phone. */
  rowHeader?: boolean
  /** As narrow as its content. */
  tight?: boolean
}

export type TableProps<Row> = {
  caption: ReactNode
  /** Where a heading beside the table says the same. */
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** On a phone: a list of cards, or the table as it is in a box that scrolls. */
  onPhone?: 'cards' | 'scroll'
  /** The header row stays in view below the frame's header. */
  stickyHeader?: boolean
  /** The last row, such as a total: one cell for each column. */
  total?: readonly ReactNode[]
}

/** Rows of one kind. */
export function Table<Row>({ columns, rows, rowKey, total, ...look }: TableProps<Row>) {
  const { caption, captionHidden = false, onPhone = 'cards', stickyHeader = false } = look
  const cards = onPhone === 'cards'
  const table = (
    <table role="table" className={classes('w-full border-collapse text-left', cards && 'max-md:block')}>
      <caption
        className={captionHidden ? 'sr-only' : 'px-base pb-sm text-left text-lg font-strong md:px-lg max-md:block'}
      >
        {caption}
      </caption>
      <thead
        role="rowgroup"
        className={classes(cards && 'max-md:sr-only', stickyHeader && 'md:sticky md:top-(--frame-top) md:z-sticky')}
      >
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={classes(
                'border-b border-line bg-surface px-sm py-sm text-sm font-normal text-ink-muted first:pl-base last:pr-base md:first:pl-lg md:last:pr-lg',
                column.align === 'end' && 'text-right',
                column.tight && 'w-px whitespace-nowrap',
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
          <tr role="row" className={classes(rowClasses(cards), 'border-t font-strong')}>
            {columns.map((column, index) => cell(column, total[index], cards))}
          </tr>
        </tfoot>
      )}
    </table>
  )
  return cards ? table : <div className="overflow-x-auto">{table}</div>
}

const rowClasses = (cards: boolean) =>
  classes(
    'border-b border-line-soft last:border-b-0',
    cards && 'max-md:flex max-md:flex-col max-md:gap-xxs max-md:px-base max-md:py-sm',
  )

function cell<Row>(column: Column<Row>, content: ReactNode, cards: boolean) {
  const Cell = column.rowHeader ? 'th' : 'td'
  const own = classes(
    'px-sm py-sm align-middle first:pl-base last:pr-base md:first:pl-lg md:last:pr-lg',
    column.align === 'end' && 'md:text-right md:tabular-nums md:whitespace-nowrap',
    column.tight && 'md:whitespace-nowrap',
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
        <span className={classes('min-w-0', !column.rowHeader && 'max-md:text-right')}>{content}</span>
      ) : (
        content
      )}
    </Cell>
  )
}
