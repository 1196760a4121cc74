import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { type attendances, type homeworkStates, lessonResults } from '#server/db/schema/learning.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { campaigns, groupMemberships, programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'

const userId = sql.placeholder('userId')
const timeZone = sql.placeholder('timeZone')
export const now = sql`${sql.placeholder('now')}::timestamptz`

/** Who asks, and when it is; `now` is ISO 8601. */
export type Asking = { userId: string; timeZone: string; now: string }
/** And about which child in which group. */
export type AskingOfGroup = Asking & { studentUuid: string; groupId: string }

/**
 * A row for each lesson of each group that each child of the person was in, up to a week ahead; what was cancelled left
 * no trace. A group without lessons, and a child without groups, have one row with nulls, so that they are known of.
 */
export function lessonsOfChildren(database: Database, memberships: ReturnType<typeof membershipsOf>) {
  const attendance = sql<(typeof attendances)[number]>`coalesce(${lessonResults.attendance}, 'planned')`
  return database
    .select({
      studentId: guardianships.childId,
      groupId: memberships.groupId,
      title: memberships.title,
      subject: memberships.subject,
      lessonId: lessons.id,
      startsAt: lessons.startsAt,
      day: sql<string>`${dayOf(lessons.startsAt)}::text`.as('day'),
      /** `YYYY-MM`; null for what is still to come. */
      month: sql<
        string | null
      >`case when ${lessons.startsAt} <= ${now} then to_char(${lessons.startsAt} at time zone ${timeZone}, 'YYYY-MM') end`.as(
        'month',
      ),
      topic: lessons.topic,
      format: lessons.format,
      attendance: attendance.as('attendance'),
      /** Over, and the teacher has said who was there. */
      isHeld: sql<boolean>`${lessons.endsAt} <= ${now} and ${attendance} <> 'planned'`.as('is_held'),
      homeworkState: sql<(typeof homeworkStates)[number]>`coalesce(${lessonResults.homeworkState}, 'none')`.as(
        'homework_state',
      ),
      homeworkScore: lessonResults.homeworkScore,
      homeworkMax: lessonResults.homeworkMax,
      testScore: lessonResults.testScore,
      testMax: lessonResults.testMax,
      comment: lessonResults.comment,
    })
    .from(guardianships)
    .leftJoin(memberships, eq(memberships.studentId, guardianships.childId))
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
    .leftJoin(
      lessonResults,
      and(eq(lessonResults.lessonId, lessons.id), eq(lessonResults.studentId, guardianships.childId)),
    )
    .where(eq(guardianships.guardianId, userId))
    .as('lessons_of_children')
}

export type LessonsOfChildren = ReturnType<typeof lessonsOfChildren>

/** Who is or was in which group, as far as `which` says. */
export function membershipsOf(database: Database, which?: SQL) {
  return database
    .select({
      studentId: groupMemberships.studentId,
      groupId: groupMemberships.groupId,
      joinedOn: groupMemberships.joinedOn,
      leftOn: groupMemberships.leftOn,
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

/** The day in the school’s zone (D-22). */
export const today = dayOf(now)

/** Of the one group that is asked about, as `AskingOfGroup` says. */
export const isAskedGroup = and(
  eq(groupMemberships.studentId, sql.placeholder('studentUuid')),
  eq(groupMemberships.groupId, sql.placeholder('groupId')),
)

/** Of groups whose school year is not over. */
export const isOfThisYear = sql`${studyGroups.campaignId} in (select ${campaigns.id} from ${campaigns} where ${campaigns.endsOn} >= ${today})`
