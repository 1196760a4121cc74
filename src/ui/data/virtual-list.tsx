// biome-ignore-all lint/a11y/noRedundantRoles: flex and absolute rows remove the native roles
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'

type VirtualListProps<Item> = {
  /** Accessible name. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** Estimated height of an item in pixels, before it is measured. */
  estimatedHeight: number
  gap?: number
  /** The last items are visible: load the next page. */
  onEndReached?: () => void
  children: (item: Item, index: number) => ReactNode
}

/** Size before the first measurement, and on the server. */
const firstView = { width: 0, height: 900 }

/**
 * A list of any length that scrolls with the page and renders only the visible items. The items are in normal flow, so a
 * wrong estimate of a height overlaps nothing.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, estimatedHeight, gap = 0, onEndReached, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const updateTop = () => setTop(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0)
    updateTop()
    const observer = new ResizeObserver(updateTop)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => itemKey(items[index] as Item),
    initialRect: firstView,
    initialOffset: 0,
    scrollMargin: top,
    overscan: 6,
    gap,
  })
  const virtualItems = virtualizer.getVirtualItems()
  useEndReached(virtualItems, items.length, onEndReached)
  return (
    <ul
      ref={list}
      aria-label={label}
      className="flex flex-col [overflow-anchor:none]"
      style={{ gap, minHeight: virtualizer.getTotalSize(), paddingTop: (virtualItems[0]?.start ?? top) - top }}
    >
      {virtualItems.map(({ index, key }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
        >
          {children(items[index] as Item, index)}
        </li>
      ))}
    </ul>
  )
}

export type VirtualColumn = { key: string; title: ReactNode; width: number; align?: 'start' | 'center' | 'end' }

type VirtualTableProps = {
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
const firstTableView = { width: 1200, height: 700 }

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
    initialRect: firstTableView,
    overscan: 8,
  })
  useEndReached(rows.getVirtualItems(), rowCount, onEndReached)
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length - 1,
    getScrollElement: () => box.current,
    estimateSize: (index) => widthOf(index + 1),
    initialRect: firstTableView,
    overscan: 4,
  })
  const shown = across.getVirtualItems()
  const total = widthOf(0) + across.getTotalSize()
  // The columns share what a wide window leaves.
  const share = (pixels: number) => `${(pixels / total) * 100}%`
  const line = (content: (column: number) => ReactNode, head: boolean) => {
    const Cell = head ? 'th' : 'td'
    return (
      <>
        <th
          role={head ? 'columnheader' : 'rowheader'}
          scope={head ? 'col' : 'row'}
          aria-colindex={1}
          className={firstClasses}
          style={{ width: share(widthOf(0)) }}
        >
          {content(0)}
        </th>
        {shown.map(({ index, size, start }) => (
          <Cell
            key={index}
            role={head ? 'columnheader' : 'cell'}
            aria-colindex={index + 2}
            className={cellClasses(columns[index + 1])}
            style={{ width: share(size), left: share(widthOf(0) + start) }}
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
        className="block min-w-full text-sm"
        style={{ width: total }}
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

/** Calls `onEnd` when the last item is rendered, and again when more items have arrived. */
function useEndReached(
  virtualItems: readonly { index: number }[],
  count: number,
  onEnd: (() => void) | undefined,
): void {
  const reached = useEffectEvent(() => onEnd?.())
  const isNear = (virtualItems.at(-1)?.index ?? -1) >= count - 1
  useEffect(() => {
    if (isNear && count > 0) reached()
  }, [isNear, count])
}
