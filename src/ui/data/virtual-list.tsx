import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

type VirtualListProps<Item> = {
  /** Accessible name. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** Estimated height of an item in pixels, before it is measured. */
  estimatedHeight: number
  gap?: number
  children: (item: Item, index: number) => ReactNode
}

/** Size before the first measurement, and on the server. */
const firstView = { width: 0, height: 900 }

/**
 * A list of any length that scrolls with the page and renders only the visible items. The items are in normal flow, so a
 * wrong estimate of a height overlaps nothing.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, estimatedHeight, gap = 0, children } = props
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
