import type { ProgressTrend } from '#contract/learning.ts'
import type { Database } from '#server/db/client.ts'
import { type GroupProgressQuery, isRequestedGroup } from './lesson-results.ts'
import { groupTotals, prepareMonthlyTotals } from './totals.ts'

/** A child's recent and monthly totals in a group; null if the user has no such child in it. */
export function prepareProgressTrend(database: Database) {
  const totals = prepareMonthlyTotals(database, 'progress_trend', isRequestedGroup)
  return async (asked: GroupProgressQuery): Promise<ProgressTrend | null> => {
    const [group] = groupTotals(await totals.execute(asked))
    return group ? { recent: group.recent, months: group.months } : null
  }
}
