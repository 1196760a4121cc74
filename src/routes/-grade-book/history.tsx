import type { ReactNode } from 'react'
import { runningMeans, type Weighted } from '#src/domain/averages.ts'

/** An entry with the mean before and after it; `before` is null for the first one. */
export type HistoryStep<Entry> = Entry & { before: number | null; after: number }

/** Steps of a mean, rounded as displayed, so that an invisible change counts as none. */
export function historySteps<Entry extends Weighted>(
  entries: readonly Entry[],
  decimals: number,
): HistoryStep<Entry>[] {
  const means = runningMeans(entries).map((mean) => Number((mean ?? 0).toFixed(decimals)))
  return entries.map((entry, index) => ({ ...entry, before: means[index - 1] ?? null, after: means[index] ?? 0 }))
}

/** A change with its sign; empty for the first entry. */
export function ChangeValue({
  step: { before, after },
  format,
}: {
  step: HistoryStep<object>
  format: (change: number) => ReactNode
}) {
  if (before === null) return null
  return format(after - before)
}
