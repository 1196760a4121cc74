import type { ReactNode } from 'react'

/** Pixels: widths of the first, middle and end columns, heights of the header and of a row. */
export const gridSizes = { first: 208, width: 44, last: 84, head: 56, height: 52 }

/** Visible content of a cell, and its full text for screen readers. */
export type GridCell = { content: ReactNode; name: string }

export type GridContent = {
  rowKey: (row: number) => string
  rowName: (row: number) => ReactNode
  columnHead: (column: number) => ReactNode
  cell: (row: number, column: number) => GridCell
  /** Sticky columns at the end. */
  endColumns: readonly { key: string; title: string; cell: (row: number) => GridCell }[]
}

/** Data of header and rows, with the range of visible middle columns. */
export type GridHeaderView = { content: GridContent; columnCount: number; from: number; to: number }

/** Rendered rows and columns; both ends are included. */
export type GridViewport = { rows: readonly number[]; from: number; to: number }

/** Position of a middle column. */
export function columnPosition(column: number) {
  return { left: gridSizes.first + column * gridSizes.width, width: gridSizes.width }
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

export const gridClassNames = {
  first:
    'sticky left-0 z-sticky flex h-full shrink-0 items-center border-r border-line-soft bg-surface px-base text-left font-medium',
  middle: 'absolute inset-y-0 flex items-center justify-center font-normal [contain:strict]',
  last: 'flex h-full shrink-0 items-center justify-center border-l border-line-soft px-xs font-normal',
  /** Container of the end columns, sticky at the right edge. */
  ends: 'sticky right-0 z-sticky ml-auto flex h-full bg-surface',
  /** Focusable cell. */
  walked: 'cursor-pointer hover:bg-grey-2 focus-visible:-outline-offset-2',
}
