/** A cell of a grid; column 0 names the row. */
export type Place = { row: number; column: number }

type Extent = { rows: number; columns: number }

const page = 10

const steps: Record<string, (from: Place, last: Place) => Place> = {
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

/** Where a key leads in a grid, by the pattern of WAI-ARIA; null for a key that leads nowhere. */
export function placeAfter(
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
  from: Place,
  { rows, columns }: Extent,
): Place | null {
  const step = steps[ctrlKey || metaKey ? `Ctrl+${key}` : key]
  return step === undefined ? null : within(step(from, { row: rows - 1, column: columns - 1 }), { rows, columns })
}

/** The nearest cell that is there: a grid may have become smaller. */
export function within({ row, column }: Place, { rows, columns }: Extent): Place {
  return { row: Math.max(0, Math.min(row, rows - 1)), column: Math.max(0, Math.min(column, columns - 1)) }
}
