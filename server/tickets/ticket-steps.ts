import { and, eq, sql } from 'drizzle-orm'
import { readByTicketDesk } from '#contract/call-changes.ts'
import type { TicketRecipientRole, TicketState } from '#contract/enumerations.ts'
import type { AuditAction } from '#contract/people/audit.ts'
import { displayName } from '#contract/people/names.ts'
import type { changeTicket, replyToTicket, writeTicketMessage } from '#contract/people/tickets.ts'
import { isAddressed, isAddressedTo, type RecipientRules, recipientRoleOf } from '#server/access/ticket-recipients.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import { announceToAdministrators } from '#server/changes/announce-changes.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Transaction } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { sanitizeRichText } from '#server/html/rich-text.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { audit } from '#server/security/audit-log.ts'
import type { TicketReader } from './conversations.ts'
import { attachFiles } from './files/ticket-file-store.ts'
import { mayChangeState, stateAfterReply, ticketProblem } from './rules.ts'
import { authors, isAssignee, recipients } from './ticket-queue.ts'
import { messageText } from './ticket-words.ts'

type StoredTicket = typeof tickets.$inferSelect
type Step = { now: Date; userId: string; id: string }

/** The sanitized text, or 422. */
export function acceptedText(html: string): string {
  const contentHtml = sanitizeRichText(html)
  const fault = ticketProblem(contentHtml)
  if (fault !== null) throwInvalidValue('contentHtml', fault, 'The text is empty or too long')
  return contentHtml
}

/** Answers the ticket and notifies its author, or adds a note for administrators. Returns the new version. */
export async function writeMessage(
  transaction: Transaction,
  {
    now,
    userId,
    id,
    kind,
    contentHtml: html,
    files = [],
    version,
  }: Step & CallInput<typeof writeTicketMessage>['body'],
): Promise<{ version: number }> {
  const contentHtml = acceptedText(html)
  const ticket = await lockSeenTicket(transaction, id, version)
  const message = { ticketId: id, kind, authorId: userId, contentHtml, createdAt: now }
  if (kind === 'note') {
    await insertMessage(transaction, message, files)
    await auditStep(transaction, ticket, now, 'ticket.noted')
    await announceToAdministrators(transaction, readByTicketDesk)
    return setTicket(transaction, ticket, {})
  }
  if (ticket.state === 'closed') throwProblem('state-conflict', 'A closed ticket is opened before it is answered')
  return answer(transaction, ticket, { ...message, files, changes: { assigneeId: ticket.assigneeId ?? userId } })
}

type Answer = {
  authorId: string
  contentHtml: string
  createdAt: Date
  files: readonly string[]
  /** What else it changes. */
  changes?: Partial<StoredTicket>
  /** The teacher or curator who has it, if they answer. */
  as?: { by: string; role: TicketRecipientRole }
}

/** Stores an answer and notifies the author of the ticket. Returns the new version. */
async function answer(transaction: Transaction, ticket: StoredTicket, { files, changes, as, ...written }: Answer) {
  const { id } = ticket
  const { authorId: ownerId, contentHtml, createdAt: now } = written
  const isFirst = ticket.answeredAt === null
  if (isFirst) await attachFiles(transaction, { ownerId, files, place: { ticketId: id, isOfAnswer: true } })
  else await insertMessage(transaction, { ...written, ticketId: id, kind: 'answer' }, files)
  const first = isFirst ? { answerHtml: contentHtml, answeredAt: now, answeredById: ownerId } : {}
  const changed = await setTicket(transaction, ticket, { ...first, ...changes, state: 'answered' })
  await auditStep(transaction, ticket, now, 'ticket.answered')
  await publishUpdate(transaction, { ...ticket, state: 'answered' }, now)
  const [recipient] = await transaction.select(recipientColumns).from(users).where(eq(users.id, ticket.authorId))
  const student = await firstNameOf(transaction, ticket.studentId)
  const values = { number: ticket.number, student, answer: messageText(contentHtml), ...as }
  const path = `/messages?ticket=${id}`
  if (recipient) await notifyUsers(transaction, now, [{ recipient, kind: 'ticket-answered', values, path }])
  return changed
}

