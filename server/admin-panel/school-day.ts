import { and, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PendingWork } from '#contract/people/school-work.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { absences, isChangedLesson, lessons, tickets } from '#server/db/schema/schedule.ts'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'

const maxLessons = 20

/** What of the school's day differs from the plan, and how many tickets have come. */
export async function findSchoolDay(database: Database, { now, timeZone }: CurrentTime): Promise<PendingWork['today']> {
  const today = dayInZone(now, timeZone)
  const [from, until] = [today, addDays(today, 1)].map((day) => zonedInstant(day, '00:00', timeZone))
  if (!from || !until) throw new Error('The day has no bounds')
  const [teacher, substitute] = [alias(users, 'teacher'), alias(users, 'substitute')]
  const rows = await database
    .select({
      id: lessons.id,
      groupTitle: studyGroups.title,
      startsAt: lessons.startsAt,
      isCancelled: sql<boolean>`${lessons.state} = 'cancelled'`,
      teacherId: teacher.id,
      teacherName: selectFullName(teacher),
      substituteId: substitute.id,
      substituteName: selectFullName(substitute),
      isDoubleBooked: teachesElsewhere(),
    })
    .from(lessons)
    .innerJoin(studyGroups, eq(studyGroups.id, lessons.groupId))
    .leftJoin(teacher, eq(teacher.id, studyGroups.teacherId))
    .leftJoin(substitute, eq(substitute.id, lessons.substituteId))
    .where(and(isChangedLesson(lessons), gte(lessons.startsAt, from), lt(lessons.startsAt, until)))
    .orderBy(lessons.startsAt, lessons.id)
    .limit(maxLessons)
  const newTickets = await database.$count(tickets, and(gte(tickets.createdAt, from), lt(tickets.createdAt, until)))
  return {
    lessons: rows.map(({ startsAt, teacherId, teacherName, substituteId, substituteName, ...lesson }) => ({
      ...lesson,
      startsAt: startsAt.toISOString(),
      teacher: teacherId === null ? null : { id: teacherId, name: teacherName ?? '' },
      substitute: substituteId === null ? null : { id: substituteId, name: substituteName ?? '' },
    })),
    absences: await countAbsences(database, today, { from, until }),
    newTickets,
  }
}

/** Whether the substitute of a lesson that takes place has another one at the same time, as a substitute or in an own group. */
function teachesElsewhere(): SQL<boolean> {
  const isAtTheSameTime = sql`other.id <> ${lessons.id} and other.state <> 'cancelled'
    and other.starts_at < ${lessons.endsAt} and other.ends_at > ${lessons.startsAt}
    and other.starts_at > ${lessons.startsAt} - interval '1 day'`
  return sql<boolean>`(${lessons.state} <> 'cancelled' and (
    exists (
      select from ${lessons} as other where other.substitute_id = ${lessons.substituteId} and ${isAtTheSameTime}
    ) or exists (
      select from ${studyGroups} as own join ${lessons} as other on other.group_id = own.id
      where own.teacher_id = ${lessons.substituteId} and other.substitute_id is null and ${isAtTheSameTime}
    )
  ))`
}

/** Students whose families have reported that they will be absent on the day, or at a lesson of it. */
async function countAbsences(database: Database, today: string, day: { from: Date; until: Date }): Promise<number> {
  const [counted] = await database
    .select({ students: sql<number>`count(distinct ${absences.studentId})::int` })
    .from(absences)
    .leftJoin(lessons, eq(lessons.id, absences.lessonId))
    .where(
      and(
        isNull(absences.withdrawnAt),
        sql`(${today}::date between ${absences.startsOn} and ${absences.endsOn}
          or ${and(gte(lessons.startsAt, day.from), lt(lessons.startsAt, day.until))})`,
      ),
    )
  return counted?.students ?? 0
}
