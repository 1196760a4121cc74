import { and, eq, sql } from 'drizzle-orm'
import type { TicketTopic } from '#contract/enumerations.ts'
import {
  createTicket,
  getTicket,
  listTicketRecipients,
  listTickets,
  readTicket,
  replyToTicket,
} from '#contract/people/tickets.ts'
import { requireRight } from '#server/access/require-right.ts'
import { type RecipientRules, recipientRules, writableBranches } from '#server/access/ticket-recipients.ts'
import type { App, Session } from '#server/app-types.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Transaction } from '#server/db/client.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { notifyUsers } from '#server/notifications/notify-users.ts'
import { readNotificationsOf } from '#server/notifications/store-notifications.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { findConversation, prepareTicketList, searchTickets } from './conversations.ts'
import { attachFiles } from './files/ticket-file-store.ts'
import { findRecipients } from './recipients.ts'
import { formatTicketNumber } from './rules.ts'
import { acceptedText, firstNameOf, notifyRecipient, reply } from './ticket-steps.ts'

/** Tickets of their authors. The text is sanitized and the author is notified of the number. */
export async function ticketRoutes(app: App) {
  const { TIME_ZONE: timeZone } = app.env
  const ticketList = prepareTicketList(app.database, writableBranches(app))
  const readerOf = ({ userId, group }: Session) => ({ userId, isTeacher: group === 'teacher' })

  registerCall(app, createTicket, async ({ session, body, language, database }) => {
    const contentHtml = acceptedText(body.contentHtml)
    const now = app.clock()
    const { studentUuid: studentId = null, recipientUuid: recipientId = null } = body
    // A ticket is about a child of its author, or about none.
    if (studentId !== null)
      await requireRight(database, { roleGroup: 'parent', userId: session.userId }, studentId, 'writes')
    if (recipientId !== null) await requireRecipient(database, session, { studentId, recipientId }, recipientRules(app))
    const topic = body.topic ?? 'schedule'
    const newTicket = { authorId: session.userId, studentId, recipientId, topic, contentHtml }
    const ticket = await insertTicket(database, newTicket, { now, timeZone })
    const place = { ticketId: ticket.uuid }
    await attachFiles(database, { ownerId: session.userId, files: body.files ?? [], place })
    const recipient = { ...session.user, language }
    const values = { number: ticket.number, student: await firstNameOf(database, studentId) }
    const path = `/messages?ticket=${ticket.uuid}`
    await notifyUsers(database, now, [{ recipient, kind: 'ticket-received', values, path }])
    await notifyRecipient(database, { id: ticket.uuid, contentHtml, now, rules: recipientRules(app) })
    return ticket
  })

  registerCall(app, listTicketRecipients, ({ session }) => findRecipients(app.database, session, recipientRules(app)))

  registerCall(app, listTickets, ({ session, query: { search } }) => {
    const reader = readerOf(session)
    const rules = recipientRules(app)
    return search === undefined
      ? ticketList(reader, rules.today)
      : searchTickets(app.database, { ...reader, search }, rules)
  })

  registerCall(app, getTicket, ({ session, params: { id } }) =>
    findConversation(app.database, { id, ...readerOf(session) }, recipientRules(app)),
  )

  registerCall(app, replyToTicket, ({ session, params: { id }, body, database }) =>
    reply(database, { ...body, ...readerOf(session), id, now: app.clock(), rules: recipientRules(app) }),
  )

  registerCall(app, readTicket, async ({ session: { userId }, params: { id } }) => {
    const now = app.clock()
    const own = and(eq(tickets.id, id), eq(tickets.authorId, userId))
    const read = await app.database.update(tickets).set({ readAt: now }).where(own).returning({ id: tickets.id })
    if (read.length === 0) throwProblem('not-found', 'No such ticket of this author')
    await readNotificationsOf(app.database, { userId, path: `/messages?ticket=${id}`, now })
    return undefined
  })
}

/** A ticket is addressed to a teacher or curator of the student whom it is about, or of its author. */
async function requireRecipient(
  transaction: Transaction,
  session: Session,
  { studentId, recipientId }: { studentId: string | null; recipientId: string },
  rules: RecipientRules,
) {
  const about = studentId ?? session.userId
  const found = await findRecipients(transaction, session, rules)
  const isKnown = found.some(({ uuid, studentUuid }) => uuid === recipientId && studentUuid === about)
  if (!isKnown) throwProblem('not-found', 'No such teacher or curator of the student')
}

type NewTicket = Pick<typeof tickets.$inferInsert, 'authorId' | 'studentId' | 'recipientId' | 'contentHtml'> & {
  topic: TicketTopic
}

/** Stores a sanitized ticket and assigns the next number. */
async function insertTicket(
  transaction: Transaction,
  newTicket: NewTicket,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const { rows } = await transaction.execute<{ next: string }>(sql`select nextval(${ticketNumbers.seqName}) as next`)
  const number = formatTicketNumber(dayInZone(now, timeZone), Number(rows[0]?.next))
  const [written] = await transaction
    .insert(tickets)
    .values({ ...newTicket, number, createdAt: now })
    .returning({ uuid: tickets.id })
  if (!written) throw new Error('The ticket was not stored')
  const data = { collection: 'tickets' as const, sourcedId: written.uuid, number }
  await publishEvents(transaction, now, [{ type: 'ticket.created', data }])
  return { uuid: written.uuid, number }
}
