/** Position of a cell; column 0 is the row header. */
export type CellPosition = { row: number; column: number }

type GridSize = { rows: number; columns: number }

const page = 10

const steps: Record<string, (from: CellPosition, last: CellPosition) => CellPosition> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  PageUp: ({ row, column }) => ({ row: row - page, column }),
  PageDown: ({ row, column }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, last) => ({ row, column: last.column }),
  'Ctrl+Home': () => ({ row: 0, column: 0 }),
  'Ctrl+End': (_, last) => last,
}

/** Cell that a key moves to (WAI-ARIA grid pattern); null for other keys. */
export function positionAfterKey(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  from: CellPosition,
  { rows, columns }: GridSize,
): CellPosition | null {
  const step = steps[ctrlKey || metaKey ? `Ctrl+${key}` : key]
  return step === undefined
    ? null
    : clampPosition(step(from, { row: rows - 1, column: columns - 1 }), { rows, columns })
}

/** Nearest existing cell: the grid may have become smaller. */
export function clampPosition({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) }
}
