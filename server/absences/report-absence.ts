import { and, eq, isNull, sql } from 'drizzle-orm'
import { maxAbsenceDays } from '#contract/limits.ts'
import type { reportAbsence } from '#contract/people/absences.ts'
import { isMemberOnDay, lessonDay } from '#server/access/absent-students.ts'
import { reportsAbsences } from '#server/access/guardian-rights.ts'
import { requireRight } from '#server/access/require-right.ts'
import { type CallViewer, representedStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships } from '#server/db/schema/programs.ts'
import { absences, lessons } from '#server/db/schema/schedule.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'
import { type AbsenceTime, isWithdrawable, lastMissedDay, reportedLessons } from './absence-list.ts'
import { notifyOfAbsence } from './absence-notices.ts'

type Report = CallInput<typeof reportAbsence>['body']
type Days = { startsOn: Day; endsOn: Day }

/** Stores the report of a guardian, or of a student who has none or is of age. Others’ students and lessons are 404. */
export async function storeAbsence(
  transaction: Database,
  viewer: CallViewer,
  { studentUuid, reason, comment: typed = '', lessonUuid, ...days }: Report,
  time: AbsenceTime,
): Promise<{ uuid: string }> {
  const comment = typed.trim() || null
  if (reason === 'other' && comment === null) throwInvalidValue('comment', 'required', 'Another reason needs words')
  if (lessonUuid !== undefined && (days.startsOn ?? days.endsOn) !== undefined)
    throwInvalidValue('startsOn', 'not-allowed', 'Either a lesson or days')
  const period = lessonUuid === undefined ? periodOf(days, time.today) : null
  await requireRight(transaction, viewer, studentUuid, reportsAbsences)
  await lockStudent(transaction, viewer, studentUuid, time)
  const covered = period ?? (await dayOfLesson(transaction, studentUuid, lessonUuid ?? '', time))
  if (await isReported(transaction, studentUuid, lessonUuid ?? null, covered))
    throwProblem('state-conflict', 'The absence is reported already')
  const [stored] = await transaction
    .insert(absences)
    .values({
      studentId: studentUuid,
      reportedById: viewer.userId,
      reason,
      comment,
      createdAt: time.now,
      ...(period ?? { lessonId: lessonUuid }),
    })
    .returning()
  if (!stored) throw new Error('the absence was not stored')
  await notifyOfAbsence(transaction, 'absence-reported', stored, time)
  return { uuid: stored.id }
}

/**
 * Takes a report back before its first lesson begins. Of whole days with lessons that have begun, the coming days are
 * taken back.
 */
export async function withdrawAbsence(
  transaction: Database,
  viewer: CallViewer,
  id: string,
  time: AbsenceTime,
): Promise<void> {
  const [found] = await transaction
    .select({ absence: absences, lastMissed: lastMissedDay(time), lessonStartsAt: reportedLessons.startsAt })
    .from(absences)
    .leftJoin(reportedLessons, eq(reportedLessons.id, absences.lessonId))
    .where(
      and(
        eq(absences.id, id),
        sql`${absences.studentId} in ${representedStudents(viewer, time.today, reportsAbsences)}`,
      ),
    )
    .for('update', { of: absences })
  if (!found) throwProblem('not-found', 'No such absence of a student whom the user represents')
  const { absence, lastMissed, lessonStartsAt } = found
  if (absence.withdrawnAt) return
  if (!isWithdrawable({ endsOn: absence.endsOn, lastMissed, lessonStartsAt }, time))
    throwProblem('state-conflict', 'The lesson has begun')
  // Before the change: the coming lessons are those of the whole report.
  await notifyOfAbsence(transaction, 'absence-withdrawn', absence, time)
  await transaction
    .update(absences)
    .set(lastMissed === null ? { withdrawnAt: time.now } : { endsOn: lastMissed })
    .where(eq(absences.id, id))
}

function periodOf({ startsOn, endsOn }: Pick<Report, keyof Days>, today: Day): Days {
  if (startsOn === undefined || startsOn < today) throwInvalidValue('startsOn', 'too-small', 'Not from today on')
  if (endsOn === undefined || endsOn < startsOn) throwInvalidValue('endsOn', 'too-small', 'Ends before it begins')
  if (endsOn > addDays(startsOn, maxAbsenceDays - 1)) throwInvalidValue('endsOn', 'too-big', 'Too many days')
  return { startsOn, endsOn }
}

/** One report of a student at a time, so that two tabs do not report the same days. */
async function lockStudent(transaction: Database, viewer: CallViewer, studentId: string, { today }: AbsenceTime) {
  const [student] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, studentId), sql`${users.id} in ${representedStudents(viewer, today, reportsAbsences)}`))
    .for('no key update')
  if (!student) throwProblem('not-found', 'Not a student whom the user represents')
}

/** The day of a lesson that the student attends and that is still to come. */
async function dayOfLesson(
  transaction: Database,
  studentId: string,
  lessonId: string,
  { now, timeZone }: AbsenceTime,
): Promise<Days> {
  const [lesson] = await transaction
    .select({
      startsAt: lessons.startsAt,
      state: lessons.state,
      day: sql<Day>`${lessonDay(timeZone)}::text`,
    })
    .from(lessons)
    .innerJoin(groupMemberships, isMemberOnDay(timeZone))
    .where(and(eq(lessons.id, lessonId), eq(groupMemberships.studentId, studentId)))
  if (!lesson) throwProblem('not-found', 'The student has no such lesson')
  if (lesson.startsAt <= now || lesson.state === 'cancelled')
    throwProblem('state-conflict', 'The lesson has begun or is cancelled')
  return { startsOn: lesson.day, endsOn: lesson.day }
}

/** Whether an open report has the lesson already, or days of the period. */
async function isReported(
  transaction: Database,
  studentId: string,
  lessonId: string | null,
  { startsOn, endsOn }: Days,
): Promise<boolean> {
  const overlapsDays = sql`(${absences.startsOn} <= ${endsOn} and ${absences.endsOn} >= ${startsOn})`
  const isSame = lessonId === null ? overlapsDays : sql`(${absences.lessonId} = ${lessonId} or ${overlapsDays})`
  const open = and(eq(absences.studentId, studentId), isNull(absences.withdrawnAt), isSame)
  return (await transaction.$count(absences, open)) > 0
}