/** Changes state, topic and assignee. A new ticket that is given to an administrator is in progress. */
export async function changeTicketFacts(
  transaction: Transaction,
  { now, id, version, state, topic, assigneeId }: Omit<Step, 'userId'> & CallInput<typeof changeTicket>['body'],
): Promise<{ version: number }> {
  const ticket = await lockSeenTicket(transaction, id, version)
  const isTaken = Boolean(assigneeId) && ticket.state === 'received'
  const next: TicketState = state ?? (isTaken ? 'inProgress' : ticket.state)
  if (next !== ticket.state && !mayChangeState(ticket.state, next)) {
    throwProblem('state-conflict', `A ticket does not go from ${ticket.state} to ${next}`)
  }
  if (assigneeId !== undefined && assigneeId !== ticket.assigneeId) {
    const name = assigneeId === null ? null : await nameOfAssignee(transaction, assigneeId)
    await auditStep(transaction, ticket, now, 'ticket.assigned', name ?? '—')
  }
  if (topic !== undefined && topic !== ticket.topic) await auditStep(transaction, ticket, now, 'ticket.topic', topic)
  if (next === ticket.state) await announceToAdministrators(transaction, readByTicketDesk)
  else {
    await auditStep(transaction, ticket, now, 'ticket.state', `${ticket.state} → ${next}`)
    await publishUpdate(transaction, { ...ticket, state: next }, now)
  }
  return setTicket(transaction, ticket, {
    state: next,
    ...(topic !== undefined && { topic }),
    ...(assigneeId !== undefined && { assigneeId }),
  })
}

async function mayWriteAbout(transaction: Transaction, userId: string, studentId: string): Promise<boolean> {
  const children = visibleStudents({ roleGroup: 'parent', userId }, 'writes')
  return (await transaction.$count(users, sql`${users.id} = ${studentId} and ${users.id} in ${children}`)) > 0
}

type Reply = Step & TicketReader & CallInput<typeof replyToTicket>['body'] & { rules: RecipientRules }

/**
 * Adds a message of the author; a ticket that was answered or closed is open again. A message of the person to whom it is
 * addressed is an answer.
 */
export async function reply(
  transaction: Transaction,
  { now, userId, isTeacher, id, contentHtml: html, files = [], rules }: Reply,
): Promise<{ state: TicketState }> {
  const contentHtml = acceptedText(html)
  const ticket = await lockTicket(transaction, id)
  const written = { authorId: userId, contentHtml, createdAt: now }
  if (ticket && ticket.authorId !== userId && isTeacher) {
    const [here] = await transaction
      .select({ role: recipientRoleOf(rules), firstName: recipients.firstName, lastName: recipients.lastName })
      .from(tickets)
      .innerJoin(recipients, eq(recipients.id, tickets.recipientId))
      .where(and(eq(tickets.id, id), isAddressedTo(userId, rules)))
    if (here?.role) {
      await answer(transaction, ticket, { ...written, files, as: { by: displayName(here), role: here.role } })
      return { state: 'answered' }
    }
  }
  if (ticket?.authorId !== userId) throwProblem('not-found', 'No such ticket of this author')
  if (ticket.studentId !== null && !(await mayWriteAbout(transaction, userId, ticket.studentId)))
    throwProblem('role-missing', 'The school has not given this guardian the right to write about the child')
  const state = stateAfterReply(ticket)
  await insertMessage(transaction, { ...written, ticketId: id, kind: 'reply' }, files)
  await setTicket(transaction, ticket, { state, readAt: now })
  if (state !== ticket.state) await auditStep(transaction, ticket, now, 'ticket.state', `${ticket.state} → ${state}`)
  await publishUpdate(transaction, { ...ticket, state }, now)
  await notifyRecipient(transaction, { id, contentHtml, now, rules })
  return { state }
}

