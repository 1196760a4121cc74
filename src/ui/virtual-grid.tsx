import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { GridFrame, type GridProps, useShownColumn } from './grid.tsx'
import { gridSizes } from './grid-content.ts'

/** What is drawn before the box is measured, also where there is no window. */
const firstView = { width: 1200, height: 700 }

/** A grid of any size, both ways: only the cells in view are drawn. */
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
  useShownColumn(box, props)
  const columns = across.getVirtualItems()
  const view = {
    rows: down.getVirtualItems().map(({ index }) => index),
    from: columns[0]?.index ?? 0,
    to: columns.at(-1)?.index ?? -1,
  }
  return <GridFrame {...props} box={box} view={view} />
}
