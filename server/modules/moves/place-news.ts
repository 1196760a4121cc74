import { eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import type { MessageKind } from '#server/delivery/messages.ts'
import { noticePlaceOf, queueMessages } from '#server/delivery/queue.ts'
import { spelledMoment } from '#server/delivery/spelling.ts'
import { ofStatus } from './rules.ts'

type News = { now: Date } & (
  | { kind: 'held'; until: { at: Date; timeZone: string } }
  | { kind: 'lapsed' }
  /** Somebody further behind has got the place. */
  | { kind: 'passed' }
)

const students = alias(users, 'students')

/**
 * Tells those who asked to wait, however many they are, by one question and one insert. The place is theirs although
 * nobody can be told where there is neither email nor phone.
 */
export async function tellOfPlace(transaction: Database, which: SQL | undefined, news: News): Promise<void> {
  const asked = await transaction
    .select({
      queueId: groupQueue.id,
      email: users.email,
      phone: users.phone,
      language: users.language,
      group: studyGroups.title,
      student: students.firstName,
      /** Of the contract that is to be moved; null for whoever waits to buy the course. */
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
      const why = status && ofStatus[status]
      const kind = 'group-place-passed'
      return why ? ({ ...common, kind, once: queueId, values: { group, student, why } } as const) : []
    }
    const { at: expiresAt, timeZone } = news.until
    const values = { group, student, until: spelledMoment(expiresAt, language, timeZone) }
    return { ...common, kind: status ? 'group-place-held' : 'course-place-held', values, expiresAt } as const
  })
  await queueMessages<MessageKind>(transaction, messages)
}
