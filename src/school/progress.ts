import type { ProgressItem, ProgressSums, ProgressTotals } from '#contract/learning.ts'

/** What progress is told by. */
export const aspects = ['attendance', 'homework', 'tests'] as const
export type Aspect = (typeof aspects)[number]

const partsOf: Record<Aspect, (totals: ProgressTotals) => readonly [done: number, of: number]> = {
  attendance: ({ attended, held }) => [attended, held],
  homework: ({ homeworkScore, homeworkMax }) => [homeworkScore, homeworkMax],
  tests: ({ testScore, testMax }) => [testScore, testMax],
}

export type Part = { done: number; of: number; share: number }

/** How much of what could be; null while nothing could. */
export function partOf(totals: ProgressTotals, aspect: Aspect): Part | null {
  const [done, of] = partsOf[aspect](totals)
  return of > 0 ? { done, of, share: done / of } : null
}

export type Trend = { direction: 'up' | 'down' | 'same'; recent: number; before: number }

/** Less than this is chance, in percentage points. */
const chance = 3

/** The last 30 days beside all that was before, as shares; null where one of the two has nothing. */
export function trendOf({ summary, recent }: Pick<ProgressSums, 'summary' | 'recent'>, aspect: Aspect): Trend | null {
  const [done, of] = partsOf[aspect](summary)
  const [doneLately, ofLately] = partsOf[aspect](recent)
  if (ofLately === 0 || of === ofLately) return null
  const [now, before] = [doneLately / ofLately, (done - doneLately) / (of - ofLately)]
  const points = Math.round(now * 100) - Math.round(before * 100)
  if (Math.abs(points) < chance) return { direction: 'same', recent: now, before }
  return { direction: points > 0 ? 'up' : 'down', recent: now, before }
}

/** Several groups as one. */
export function together(groups: readonly ProgressSums[]): ProgressSums {
  const months = Map.groupBy(
    groups.flatMap((group) => group.months),
    ({ month }) => month,
  )
  return {
    summary: sumOf(groups.map(({ summary }) => summary)),
    recent: sumOf(groups.map(({ recent }) => recent)),
    months: [...months]
      .map(([month, totals]) => ({ month, ...sumOf(totals) }))
      .sort((one, other) => one.month.localeCompare(other.month)),
  }
}

function sumOf(all: readonly ProgressTotals[]): ProgressTotals {
  const sum = { attended: 0, held: 0, homeworkScore: 0, homeworkMax: 0, testScore: 0, testMax: 0 }
  for (const totals of all) for (const key of Object.keys(sum) as (keyof ProgressTotals)[]) sum[key] += totals[key]
  return sum
}

/** Whether a lesson has something to see to: it was missed, its homework is overdue, or the teacher wrote a word. */
export function isNotable({ attendance, homework, comment }: ProgressItem): boolean {
  return attendance === 'absent' || attendance === 'late' || homework?.state === 'overdue' || comment !== null
}
