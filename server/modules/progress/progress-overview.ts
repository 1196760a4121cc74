import { sql } from 'drizzle-orm'
import type { ProgressOverview } from '#contract/learning.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { signalsOf } from './attention.ts'
import { type Asking, isOfThisYear, lessonsOfChildren, membershipsOf } from './lesson-results.ts'
import { attentionOf } from './rules.ts'
import { totalsWithRecent } from './totals.ts'

type Row = Awaited<ReturnType<ReturnType<typeof totalsByMonth>['execute']>>[number]

/** Each child of the person: the groups of this school year in sums and by month, and what needs attention. */
export function progressOverviewOf(database: Database) {
  const totals = totalsByMonth(database)
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

/** A row for each group, and after it one for each of its months; one without a group for a child that has none. */
function totalsByMonth(database: Database) {
  const lessons = lessonsOfChildren(database, membershipsOf(database, isOfThisYear))
  const { studentId, groupId, title, subject, month } = lessons
  const group = sql`${studentId}, ${groupId}, ${title}, ${subject}`
  const isOfGroup = sql`grouping(${month}) = 1`
  return database
    .select({ studentId, groupId, title, subject, month, ...totalsWithRecent(lessons) })
    .from(lessons)
    .groupBy(sql`grouping sets ((${group}), (${group}, ${month}))`)
    .having(sql`${isOfGroup} or ${month} is not null`)
    .orderBy(studentId, subject, title, groupId, sql`${isOfGroup} desc`, month)
    .prepare('progress_by_month')
}

function groupsOf(rows: readonly Row[]): ProgressOverview['groups'] {
  const groups: ProgressOverview['groups'] = []
  for (const { groupId, title, subject, month, summary, recent } of rows) {
    if (groupId === null || title === null || subject === null) continue
    if (month === null) groups.push({ groupId, title, subject, summary, recent, months: [] })
    else groups.at(-1)?.months.push({ month, ...summary })
  }
  return groups
}
