import type { ProgressTrend } from '#contract/learning.ts'
import type { Database } from '#server/db/client.ts'
import { type AskingOfGroup, isAskedGroup } from './lesson-results.ts'
import { groupsOf, totalsByMonth } from './totals.ts'

/** How it went with a child in a group, lately and by month; null where the person has no such child there. */
export function progressTrendOf(database: Database) {
  const totals = totalsByMonth(database, 'progress_trend', isAskedGroup)
  return async (asked: AskingOfGroup): Promise<ProgressTrend | null> => {
    const [group] = groupsOf(await totals.execute(asked))
    return group ? { recent: group.recent, months: group.months } : null
  }
}
