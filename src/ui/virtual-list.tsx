import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useEndReached } from './use-end-reached.ts'

export type VirtualListProps<Item> = {
  /** What is listed; heard by those who listen. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** A first guess of the height, in pixels; the real one is measured. */
  estimate: number
  gap?: number
  /** The last items are in view: for a list that comes in pages. */
  onEndReached?: () => void
  children: (item: Item, index: number) => ReactNode
}

/** A list of any length that scrolls with the page and draws only what is in view. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, estimate, gap = 0, onEndReached, children } = props
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
    estimateSize: () => estimate,
    getItemKey: (index) => itemKey(items[index] as Item),
    scrollMargin: top,
    overscan: 6,
    gap,
  })
  useEndReached(virtualizer.getVirtualItems(), items.length, onEndReached)
  return (
    <ul ref={list} aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {children(items[index] as Item, index)}
        </li>
      ))}
    </ul>
  )
}
