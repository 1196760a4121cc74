import { and, asc, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { TaughtGroup, TaughtLesson } from '#contract/learning/teaching.ts'
import { absentStudents, absentStudentsOfGroup } from '#server/access/absent-students.ts'
import { isMember } from '#server/access/people-of-groups.ts'
import { isTaughtBy, isTaughtOrCuratedBy } from '#server/access/taught-lessons.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { selectPlace, selectReplacedTeacher } from '#server/schedule-items/schedule-items.ts'

type Period = { userId: string; from: Date; until: Date; timeZone: string }

/** Lessons that begin within a period, by time. */
export async function findTaughtLessons(
  database: Database,
  { userId, from, until, timeZone }: Period,
): Promise<TaughtLesson[]> {
  const rows = await database
    .select({
      uuid: lessons.id,
      groupTitle: studyGroups.title,
      subject: subjects.title,
      topic: lessons.topic,
      format: lessons.format,
      state: lessons.state,
      startsAt: lessons.startsAt,
      endsAt: lessons.endsAt,
      place: selectPlace(lessons.place),
      joinUrl: lessons.joinUrl,
      substituteId: lessons.substituteId,
      replacedTeacher: selectReplacedTeacher(),
      students: membersAt(timeZone),
      absent: absentStudents(timeZone),
    })
    .from(lessons)
    .innerJoin(studyGroups, eq(studyGroups.id, lessons.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .where(and(isTaughtBy(userId), gte(lessons.startsAt, from), lt(lessons.startsAt, until)))
    .orderBy(asc(lessons.startsAt), asc(lessons.id))
  return rows.map(({ substituteId, startsAt, endsAt, ...lesson }) => ({
    ...lesson,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isSubstitute: substituteId !== null,
  }))
}

/** How many members the group of the selected lesson has on its day. */
function membersAt(timeZone: string): SQL<number> {
  const day = sql`(${lessons.startsAt} at time zone ${timeZone})::date`
  return sql`(
    select count(*)::int from ${groupMemberships}
    where ${groupMemberships.groupId} = ${lessons.groupId} and ${groupMemberships.joinedOn} <= ${day}
      and (${groupMemberships.leftOn} is null or ${groupMemberships.leftOn} > ${day})
  )`
}

/** Members of the selected group on a day, by name. */
function studentsOn(day: string): SQL<TaughtGroup['students']> {
  return sql`coalesce((
    select json_agg(
      json_build_object('uuid', ${users.id}, 'name', concat_ws(' ', ${users.lastName}, ${users.firstName}))
      order by ${users.lastName}, ${users.firstName}, ${users.id}
    )
    from ${groupMemberships} join ${users} on ${users.id} = ${groupMemberships.studentId}
    where ${groupMemberships.groupId} = ${studyGroups.id} and ${groupMemberships.joinedOn} <= ${day} and ${isMember(day)}
  ), '[]')`
}

type Now = { userId: string; today: string; now: Date; until: Date; timeZone: string }

/**
 * Groups that have not ended, those that the user teaches before those of which the user is only the curator, with their
 * students and the next lesson that is not cancelled; of the latter also who is absent from a lesson that begins before `until`.
 */
export async function findTaughtGroups(
  database: Database,
  { userId, today, now, until, timeZone }: Now,
): Promise<TaughtGroup[]> {
  const isTaught = sql<boolean>`${studyGroups.teacherId} is not distinct from ${userId}`
  const next = sql<Date | null>`(
    select min(${lessons.startsAt}) from ${lessons}
    where ${lessons.groupId} = ${studyGroups.id} and ${lessons.startsAt} > ${now.toISOString()}::timestamptz
      and ${lessons.state} <> 'cancelled'
  )`.mapWith(lessons.startsAt)
  const rows = await database
    .select({
      uuid: studyGroups.id,
      title: studyGroups.title,
      subject: subjects.title,
      students: studentsOn(today),
      nextLessonAt: next,
      isCurated: sql<boolean>`not ${isTaught}`,
      absent: sql<
        TaughtGroup['absent']
      >`case when ${isTaught} then '[]' else ${absentStudentsOfGroup({ from: now, until, timeZone })} end`,
    })
    .from(studyGroups)
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .where(and(isTaughtOrCuratedBy(userId), lte(studyGroups.startsOn, today), gte(studyGroups.endsOn, today)))
    .orderBy(desc(isTaught), asc(studyGroups.title))
  return rows.map(({ nextLessonAt, ...group }) => ({ ...group, nextLessonAt: nextLessonAt?.toISOString() ?? null }))
}
