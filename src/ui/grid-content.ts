import type { ReactNode } from 'react'

/** Pixels: of the column that names the rows, of those between, of the last ones; heights of the header and of a row. */
export const gridSizes = { first: 208, width: 44, last: 84, head: 56, height: 52 }

/** What stands in a cell for those who see, hidden from those who listen, and the whole of it in words for them. */
export type GridCell = { content: ReactNode; name: string }

export type GridContent = {
  rowKey: (row: number) => string
  rowName: (row: number) => ReactNode
  columnHead: (column: number) => ReactNode
  cell: (row: number, column: number) => GridCell
  /** The columns at the end. */
  last: readonly { key: string; title: string; cell: (row: number) => GridCell }[]
}

/** What header and rows are drawn from: of the columns between the first and the last ones those in view. */
export type GridDrawn = { content: GridContent; columnCount: number; from: number; to: number }

/** The rows and columns that are drawn; both ends are included. */
export type GridView = { rows: readonly number[]; from: number; to: number }

/** Where a column between the first and the last ones stands. */
export function leftOf(column: number) {
  return { left: gridSizes.first + column * gridSizes.width, width: gridSizes.width }
}

export function numbersFrom(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

export const gridClasses = {
  first:
    'sticky left-0 z-sticky flex h-full shrink-0 items-center border-r border-line-soft bg-surface px-base text-left font-medium',
  middle: 'absolute inset-y-0 flex items-center justify-center font-normal [contain:strict]',
  last: 'flex h-full shrink-0 items-center justify-center border-l border-line-soft px-xs font-normal',
  /** The last columns together, at the right edge of whatever is in view. */
  ends: 'sticky right-0 z-sticky ml-auto flex h-full bg-surface',
  /** Of a cell that arrows walk to. */
  walked: 'cursor-pointer hover:bg-grey-2 focus-visible:-outline-offset-2',
}
