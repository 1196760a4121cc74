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

/** As tall as a window may well be: what is drawn before the real one is measured, also where there is none. */
const firstView = { width: 0, height: 900 }

/**
 * A list of any length that scrolls with the page and draws only what is in view. The items follow each other in the
 * flow of the page, so a wrong guess of their height lays none over another.
 */
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
