import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { dataRequests } from '#server/db/schema/data-requests.ts'
import { users } from '#server/db/schema/people.ts'
import { formatDay, formatInstant } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'

type Notice = { id: string; notice: 'data-request-received' | 'data-request-answered' }

/** Notifies the person who has asked that the request has arrived, or how it was answered. */
export async function notifyOfRequest(
  transaction: Database,
  { id, notice }: Notice,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const subjects = alias(users, 'subjects')
  const [found] = await transaction
    .select({ request: dataRequests, recipient: recipientColumns, subject: subjects.firstName })
    .from(dataRequests)
    .innerJoin(users, eq(users.id, dataRequests.requestedById))
    .innerJoin(subjects, eq(subjects.id, dataRequests.subjectId))
    .where(eq(dataRequests.id, id))
  if (!found) return
  const { request, recipient } = found
  const { kind, subjectId, requestedById, dueOn, state, eraseAfter } = request
  const subject = subjectId === requestedById ? '' : found.subject
  if (notice === 'data-request-received') {
    const values = (language: 'ru' | 'en') => ({ kind, subject, dueOn: formatDay(dueOn, language) })
    await notifyUsers(transaction, now, [{ kind: notice, recipient, once: id, values }])
    return
  }
  const values = (language: 'ru' | 'en') => ({
    ...{ kind, subject, answer: request.answer ?? '' },
    outcome: state === 'refused' ? ('refused' as const) : ('accepted' as const),
    eraseAfter: eraseAfter ? formatInstant(eraseAfter, language, timeZone) : '',
  })
  await notifyUsers(transaction, now, [{ kind: notice, recipient, once: `${id} ${now.toISOString()}`, values }])
}
