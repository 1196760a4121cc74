import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { GridFrame, type GridProps, useInitialScroll } from './grid.tsx'
import { gridSizes } from './grid-cells.tsx'

/** Size before the first measurement, and on the server. */
const firstView = { width: 1200, height: 700 }

/** A grid of any size: only the visible cells are rendered. */
export function VirtualGrid(props: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const common = { getScrollElement: () => box.current, initialRect: firstView }
  const down = useVirtualizer({ ...common, count: props.rowCount, estimateSize: () => gridSizes.height, overscan: 3 })
  const across = useVirtualizer({
    ...common,
    horizontal: true,
    count: props.columnCount,
    estimateSize: () => gridSizes.width,
    overscan: 4,
  })
  useInitialScroll(box, props)
  const columns = across.getVirtualItems()
  const view = {
    rows: down.getVirtualItems().map(({ index }) => index),
    from: columns[0]?.index ?? 0,
    to: columns.at(-1)?.index ?? -1,
  }
  return <GridFrame {...props} box={box} view={view} />
}
