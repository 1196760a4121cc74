import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ProgressOverview, ProgressTrend } from '#contract/learning/progress.ts'
import type { Database } from '#server/db/client.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { prepareAttentionSignals } from './attention-signals.ts'
import {
  type ChildLessons,
  type GroupProgressQuery,
  isCurrentSchoolYear,
  isRequestedGroup,
  now,
  type ProgressQuery,
  selectChildLessons,
  selectMemberships,
} from './lesson-results.ts'
import { findAttention } from './rules.ts'

/** The recent period that is compared with the time before. */
const recentPeriod = sql`interval '30 days'`

/** Columns of `ProgressTotals`. Homework that is not marked or not handed in does not count. */
export function selectTotals(
  lessons: ChildLessons,
  { when = sql`true`, over = sql`` }: { when?: SQL; over?: SQL } = {},
) {
  const { isHeld, attendance, homeworkScore, homeworkMax, testScore, testMax } = lessons
  const count = (which: SQL) => sql`count(*) filter (where ${which} and ${when}) ${over}`.mapWith(Number)
  // `numeric`, because a sum of floating point numbers depends on their order.
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

/** One row per group with its totals, followed by one per month; one row without a group for a child that has none. */
function prepareMonthlyTotals(database: Database, name: string, which: SQL | undefined) {
  const lessons = selectChildLessons(database, selectMemberships(database, which))
  const { studentId, groupId, title, subject, month } = lessons
  const group = sql`${studentId}, ${groupId}, ${title}, ${subject}`
  const isOfGroup = sql`grouping(${month}) = 1`
  const recent = selectTotals(lessons, { when: sql`${lessons.startsAt} > ${now} - ${recentPeriod}` })
  return database
    .select({ studentId, groupId, title, subject, month, summary: selectTotals(lessons), recent })
    .from(lessons)
    .groupBy(sql`grouping sets ((${group}), (${group}, ${month}))`)
    .having(sql`${isOfGroup} or ${month} is not null`)
    .orderBy(studentId, subject, title, groupId, sql`${isOfGroup} desc`, month)
    .prepare(name)
}

type TotalsRow = Awaited<ReturnType<ReturnType<typeof prepareMonthlyTotals>['execute']>>[number]

/** Combines the rows of `prepareMonthlyTotals` by group. */
function groupTotals(rows: readonly TotalsRow[]): ProgressOverview['groups'] {
  const groups: ProgressOverview['groups'] = []
  for (const { groupId, title, subject, month, summary, recent } of rows) {
    if (groupId === null || title === null || subject === null) continue
    if (month === null) groups.push({ groupId, title, subject, summary, recent, months: [] })
    else groups.at(-1)?.months.push({ month, ...summary })
  }
  return groups
}

/** A child's recent and monthly totals in a group; null if the user has no such child in it. */
export function prepareProgressTrend(database: Database) {
  const totals = prepareMonthlyTotals(database, 'progress_trend', isRequestedGroup)
  return async (request: GroupProgressQuery): Promise<ProgressTrend | null> => {
    const [group] = groupTotals(await totals.execute(request))
    return group ? { recent: group.recent, months: group.months } : null
  }
}

/** Each child of the user with the totals of its current groups by month, and what needs attention. */
export function prepareProgressOverview(database: Database) {
  const totals = prepareMonthlyTotals(database, 'progress_by_month', isCurrentSchoolYear)
  const signals = prepareAttentionSignals(database)
  return async (request: ProgressQuery): Promise<ProgressOverview[]> => {
    const rows = await totals.execute(request)
    const signalsOfChild = Map.groupBy(await signals.execute(request), ({ studentId }) => studentId)
    return [...Map.groupBy(rows, ({ studentId }) => studentId)].map(([studentUuid, own]) => ({
      studentUuid,
      groups: groupTotals(own),
      attention: findAttention(
        signalsOfChild.get(studentUuid) ?? [],
        dayInZone(new Date(request.now), request.timeZone),
      ),
    }))
  }
}
