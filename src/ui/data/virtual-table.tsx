// biome-ignore-all lint/a11y/noRedundantRoles: flex and absolute rows remove the native roles
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { useEndReached } from './use-end-reached.ts'

export type VirtualColumn = { key: string; title: ReactNode; width: number; align?: 'start' | 'center' | 'end' }

export type VirtualTableProps = {
  caption: string
  /** The first column is the row header; it is sticky. */
  columns: readonly VirtualColumn[]
  rowCount: number
  rowKey: (row: number) => string
  cell: (row: number, column: number) => ReactNode
  rowHeight?: number
  /** The last rows are visible: load the next page. */
  onEndReached?: () => void
}

/** Size before the first measurement, and on the server. */
const firstView = { width: 1200, height: 700 }

/** A table of any size: only the visible cells are rendered; header row and first column are sticky. */
export function VirtualTable(props: VirtualTableProps) {
  const { caption, columns, rowCount, rowKey, cell, rowHeight = 44, onEndReached } = props
  const box = useRef<HTMLElement>(null)
  const widthOf = (column: number) => columns[column]?.width ?? 0
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: rowKey,
    initialRect: firstView,
    overscan: 8,
  })
  useEndReached(rows.getVirtualItems(), rowCount, onEndReached)
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length - 1,
    getScrollElement: () => box.current,
    estimateSize: (index) => widthOf(index + 1),
    initialRect: firstView,
    overscan: 4,
  })
  const shown = across.getVirtualItems()
  const line = (content: (column: number) => ReactNode, head: boolean) => {
    const Cell = head ? 'th' : 'td'
    return (
      <>
        <th
          role={head ? 'columnheader' : 'rowheader'}
          scope={head ? 'col' : 'row'}
          aria-colindex={1}
          className={firstClasses}
          style={{ width: widthOf(0) }}
        >
          {content(0)}
        </th>
        {shown.map(({ index, size, start }) => (
          <Cell
            key={index}
            role={head ? 'columnheader' : 'cell'}
            aria-colindex={index + 2}
            className={cellClasses(columns[index + 1])}
            style={{ width: size, left: widthOf(0) + start }}
          >
            {content(index + 1)}
          </Cell>
        ))}
      </>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling container must be reachable by keyboard
    <section ref={box} aria-label={caption} tabIndex={0} className={boxClasses}>
      <table
        role="table"
        aria-label={caption}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        className="block text-sm"
        style={{ width: widthOf(0) + across.getTotalSize() }}
      >
        <thead role="rowgroup" className="sticky top-0 z-header block">
          <tr role="row" aria-rowindex={1} className={headClasses} style={{ height: rowHeight }}>
            {line((column) => columns[column]?.title, true)}
          </tr>
        </thead>
        <tbody role="rowgroup" className="relative block" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => (
            <tr
              key={key}
              role="row"
              aria-rowindex={index + 2}
              className="absolute inset-x-0 top-0 flex border-b border-line-soft"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {line((column) => cell(index, column), false)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const boxClasses =
  'isolate max-h-[70dvh] overflow-auto overscroll-x-contain rounded-lg border border-line-soft bg-surface focus-visible:-outline-offset-2'
const headClasses = 'relative flex border-b border-line bg-surface text-ink-muted'
const firstClasses =
  'sticky left-0 z-sticky flex h-full shrink-0 items-center border-r border-line-soft bg-surface px-base text-left font-medium'

function cellClasses(column: VirtualColumn | undefined) {
  const justify = { start: 'justify-start', center: 'justify-center', end: 'justify-end' }[column?.align ?? 'center']
  return classNames('absolute inset-y-0 flex items-center px-xs font-normal', justify)
}
