import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { gridSizes } from './virtual-grid-content.ts'

/** What is drawn before the box is measured, also where there is no window. */
const firstView = { width: 1200, height: 700 }

/** Which rows and columns of a grid are in view in its box, and how large the whole of it is. */
export function useGridView(box: RefObject<HTMLElement | null>, rowCount: number, columnCount: number) {
  const common = { getScrollElement: () => box.current, initialRect: firstView }
  const down = useVirtualizer({ ...common, count: rowCount, estimateSize: () => gridSizes.height, overscan: 3 })
  const across = useVirtualizer({
    ...common,
    horizontal: true,
    count: columnCount,
    estimateSize: () => gridSizes.width,
    overscan: 4,
  })
  const columns = across.getVirtualItems()
  return {
    rows: down.getVirtualItems().map(({ index }) => index),
    /** Both included. */
    from: columns[0]?.index ?? 0,
    to: columns.at(-1)?.index ?? -1,
    tall: down.getTotalSize(),
    wide: across.getTotalSize(),
  }
}
