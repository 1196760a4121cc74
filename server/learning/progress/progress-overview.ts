import type { ProgressOverview } from '#contract/learning.ts'
import { dayInZone } from '#server/calendar-days.ts'
import type { Database } from '#server/db/client.ts'
import { prepareAttentionSignals } from './attention-signals.ts'
import { isCurrentSchoolYear, type ProgressQuery } from './lesson-results.ts'
import { findAttention } from './rules.ts'
import { groupTotals, prepareMonthlyTotals } from './totals.ts'

/** Each child of the user with the totals of its current groups by month, and what needs attention. */
export function prepareProgressOverview(database: Database) {
  const totals = prepareMonthlyTotals(database, 'progress_by_month', isCurrentSchoolYear)
  const signals = prepareAttentionSignals(database)
  return async (asked: ProgressQuery): Promise<ProgressOverview[]> => {
    const rows = await totals.execute(asked)
    const said = Map.groupBy(await signals.execute(asked), ({ studentId }) => studentId)
    return [...Map.groupBy(rows, ({ studentId }) => studentId)].map(([studentUuid, own]) => ({
      studentUuid,
      groups: groupTotals(own),
      attention: findAttention(said.get(studentUuid) ?? [], dayInZone(new Date(asked.now), asked.timeZone)),
    }))
  }
}
