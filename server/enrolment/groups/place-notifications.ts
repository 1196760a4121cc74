import { eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { groupQueue } from '#server/db/schema/transfers.ts'
import { formatInstant } from '#server/notifications/formats.ts'
import { type Notice, notifyUsers, recipientColumns } from '#server/notifications/queue-message.ts'
import { transferObstacleByStatus } from './rules.ts'

type PlaceNotification = { now: Date } & (
  | { kind: 'held'; until: { at: Date; timeZone: string } }
  | { kind: 'lapsed' }
  /** The place went to a student behind them in the waiting list. */
  | { kind: 'passed' }
)

const students = alias(users, 'students')

/**
 * Notifies the users who joined the waiting list, with one query and one insert. Users without email and phone keep the
 * place but get no message.
 */
export async function notifyAboutPlace(
  transaction: Database,
  which: SQL | undefined,
  news: PlaceNotification,
): Promise<void> {
  const entries = await transaction
    .select({
      queueId: groupQueue.id,
      recipient: recipientColumns,
      group: studyGroups.title,
      student: students.firstName,
      /** Status of the contract to be transferred; null for a purchase. */
      status: contracts.status,
    })
    .from(groupQueue)
    .innerJoin(studyGroups, eq(studyGroups.id, groupQueue.groupId))
    .innerJoin(students, eq(students.id, groupQueue.studentId))
    .innerJoin(users, eq(users.id, groupQueue.askedById))
    .leftJoin(contracts, eq(contracts.id, groupQueue.contractId))
    .where(which)
  const notices = entries.flatMap(({ queueId, recipient, group, student, status }): Notice[] => {
    if (news.kind === 'lapsed')
      return [{ recipient, kind: status ? 'group-place-lapsed' : 'course-place-lapsed', values: { group, student } }]
    if (news.kind === 'passed') {
      const why = status && transferObstacleByStatus[status]
      return why ? [{ recipient, kind: 'group-place-passed', once: queueId, values: { group, student, why } }] : []
    }
    const { at: expiresAt, timeZone } = news.until
    const values = (language: Locale) => ({ group, student, until: formatInstant(expiresAt, language, timeZone) })
    return [{ recipient, kind: status ? 'group-place-held' : 'course-place-held', values, expiresAt }]
  })
  await notifyUsers(transaction, news.now, notices)
}
