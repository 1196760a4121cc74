import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { classes } from './classes.ts'

export type VirtualColumn = { key: string; title: ReactNode; width: number; align?: 'start' | 'center' | 'end' }

export type VirtualTableProps = {
  caption: string
  /** The first column names the row and stays in view. */
  columns: readonly VirtualColumn[]
  rowCount: number
  rowKey: (row: number) => string
  cell: (row: number, column: number) => ReactNode
  rowHeight?: number
}

/** Thousands of rows and columns: only the cells in view are drawn; header row and first column stay. */
export function VirtualTable({ caption, columns, rowCount, rowKey, cell, rowHeight = 44 }: VirtualTableProps) {
  const box = useRef<HTMLElement>(null)
  const first = columns[0]?.width ?? 0
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: rowKey,
    overscan: 8,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length - 1,
    getScrollElement: () => box.current,
    estimateSize: (index) => columns[index + 1]?.width ?? 0,
    overscan: 4,
  })
  const shown = across.getVirtualItems()
  const before = shown[0]?.start ?? 0
  const after = across.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const line = (head: ReactNode, cells: (column: number, width: number) => ReactNode) => (
    <>
      {head}
      <div aria-hidden="true" className="shrink-0" style={{ width: before }} />
      {shown.map(({ index, size }) => cells(index + 1, size))}
      <div aria-hidden="true" className="shrink-0" style={{ width: Math.max(0, after) }} />
    </>
  )
  return (
    <section ref={box} aria-label={caption} tabIndex={0} className="max-h-[70dvh] overflow-auto overscroll-x-contain rounded-lg border border-line-soft bg-surface">
      <div role="table" aria-label={caption} aria-rowcount={rowCount + 1} aria-colcount={columns.length} className="text-sm tabular-nums" style={{ width: first + across.getTotalSize() }}>
        <div role="rowgroup" className="sticky top-0 z-header">
          <div role="row" aria-rowindex={1} className="flex border-b border-line bg-surface text-ink-muted" style={{ height: rowHeight }}>
            {line(
              <div role="columnheader" aria-colindex={1} className={fixed} style={{ width: first }}>
                {columns[0]?.title}
              </div>,
              (column, width) => (
                <div key={column} role="columnheader" aria-colindex={column + 1} className={cellBox(columns[column])} style={{ width }}>
                  {columns[column]?.title}
                </div>
              ),
            )}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index: row, key, start }) => (
            <div key={key} role="row" aria-rowindex={row + 2} className="absolute inset-x-0 top-0 flex border-b border-line-soft" style={{ height: rowHeight, transform: `translateY(${start}px)` }}>
              {line(
                <div role="rowheader" aria-colindex={1} className={fixed} style={{ width: first }}>
                  {cell(row, 0)}
                </div>,
                (column, width) => (
                  <div key={column} role="cell" aria-colindex={column + 1} className={cellBox(columns[column])} style={{ width }}>
                    {cell(row, column)}
                  </div>
                ),
              )}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

const fixed = 'sticky left-0 z-sticky flex shrink-0 items-center border-r border-line-soft bg-surface px-base font-medium text-ink'

function cellBox(column: VirtualColumn | undefined) {
  const justify = { start: 'justify-start', center: 'justify-center', end: 'justify-end' }[column?.align ?? 'center']
  return classes('flex shrink-0 items-center px-xs', justify)
}
