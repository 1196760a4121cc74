import { and, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { groupMemberships } from '#server/db/schema/programs.ts'
import { isCurrentSchoolYear, now, selectChildLessons, selectMemberships, today } from './lesson-results.ts'
import { type AttentionSignals, attentionWindowDays } from './rules.ts'

const isPresent = or(isNull(groupMemberships.leftOn), sql`${groupMemberships.leftOn} > ${today}`)

/** Attention signals, one row per child and current group. */
export function prepareAttentionSignals(database: Database) {
  const lessons = marked(database)
  const { isHeld, attendance, homeworkState, startsAt, testNumber, testShare } = lessons
  const isMissed = sql`${isHeld} and ${attendance} = 'absent' and ${startsAt} > coalesce(${lessons.lastCameAt}, '-infinity')`
  const isOverdue = sql`${homeworkState} = 'overdue' and (${lessons.day}::date >= ${today} - ${sql.raw(String(attentionWindowDays))} or ${lessons.homeworkAcceptedUntil} > ${now})`
  const isTest = sql`${testShare} is not null`
  const count = (which: SQL) => sql`count(*) filter (where ${which})`.mapWith(Number)
  const latest = (which: SQL) => sql<AttentionSignals['test']['lesson']>`(
    jsonb_agg(
      jsonb_build_object('lessonUuid', ${lessons.lessonId}, 'date', ${lessons.day}, 'topic', ${lessons.topic})
      order by ${startsAt} desc, ${lessons.lessonId}
    ) filter (where ${which})
  ) -> 0`
  return database
    .select({
      studentId: lessons.studentId,
      groupId: sql<string>`${lessons.groupId}`,
      overdue: { count: count(isOverdue), lesson: latest(isOverdue) },
      absences: { count: count(isMissed), lesson: latest(isMissed) },
      test: {
        share: sql<number | null>`round(max(${testShare}) filter (where ${testNumber} = 1), 4)::float8`,
        usualShare: sql<number | null>`round(avg(${testShare}) filter (where ${testNumber} > 1), 4)::float8`,
        before: count(sql`${isTest} and ${testNumber} > 1`),
        lesson: latest(sql`${isTest} and ${testNumber} = 1`),
      },
    })
    .from(lessons)
    .groupBy(lessons.studentId, lessons.groupId)
    .prepare('progress_signals')
}

/** Each lesson with the last attendance of the child and the number of the test, counted from the latest. */
function marked(database: Database) {
  const lessons = selectChildLessons(database, selectMemberships(database, and(isCurrentSchoolYear, isPresent)))
  const { studentId, groupId, lessonId, startsAt, isHeld, attendance } = lessons
  const ofChildInGroup = sql`partition by ${studentId}, ${groupId}`
  const testShare = sql<number | null>`${lessons.testScore}::numeric / nullif(${lessons.testMax}, 0)::numeric`
  return database
    .select({
      studentId,
      groupId,
      lessonId,
      startsAt,
      day: lessons.day,
      topic: lessons.topic,
      attendance,
      isHeld,
      homeworkState: lessons.homeworkState,
      homeworkAcceptedUntil: lessons.homeworkAcceptedUntil,
      lastCameAt:
        sql`max(${startsAt}) filter (where ${isHeld} and ${attendance} <> 'absent') over (${ofChildInGroup})`.as(
          'last_came_at',
        ),
      testShare: testShare.as('test_share'),
      testNumber:
        sql`row_number() over (${ofChildInGroup}, ${testShare} is null order by ${startsAt} desc, ${lessonId})`.as(
          'test_number',
        ),
    })
    .from(lessons)
    .where(isNotNull(lessons.month))
    .as('marked')
}
