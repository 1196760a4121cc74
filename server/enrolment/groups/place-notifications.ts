import { eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { groupQueue } from '#server/db/schema/transfers.ts'
import { spelledMoment } from '#server/notifications/formats.ts'
import { noticePlaceOf, queueMessages } from '#server/notifications/queue-message.ts'
import type { MessageKind } from '#server/notifications/templates.ts'
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
  const asked = await transaction
    .select({
      queueId: groupQueue.id,
      email: users.email,
      phone: users.phone,
      language: users.language,
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
  const messages = asked.flatMap(({ queueId, group, student, status, ...person }) => {
    const to = noticePlaceOf(person)
    if (!to) return []
    const language = person.language ?? 'ru'
    const common = { to, language, now: news.now }
    if (news.kind === 'lapsed') {
      const kind = status ? 'group-place-lapsed' : 'course-place-lapsed'
      return { ...common, kind, values: { group, student } } as const
    }
    if (news.kind === 'passed') {
      const why = status && transferObstacleByStatus[status]
      const kind = 'group-place-passed'
      return why ? ({ ...common, kind, once: queueId, values: { group, student, why } } as const) : []
    }
    const { at: expiresAt, timeZone } = news.until
    const values = { group, student, until: spelledMoment(expiresAt, language, timeZone) }
    return { ...common, kind: status ? 'group-place-held' : 'course-place-held', values, expiresAt } as const
  })
  await queueMessages<MessageKind>(transaction, messages)
}
