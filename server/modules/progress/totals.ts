import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ProgressOverview } from '#contract/learning.ts'
import type { Database } from '#server/db/client.ts'
import { type LessonsOfChildren, lessonsOfChildren, membershipsOf, now } from './lesson-results.ts'

/** How far back the recent past goes that is compared with what was before. */
const recently = sql`interval '30 days'`

/**
 * The sums of `ProgressTotals`. What waits for its mark counts for nothing yet, and so does homework that was not handed
 * in: attention is drawn to it instead.
 */
export function totalsOf(
  lessons: LessonsOfChildren,
  { when = sql`true`, over = sql`` }: { when?: SQL; over?: SQL } = {},
) {
  const { isHeld, attendance, homeworkScore, homeworkMax, testScore, testMax } = lessons
  const count = (which: SQL) => sql`count(*) filter (where ${which} and ${when}) ${over}`.mapWith(Number)
  // Exact: a sum of floating numbers would depend on their order.
  const sum = (of: AnyPgColumn, score: AnyPgColumn) =>
    sql`coalesce(sum(${of}::numeric) filter (where ${score} is not null and ${lessons.month} is not null and ${when}) ${over}, 0)`.mapWith(
      Number,
    )
  return {
    attended: count(sql`${isHeld} and ${attendance} in ('present', 'late')`),
    held: count(sql`${isHeld}`),
    homeworkScore: sum(homeworkScore, homeworkScore),
    homeworkMax: sum(homeworkMax, homeworkScore),
    testScore: sum(testScore, testScore),
    testMax: sum(testMax, testScore),
  }
}

/**
 * A row for each group with its sums, and after it one for each of its months; one without a group for a child that has
 * none.
 */
export function totalsByMonth(database: Database, name: string, which: SQL | undefined) {
  const lessons = lessonsOfChildren(database, membershipsOf(database, which))
  const { studentId, groupId, title, subject, month } = lessons
  const group = sql`${studentId}, ${groupId}, ${title}, ${subject}`
  const isOfGroup = sql`grouping(${month}) = 1`
  const recent = totalsOf(lessons, { when: sql`${lessons.startsAt} > ${now} - ${recently}` })
  return database
    .select({ studentId, groupId, title, subject, month, summary: totalsOf(lessons), recent })
    .from(lessons)
    .groupBy(sql`grouping sets ((${group}), (${group}, ${month}))`)
    .having(sql`${isOfGroup} or ${month} is not null`)
    .orderBy(studentId, subject, title, groupId, sql`${isOfGroup} desc`, month)
    .prepare(name)
}

type TotalsRow = Awaited<ReturnType<ReturnType<typeof totalsByMonth>['execute']>>[number]

/** The rows of `totalsByMonth`, group by group. */
export function groupsOf(rows: readonly TotalsRow[]): ProgressOverview['groups'] {
  const groups: ProgressOverview['groups'] = []
  for (const { groupId, title, subject, month, summary, recent } of rows) {
    if (groupId === null || title === null || subject === null) continue
    if (month === null) groups.push({ groupId, title, subject, summary, recent, months: [] })
    else groups.at(-1)?.months.push({ month, ...summary })
  }
  return groups
}
