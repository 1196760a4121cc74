import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/call.ts'
import type { Absence, listReportedAbsences } from '#contract/people/absences.ts'
import { displayName } from '#contract/people/names.ts'
import { isMemberOnDay, lessonDay } from '#server/access/absent-students.ts'
import { reportsAbsences } from '#server/access/guardian-rights.ts'
import { type CallViewer, representedStudents, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { absences, lessons } from '#server/db/schema/schedule.ts'
import type { CurrentTime, Day } from '#server/time/calendar-days.ts'

export type AbsenceTime = CurrentTime & { today: Day }

const maxRows = 200

/** The last day of whole days with a lesson that has begun since the report; null before the first. */
export function lastMissedDay({ now, timeZone }: AbsenceTime) {
  const day = lessonDay(timeZone)
  return sql<Day | null>`(
    select max(${day})::text from ${lessons} join ${groupMemberships} on ${isMemberOnDay(timeZone)}
    where ${groupMemberships.studentId} = ${absences.studentId} and ${lessons.state} <> 'cancelled'
      and ${lessons.startsAt} between ${absences.createdAt} and ${now.toISOString()}::timestamptz
      and ${day} between ${absences.startsOn} and ${absences.endsOn}
  )`
}

/** The lesson of the report, apart from the lessons that a subquery reads. */
export const reportedLessons = alias(lessons, 'reported_lessons')

/** First and last day of a report; those of a lesson are its day. */
function reportedDays(timeZone: string) {
  const day = sql`(${reportedLessons.startsAt} at time zone ${timeZone})::date`
  return { startsOn: sql`coalesce(${absences.startsOn}, ${day})`, endsOn: sql`coalesce(${absences.endsOn}, ${day})` }
}

type ReportedTime = { endsOn: Day | null; lastMissed: Day | null; lessonStartsAt: Date | null }

/** Whether a report still covers a lesson to come: its lesson has not begun, or days after the last missed one are left. */
export function isWithdrawable({ endsOn, lastMissed, lessonStartsAt }: ReportedTime, { now, today }: AbsenceTime) {
  if (lessonStartsAt !== null) return lessonStartsAt > now
  return endsOn !== null && endsOn >= today && endsOn > (lastMissed ?? '')
}

/** Absences that the family may see, the newest first, and the students whom the user may report. */
export async function findAbsences(
  database: Database,
  viewer: CallViewer,
  time: AbsenceTime,
): Promise<{ absences: Absence[]; students: string[] }> {
  const { today, timeZone } = time
  const { startsOn, endsOn } = reportedDays(timeZone)
  const rows = await database
    .select({
      uuid: absences.id,
      studentUuid: absences.studentId,
      reason: absences.reason,
      comment: absences.comment,
      lessonUuid: absences.lessonId,
      startsOn: sql<Day>`${startsOn}::text`,
      endsOn: sql<Day>`${endsOn}::text`,
      lessonStartsAt: reportedLessons.startsAt,
      lastMissed: lastMissedDay(time),
    })
    .from(absences)
    .leftJoin(reportedLessons, eq(reportedLessons.id, absences.lessonId))
    .where(and(isNull(absences.withdrawnAt), sql`${absences.studentId} in ${visibleStudents(viewer, 'seesLearning')}`))
    .orderBy(desc(absences.createdAt), desc(absences.id))
    .limit(maxRows)
  const { rows: represented } = await database.execute<{ id: string }>(
    sql`select id from ${users} where id in ${representedStudents(viewer, today, reportsAbsences)} order by first_name, id`,
  )
  const students = represented.map(({ id }) => id)
  return {
    absences: rows.map(({ lessonStartsAt, lastMissed, ...absence }) => ({
      ...absence,
      canWithdraw:
        students.includes(absence.studentUuid) && isWithdrawable({ ...absence, lessonStartsAt, lastMissed }, time),
    })),
    students,
  }
}

/** Absences of today and later for the administrators, by day. */
export async function findReportedAbsences(
  database: Database,
  { page, today, timeZone }: { page: number; today: Day; timeZone: string },
  pageSize = 50,
): Promise<AnswerOf<typeof listReportedAbsences>> {
  const [students, reporters] = [alias(users, 'students'), alias(users, 'reporters')]
  const { startsOn, endsOn } = reportedDays(timeZone)
  const isCurrent = and(isNull(absences.withdrawnAt), sql`${endsOn} >= ${today}::date`)
  const [{ total = 0 } = {}] = await database
    .select({ total: sql<number>`count(*)::int` })
    .from(absences)
    .leftJoin(reportedLessons, eq(reportedLessons.id, absences.lessonId))
    .where(isCurrent)
  const rows = await database
    .select({
      id: absences.id,
      reason: absences.reason,
      comment: absences.comment,
      startsOn: sql<Day>`${startsOn}::text`,
      endsOn: sql<Day>`${endsOn}::text`,
      groupTitle: studyGroups.title,
      startsAt: reportedLessons.startsAt,
      createdAt: absences.createdAt,
      student: { id: students.id, firstName: students.firstName, lastName: students.lastName },
      by: { id: reporters.id, firstName: reporters.firstName, lastName: reporters.lastName },
    })
    .from(absences)
    .innerJoin(students, eq(students.id, absences.studentId))
    .innerJoin(reporters, eq(reporters.id, absences.reportedById))
    .leftJoin(reportedLessons, eq(reportedLessons.id, absences.lessonId))
    .leftJoin(studyGroups, eq(studyGroups.id, reportedLessons.groupId))
    .where(isCurrent)
    .orderBy(startsOn, asc(reportedLessons.startsAt), asc(students.lastName), asc(absences.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return {
    items: rows.map(({ student, by, groupTitle, startsAt, createdAt, ...row }) => ({
      ...row,
      student: { id: student.id, name: displayName(student) },
      by: { id: by.id, name: displayName(by) },
      lesson: startsAt && { groupTitle: groupTitle ?? '', startsAt: startsAt.toISOString() },
      createdAt: createdAt.toISOString(),
    })),
    total,
    page,
    pageSize,
  }
}