/** Notifies the person to whom a ticket is addressed, if any, of a message of its author. */
export async function notifyRecipient(
  transaction: Transaction,
  { id, contentHtml, now, rules }: { id: string; contentHtml: string; now: Date; rules: RecipientRules },
): Promise<void> {
  const [found] = await transaction
    .select({ ticket: tickets, author: { firstName: authors.firstName, lastName: authors.lastName } })
    .from(tickets)
    .innerJoin(authors, eq(authors.id, tickets.authorId))
    .where(and(eq(tickets.id, id), isAddressed(rules)))
  const recipientId = found?.ticket.recipientId ?? null
  if (!found || recipientId === null) return
  const [recipient] = await transaction.select(recipientColumns).from(users).where(eq(users.id, recipientId))
  const student = await firstNameOf(transaction, found.ticket.studentId)
  const values = {
    number: found.ticket.number,
    author: displayName(found.author),
    student,
    message: messageText(contentHtml),
  }
  const path = `/messages?ticket=${id}`
  if (recipient) await notifyUsers(transaction, now, [{ recipient, kind: 'ticket-addressed', values, path }])
}

async function insertMessage(
  transaction: Transaction,
  message: typeof ticketMessages.$inferInsert & { authorId: string },
  files: readonly string[],
) {
  const [written] = await transaction.insert(ticketMessages).values(message).returning({ id: ticketMessages.id })
  const place = { ticketId: message.ticketId, messageId: written?.id ?? null }
  await attachFiles(transaction, { ownerId: message.authorId, files, place })
}

async function lockTicket(transaction: Transaction, id: string): Promise<StoredTicket | undefined> {
  const [ticket] = await transaction.select().from(tickets).where(eq(tickets.id, id)).for('update')
  return ticket
}

/** Refuses a step of an administrator who has not seen the last one. */
async function lockSeenTicket(transaction: Transaction, id: string, version: number): Promise<StoredTicket> {
  const ticket = await lockTicket(transaction, id)
  if (!ticket) throwProblem('not-found', 'No such ticket')
  if (ticket.version !== version) throwProblem('state-conflict', 'The ticket has changed since it was read')
  return ticket
}

async function setTicket(transaction: Transaction, { id, version }: StoredTicket, changes: Partial<StoredTicket>) {
  const next = { ...changes, version: version + 1 }
  await transaction.update(tickets).set(next).where(eq(tickets.id, id))
  return { version: next.version }
}

async function nameOfAssignee(transaction: Transaction, id: string): Promise<string> {
  if (!(await isAssignee(transaction, id))) throwInvalidValue('assigneeId', 'unknown', 'Not an administrator')
  const [found] = await transaction.select(nameColumns).from(users).where(eq(users.id, id))
  return displayName(found ?? { firstName: null, lastName: null })
}

/** Empty without a student. */
export async function firstNameOf(transaction: Transaction, id: string | null): Promise<string> {
  if (id === null) return ''
  const [found] = await transaction.select(nameColumns).from(users).where(eq(users.id, id))
  return found?.firstName ?? ''
}

const nameColumns = { firstName: users.firstName, lastName: users.lastName }

async function auditStep(
  transaction: Transaction,
  { authorId, number }: StoredTicket,
  at: Date,
  action: Extract<AuditAction, `ticket.${string}`>,
  change?: string,
) {
  const detail = [number, change].filter(Boolean).join(', ')
  await audit(transaction, { at, action, subjectId: authorId, detail })
}

async function publishUpdate(transaction: Transaction, { id, number, state }: StoredTicket, now: Date) {
  const data = { collection: 'tickets' as const, sourcedId: id, number, state }
  await publishEvents(transaction, now, [{ type: 'ticket.updated', data }])
}
