import { and, eq, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DeletionObstacle } from '#contract/enumerations.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { concernedBy } from '#server/access/visible-students.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { dataRequests } from '#server/db/schema/data-requests.ts'
import { users } from '#server/db/schema/people.ts'
import { formatDay, formatInstant } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

type Notice = {
  id: string
  notice: 'data-request-received' | 'data-request-answered'
  /** Else by the state. */
  outcome?: 'unentitled' | 'reopened'
  /** Of one that was reopened. */
  obstacles?: readonly { kind: DeletionObstacle }[]
  /** Who has done it. */
  exceptId?: string
}

const obstacleNames: Record<'ru' | 'en', Record<DeletionObstacle, string>> = {
  ru: {
    contract: 'действует договор',
    debt: 'не оплачен долг по договору',
    money: 'не завершён платёж или возврат',
    autopay: 'включён автоплатёж',
    child: 'у ребёнка младше 18 лет нет другого родителя в кабинете',
    staff: 'есть роль сотрудника школы',
  },
  en: {
    contract: 'a contract is in force',
    debt: 'a debt of a contract is not paid',
    money: 'a payment or a refund is under way',
    autopay: 'automatic payments are on',
    child: 'a child under 18 has no other parent with an account',
    staff: 'there is a role of staff of the school',
  },
}

/**
 * Notifies the person who has asked that the request has arrived, or what has become of it. Of a deletion also the child and
 * the other guardians, who may withdraw it.
 */
export async function notifyOfRequest(
  transaction: Database,
  { id, notice, outcome, obstacles = [], exceptId }: Notice,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const [subjects, requesters] = [alias(users, 'subjects'), alias(users, 'requesters')]
  const isConcerned = sql`${users.id} in ${concernedBy(dataRequests.subjectId, dayInZone(now, timeZone))}`
  const found = await transaction
    .select({
      request: dataRequests,
      recipient: recipientColumns,
      subject: subjects.firstName,
      requester: sql<string>`coalesce(${selectFullName(requesters)}, '')`,
    })
    .from(dataRequests)
    .innerJoin(users, or(eq(users.id, dataRequests.requestedById), and(eq(dataRequests.kind, 'deletion'), isConcerned)))
    .innerJoin(subjects, eq(subjects.id, dataRequests.subjectId))
    .innerJoin(requesters, eq(requesters.id, dataRequests.requestedById))
    .where(and(eq(dataRequests.id, id), exceptId === undefined ? undefined : ne(users.id, exceptId)))
    .orderBy(users.id)
  const notices = found.map(({ request, recipient, subject: firstName, requester }): UserNotification => {
    const { kind, subjectId, requestedById, dueOn, state, eraseAfter, answer } = request
    const subject = subjectId === recipient.id ? '' : firstName
    if (notice === 'data-request-received') {
      const by = requestedById === recipient.id ? '' : requester
      const values = (language: 'ru' | 'en') => ({ kind, subject, dueOn: formatDay(dueOn, language), by })
      return { kind: notice, recipient, once: id, values }
    }
    const byState = state === 'refused' || state === 'withdrawn' ? state : ('accepted' as const)
    const values = (language: 'ru' | 'en') => ({
      kind,
      subject,
      outcome: outcome ?? byState,
      answer:
        outcome === 'reopened'
          ? [...new Set(obstacles.map((obstacle) => obstacleNames[language][obstacle.kind]))].join(', ')
          : (answer ?? ''),
      eraseAfter: eraseAfter ? formatInstant(eraseAfter, language, timeZone) : '',
    })
    return { kind: notice, recipient, once: `${id} ${now.toISOString()}`, values }
  })
  await notifyUsers(transaction, now, notices)
  const userIds = found.map(({ recipient }) => recipient.id)
  if (userIds.length > 0) await announceChanges(transaction, { userIds, calls: ['GET /v1/profile/data-request/list'] })
}
