import { useRef } from 'react'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { Grid, GridFrame, type GridProps, useShownColumn } from '#src/ui/grid.tsx'
import { numbersFrom } from '#src/ui/grid-content.ts'

/** Up to here all cells are drawn at once; a larger table draws what is in view, with code that comes only then. */
const largeFrom = 1500
/** So many courses and days stand in while that code arrives. */
const firstScreen = 24

const LargeGrid = latePart(
  'large-grid',
  () => import('#src/ui/virtual-grid.tsx').then((module) => module.VirtualGrid),
  (props: GridProps) => <FirstScreen {...props} />,
)

export function MarkGrid(props: GridProps) {
  const Drawn = props.rowCount * props.columnCount < largeFrom ? Grid : LargeGrid
  return <Drawn {...props} />
}

/** The first courses of a large table and its latest days, where they will stand. */
function FirstScreen(props: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  useShownColumn(box, props)
  const { rowCount, columnCount } = props
  const rows = numbersFrom(0, Math.min(rowCount, firstScreen) - 1)
  const view = { rows, from: Math.max(0, columnCount - firstScreen), to: columnCount - 1 }
  return <GridFrame {...props} box={box} view={view} />
}
