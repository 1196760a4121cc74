import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { type attendances, type homeworkStates, lessonResults } from '#server/db/schema/learning.ts'
import { campaigns, groupMemberships, programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { goesOnAt } from '#server/schedule-items/schedule-items.ts'

const userId = sql.placeholder('userId')
const timeZone = sql.placeholder('timeZone')
const childId = sql<string>`children.child_id`
export const now = sql`${sql.placeholder('now')}::timestamptz`

/** The user and the current instant; `now` is ISO 8601. */
export type ProgressQuery = { userId: string; timeZone: string; now: string }
/** Additionally the child and the group. */
export type GroupProgressQuery = ProgressQuery & { studentUuid: string; groupId: string }

/**
 * One row per lesson of every group of every child whose learning the user sees, up to a week ahead, without cancelled ones. Groups
 * without lessons and children without groups have one row with nulls.
 */
export function selectChildLessons(database: Database, memberships: ReturnType<typeof selectMemberships>) {
  const attendance = sql<(typeof attendances)[number]>`coalesce(${lessonResults.attendance}, 'planned')`
  return database
    .select({
      studentId: childId.as('student_id'),
      groupId: memberships.groupId,
      title: memberships.title,
      subject: memberships.subject,
      lessonId: lessons.id,
      startsAt: lessons.startsAt,
      day: sql<string>`${dayOf(lessons.startsAt)}::text`.as('day'),
      /** `YYYY-MM`; null for a future lesson. */
      month: sql<
        string | null
      >`case when ${lessons.startsAt} <= ${now} then to_char(${lessons.startsAt} at time zone ${timeZone}, 'YYYY-MM') end`.as(
        'month',
      ),
      topic: lessons.topic,
      format: lessons.format,
      attendance: attendance.as('attendance'),
      /** The lesson is over and attendance is recorded. */
      isHeld: sql<boolean>`${lessons.endsAt} <= ${now} and ${attendance} <> 'planned'`.as('is_held'),
      /** Overdue also without being marked so, once its date is over. An ended contract asks for nothing. */
      homeworkState: sql<(typeof homeworkStates)[number]>`case
        when ${lessonResults.homeworkState} = 'open' and ${lessonResults.homeworkDueAt} <= ${now} then 'overdue'
        when ${lessonResults.homeworkState} = 'open' and not ${memberships.goesOn} then 'none'
        else coalesce(${lessonResults.homeworkState}, 'none')
      end`.as('homework_state'),
      homeworkAcceptedUntil: lessonResults.homeworkAcceptedUntil,
      homeworkScore: lessonResults.homeworkScore,
      homeworkMax: lessonResults.homeworkMax,
      testScore: lessonResults.testScore,
      testMax: lessonResults.testMax,
      comment: lessonResults.comment,
    })
    .from(sql`${visibleStudents({ roleGroup: 'parent', userId }, 'seesLearning')} as children (child_id)`)
    .leftJoin(memberships, eq(memberships.studentId, childId))
    .leftJoin(
      lessons,
      and(
        eq(lessons.groupId, memberships.groupId),
        ne(lessons.state, 'cancelled'),
        sql`${lessons.startsAt} < ${now} + interval '7 days'`,
        sql`${dayOf(lessons.startsAt)} >= ${memberships.joinedOn}`,
        or(isNull(memberships.leftOn), sql`${dayOf(lessons.startsAt)} < ${memberships.leftOn}`),
      ),
    )
    .leftJoin(lessonResults, and(eq(lessonResults.lessonId, lessons.id), eq(lessonResults.studentId, childId)))
    .as('lessons_of_children')
}

export type ChildLessons = ReturnType<typeof selectChildLessons>

/** Current and former memberships, filtered by `which`. */
export function selectMemberships(database: Database, which?: SQL) {
  return database
    .select({
      studentId: groupMemberships.studentId,
      groupId: groupMemberships.groupId,
      joinedOn: groupMemberships.joinedOn,
      leftOn: groupMemberships.leftOn,
      goesOn: sql<boolean>`${goesOnAt(now)}`.as('goes_on'),
      title: studyGroups.title,
      subject: sql<string>`${subjects.title}`.as('subject_title'),
    })
    .from(groupMemberships)
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .where(which)
    .as('memberships')
}

function dayOf(instant: SQL | typeof lessons.startsAt) {
  return sql`(${instant} at time zone ${timeZone})::date`
}

/** The current day in the school’s time zone. */
export const today = dayOf(now)

/** The membership of a `GroupProgressQuery`. */
export const isRequestedGroup = and(
  eq(groupMemberships.studentId, sql.placeholder('studentUuid')),
  eq(groupMemberships.groupId, sql.placeholder('groupId')),
)

/** Groups of a school year that is not over. */
export const isCurrentSchoolYear = sql`${studyGroups.campaignId} in (select ${campaigns.id} from ${campaigns} where ${campaigns.endsOn} >= ${today})`
