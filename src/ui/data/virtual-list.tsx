import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useEndReached } from './use-end-reached.ts'

export type VirtualListProps<Item> = {
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
    const place = () => setTop(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0)
    place()
    const observer = new ResizeObserver(place)
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
  const drawn = virtualizer.getVirtualItems()
  useEndReached(drawn, items.length, onEndReached)
  return (
    <ul
      ref={list}
      aria-label={label}
      className="flex flex-col [overflow-anchor:none]"
      style={{ gap, minHeight: virtualizer.getTotalSize(), paddingTop: (drawn[0]?.start ?? top) - top }}
    >
      {drawn.map(({ index, key }) => (
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
