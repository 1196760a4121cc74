import { eq } from 'drizzle-orm'
import { displayName } from '#contract/people/names.ts'
import type { DeskTicket } from '#contract/people/tickets.ts'
import { type RecipientRules, recipientRoleOf } from '#server/access/ticket-recipients.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { withFirstAnswer } from './conversations.ts'
import { filesByPlace } from './files/ticket-file-store.ts'
import { assignees, authors, recipients, students, toNamed, toRecipient } from './ticket-queue.ts'
import { dueAt } from './ticket-times.ts'

/** A ticket as administrators see it, with notes and names. */
export async function findDeskTicket(
  database: Database,
  { id, rules }: { id: string; rules: RecipientRules },
): Promise<DeskTicket> {
  const [found] = await database
    .select({
      ticket: tickets,
      dueAt,
      author: { id: authors.id, firstName: authors.firstName, lastName: authors.lastName },
      student: { id: students.id, firstName: students.firstName, lastName: students.lastName },
      assignee: { id: assignees.id, firstName: assignees.firstName, lastName: assignees.lastName },
      recipient: { id: recipients.id, firstName: recipients.firstName, lastName: recipients.lastName },
      recipientRole: recipientRoleOf(rules),
      answerer: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(tickets)
    .innerJoin(authors, eq(authors.id, tickets.authorId))
    .leftJoin(students, eq(students.id, tickets.studentId))
    .leftJoin(assignees, eq(assignees.id, tickets.assigneeId))
    .leftJoin(recipients, eq(recipients.id, tickets.recipientId))
    .leftJoin(users, eq(users.id, tickets.answeredById))
    .where(eq(tickets.id, id))
  if (!found) throwProblem('not-found', 'No such ticket')
  const rows = await database
    .select({
      id: ticketMessages.id,
      kind: ticketMessages.kind,
      contentHtml: ticketMessages.contentHtml,
      at: ticketMessages.createdAt,
      writer: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(ticketMessages)
    .leftJoin(users, eq(users.id, ticketMessages.authorId))
    .where(eq(ticketMessages.ticketId, id))
    .orderBy(ticketMessages.createdAt, ticketMessages.id)
  const filesOf = await filesByPlace(database, id)
  const { ticket, author, student, assignee, recipient, recipientRole, answerer } = found
  const { number, topic, state, version, contentHtml } = ticket
  const messages = withFirstAnswer(
    rows.map((row) => ({ ...row, files: filesOf(row.id) })),
    ticket,
    (answer) => ({ ...answer, id, kind: 'answer' as const, writer: answerer, files: filesOf('answer') }),
  )
  return {
    id,
    number,
    topic,
    state,
    version,
    contentHtml,
    createdAt: ticket.createdAt.toISOString(),
    dueAt: found.dueAt?.toISOString() ?? null,
    author: toNamed(author),
    student: student && toNamed(student),
    assignee: assignee && toNamed(assignee),
    recipient: toRecipient(recipient, recipientRole),
    files: filesOf('ticket'),
    messages: messages.map(({ at, writer, ...message }) => ({
      ...message,
      by: writer && displayName(writer),
      at: at.toISOString(),
    })),
  }
}
