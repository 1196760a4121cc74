import { and, asc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName } from '#contract/people/names.ts'
import { isMemberOnDay, lessonDay } from '#server/access/absent-students.ts'
import { findStudentViewers } from '#server/access/student-viewers.ts'
import { isNotifiedOfAbsence } from '#server/access/taught-lessons.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { type absences, lessons } from '#server/db/schema/schedule.ts'
import { formatDay, formatInstant } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import type { AbsenceTime } from './absence-list.ts'

type StoredAbsence = typeof absences.$inferSelect

/** Notifies the teachers of the coming lessons of an absence and the curators; their pages and those of the family are renewed. */
export async function notifyOfAbsence(
  transaction: Database,
  kind: 'absence-reported' | 'absence-withdrawn',
  absence: StoredAbsence,
  time: AbsenceTime,
): Promise<void> {
  const { now, timeZone } = time
  const missed = await findComingLessons(transaction, absence, time)
  const byRecipient = Map.groupBy(missed, ({ recipient }) => recipient.id)
  await notifyUsers(
    transaction,
    now,
    [...byRecipient.values()].flatMap((own) => {
      const [first, last] = [own[0], own.at(-1)]
      if (!first || !last) return []
      const { recipient, student } = first
      const groups = [...new Set(own.map(({ groupTitle }) => groupTitle))].join(', ')
      return {
        kind,
        recipient,
        path: '/',
        urgentBefore: first.startsAt,
        expiresAt: last.endsAt,
        once: `${absence.id} ${absence.endsOn} ${recipient.id}`,
        values: (language) => ({
          student: fullName({ ...student, patronym: null }),
          groups,
          from: formatInstant(first.startsAt, language, timeZone),
          until: first.day === last.day ? '' : formatDay(last.day, language),
          reason: absence.reason,
        }),
      }
    }),
  )
  const viewers =
    (await findStudentViewers(transaction, [absence.studentId], 'seesLearning')).get(absence.studentId) ?? []
  await announceChanges(transaction, {
    userIds: [...new Set([...viewers.map(({ recipient }) => recipient.id), ...byRecipient.keys()])],
    calls: ['GET /v1/schedule/absence/list', 'GET /v1/teacher/day'],
  })
}

/** Lessons of the absence that have not begun, by time, with the teacher and the curator who can sign in: a row of each. */
function findComingLessons(transaction: Database, absence: StoredAbsence, { now, timeZone }: AbsenceTime) {
  const students = alias(users, 'students')
  const day = lessonDay(timeZone)
  const isMissed =
    absence.lessonId === null
      ? sql`${day} between ${absence.startsOn} and ${absence.endsOn}`
      : eq(lessons.id, absence.lessonId)
  return transaction
    .select({
      day: sql<string>`${day}::text`,
      startsAt: lessons.startsAt,
      endsAt: lessons.endsAt,
      groupTitle: studyGroups.title,
      student: { firstName: students.firstName, lastName: students.lastName },
      recipient: recipientColumns,
    })
    .from(lessons)
    .innerJoin(studyGroups, eq(studyGroups.id, lessons.groupId))
    .innerJoin(groupMemberships, isMemberOnDay(timeZone))
    .innerJoin(students, eq(students.id, groupMemberships.studentId))
    .innerJoin(users, isNotifiedOfAbsence)
    .where(
      and(
        eq(students.id, absence.studentId),
        isMissed,
        gt(lessons.startsAt, now),
        ne(lessons.state, 'cancelled'),
        isNotNull(users.subject),
        isNull(users.lockedAt),
      ),
    )
    .orderBy(asc(lessons.startsAt), asc(lessons.id))
}
