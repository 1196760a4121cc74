import { and, eq, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { PendingWork } from '#contract/people/school-work.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { absences, exams, isChangedLesson, lessons, tickets } from '#server/db/schema/schedule.ts'
import { addDays, type CurrentTime, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'

const maxLessons = 20

type Day = { from: Date; until: Date }

/** What of the school's day differs from the plan, and how many tickets have come. */
export async function findSchoolDay(database: Database, { now, timeZone }: CurrentTime): Promise<PendingWork['today']> {
  const today = dayInZone(now, timeZone)
  const [from, until] = [today, addDays(today, 1)].map((day) => zonedInstant(day, '00:00', timeZone))
  if (!from || !until) throw new Error('The day has no bounds')
  const [teacher, substitute] = [alias(users, 'teacher'), alias(users, 'substitute')]
  const student = alias(users, 'student')
  const day = { from, until }
  const lessonRows = await database
    .select({
      id: lessons.id,
      title: studyGroups.title,
      startsAt: lessons.startsAt,
      wasAt: lessons.previousStartsAt,
      state: lessons.state,
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
    .where(or(and(isChangedLesson(lessons), isWithin(lessons.startsAt, day)), isMovedOn(lessons, day)))
    .orderBy(lessons.startsAt, lessons.id)
    .limit(maxLessons)
  const examRows = await database
    .select({
      id: exams.id,
      title: exams.title,
      startsAt: exams.startsAt,
      wasAt: exams.previousStartsAt,
      state: exams.state,
      studentId: student.id,
      studentName: selectFullName(student),
      teacherId: teacher.id,
      teacherName: selectFullName(teacher),
    })
    .from(exams)
    .innerJoin(student, eq(student.id, exams.studentId))
    .leftJoin(teacher, eq(teacher.id, exams.teacherId))
    .where(or(and(eq(exams.state, 'cancelled'), isWithin(exams.startsAt, day)), isMovedOn(exams, day)))
    .orderBy(exams.startsAt, exams.id)
    .limit(maxLessons)
  const changed = [
    ...lessonRows.map((row) => ({ ...row, studentId: null, studentName: null })),
    ...examRows.map((row) => ({ ...row, substituteId: null, substituteName: null, isDoubleBooked: false })),
  ]
  const newTickets = await database.$count(tickets, and(gte(tickets.createdAt, from), lt(tickets.createdAt, until)))
  return {
    lessons: changed
      .map(({ id, title, startsAt, wasAt, state, isDoubleBooked, ...people }) => ({
        id,
        title,
        ...timesOf({ startsAt, wasAt: state === 'moved' ? wasAt : null }, day),
        isCancelled: state === 'cancelled',
        isDoubleBooked,
        student: namedPerson(people.studentId, people.studentName),
        teacher: namedPerson(people.teacherId, people.teacherName),
        substitute: namedPerson(people.substituteId, people.substituteName),
      }))
      .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
      .slice(0, maxLessons),
    absences: await countAbsences(database, today, day),
    newTickets,
  }
}

function namedPerson(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? '' }
}

function isWithin(column: AnyPgColumn, { from, until }: Day): SQL | undefined {
  return and(gte(column, from), lt(column, until))
}

/** Whether an item was moved from the day, to it, or within it. An index has the few items with `changedAt`. */
function isMovedOn(
  { state, changedAt, startsAt, previousStartsAt }: typeof lessons | typeof exams,
  day: Day,
): SQL | undefined {
  return and(
    isNotNull(changedAt),
    eq(state, 'moved'),
    ne(previousStartsAt, startsAt),
    or(isWithin(startsAt, day), isWithin(previousStartsAt, day)),
  )
}

/** The time at which families expect the item on the day, and its other time if it was moved. */
function timesOf({ startsAt, wasAt }: { startsAt: Date; wasAt: Date | null }, { from, until }: Day) {
  const now = startsAt.toISOString()
  if (wasAt === null) return { startsAt: now, movedTo: null, movedFrom: null }
  const was = wasAt.toISOString()
  return wasAt >= from && wasAt < until
    ? { startsAt: was, movedTo: now, movedFrom: null }
    : { startsAt: now, movedTo: null, movedFrom: was }
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
async function countAbsences(database: Database, today: string, day: Day): Promise<number> {
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
