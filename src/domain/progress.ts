import type { ProgressGroup, ProgressItem, ProgressSums, ProgressTotals } from '#contract/learning/progress.ts'
import type { ProgressSearch } from '#contract/screen-search.ts'

/** The measured aspects of progress. */
export const aspects = ['attendance', 'homework', 'tests'] as const
export type Aspect = (typeof aspects)[number]

const partsOf: Record<Aspect, (totals: ProgressTotals) => readonly [done: number, of: number]> = {
  attendance: ({ attended, held }) => [attended, held],
  homework: ({ homeworkScore, homeworkMax }) => [homeworkScore, homeworkMax],
  tests: ({ testScore, testMax }) => [testScore, testMax],
}

export type AspectShare = { done: number; of: number; share: number }

/** Achieved share; null while nothing is measurable. */
export function aspectShareOf(totals: ProgressTotals, aspect: Aspect): AspectShare | null {
  const [done, of] = partsOf[aspect](totals)
  return of > 0 ? { done, of, share: done / of } : null
}

export type Trend = { direction: 'up' | 'down' | 'same'; recent: number; before: number }

/** Smaller differences are noise; percentage points. */
const trendThreshold = 3

/** Share of the last 30 days compared to the time before; null if one of them is empty. */
export function trendOf({ summary, recent }: Pick<ProgressSums, 'summary' | 'recent'>, aspect: Aspect): Trend | null {
  const [done, of] = partsOf[aspect](summary)
  const [doneLately, ofLately] = partsOf[aspect](recent)
  if (ofLately === 0 || of === ofLately) return null
  const [now, before] = [doneLately / ofLately, (done - doneLately) / (of - ofLately)]
  const points = Math.round(now * 100) - Math.round(before * 100)
  if (Math.abs(points) < trendThreshold) return { direction: 'same', recent: now, before }
  return { direction: points > 0 ? 'up' : 'down', recent: now, before }
}

/** Sums the progress of several groups. */
export function sumProgress(groups: readonly ProgressSums[]): ProgressSums {
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

/** A month (`YYYY-MM`) and the middle of it on an axis of months, 0 to 1. */
export type AxisMonth = { month: string; at: number }

/** Every month from the first to the last, those without lessons too. */
export function axisOf(months: readonly { month: string }[]): AxisMonth[] {
  const [first, last] = [months[0]?.month, months.at(-1)?.month]
  if (first === undefined || last === undefined) return []
  const count = numberOf(last) - numberOf(first) + 1
  return Array.from({ length: count }, (_, index) => ({
    month: monthAt(numberOf(first) + index),
    at: (index + 0.5) / count,
  }))
}

/** Position of a day (YYYY-MM-DD) on an axis, 0 to 1. */
export function axisPositionOf(day: string, axis: readonly AxisMonth[]): number {
  const index = axis.findIndex(({ month }) => day.startsWith(month))
  return (index + (Number(day.slice(8)) - 0.5) / 31) / axis.length
}

/** Share of an aspect in every month with data. */
export function sharesByMonth(months: ProgressSums['months'], aspect: Aspect): (AxisMonth & { part: AspectShare })[] {
  const axis = axisOf(months)
  return months.flatMap((totals) => {
    const part = aspectShareOf(totals, aspect)
    const axisMonth = axis.find(({ month }) => month === totals.month)
    return part === null || axisMonth === undefined ? [] : [{ ...axisMonth, part }]
  })
}

/** Such as «сентябрь 2026». */
export function monthLabel(month: string, locale: string): string {
  const name = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' }).format(
    new Date(`${month}-01T00:00Z`),
  )
  return `${name} ${month.slice(0, 4)}`
}

function numberOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
}

function monthAt(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}

/** Less than half of the points. */
export function isLowScore({ score, max }: { score: number | null; max: number | null }): boolean {
  return score !== null && max !== null && max > 0 && score / max < 0.5
}

/** Whether a lesson needs attention: missed, homework overdue, or few points. */
export function isNotable({ attendance, homework, test }: ProgressItem): boolean {
  return (
    attendance === 'absent' ||
    attendance === 'late' ||
    homework?.state === 'overdue' ||
    [homework, test].some((work) => work != null && isLowScore(work))
  )
}

/** Whether the teacher has commented on the lesson. */
export function isCommented({ comment }: ProgressItem): boolean {
  return comment !== null
}

/**
 * Selects the group whose progress is shown: the chosen one, or the first of the child. Undefined for a child without
 * groups.
 */
export function selectProgressGroup(
  groups: readonly ProgressGroup[],
  { child = groups[0]?.studentUuid, group }: ProgressSearch,
): ProgressGroup | undefined {
  const own = groups.filter(({ studentUuid }) => studentUuid === child)
  return own.find(({ groupId }) => groupId === group) ?? own[0]
}
