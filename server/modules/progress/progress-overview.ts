import type { ProgressOverview } from '#contract/learning.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { signalsOf } from './attention.ts'
import { type Asking, isOfThisYear } from './lesson-results.ts'
import { attentionOf } from './rules.ts'
import { groupsOf, totalsByMonth } from './totals.ts'

/** Each child of the person: the groups of this school year in sums and by month, and what needs attention. */
export function progressOverviewOf(database: Database) {
  const totals = totalsByMonth(database, 'progress_by_month', isOfThisYear)
  const signals = signalsOf(database)
  return async (asked: Asking): Promise<ProgressOverview[]> => {
    const rows = await totals.execute(asked)
    const said = Map.groupBy(await signals.execute(asked), ({ studentId }) => studentId)
    return [...Map.groupBy(rows, ({ studentId }) => studentId)].map(([studentUuid, own]) => ({
      studentUuid,
      groups: groupsOf(own),
      attention: attentionOf(said.get(studentUuid) ?? [], dayAt(new Date(asked.now), asked.timeZone)),
    }))
  }
}
