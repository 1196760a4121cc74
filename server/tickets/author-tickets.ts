import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Ticket, TicketConversation } from '#contract/people/tickets.ts'
import type { Database } from '#server/db/client.ts'
import { selectIsoInstant, selectJson, toRawJsonList } from '#server/db/json-select.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { filesByPlace } from './files/ticket-file-store.ts'
import { dueAt, lastAnsweredAt } from './ticket-times.ts'

const maxRows = 100

const { id, number, topic, contentHtml, state, createdAt, readAt } = tickets
const isUnread = sql<boolean>`coalesce(${lastAnsweredAt} > coalesce(${readAt}, '-infinity'), false)`

/** Tickets of one author, newest first. */
export function prepareTicketList(database: Database) {
  const times = { createdAt, answeredAt: selectIsoInstant(lastAnsweredAt), dueAt: selectIsoInstant(dueAt) }
  const query = database
    .select(selectJson<Ticket>({ uuid: id, number, topic, contentHtml, state, ...times, isUnread }))
    .from(tickets)
    .where(eq(tickets.authorId, sql.placeholder('authorId')))
    .orderBy(desc(createdAt), desc(number))
    .limit(maxRows)
    .prepare('tickets')
  return async (authorId: string) => toRawJsonList<Ticket>(await query.execute({ authorId }))
}

/** A ticket as its author sees it: without notes and without names of administrators. */
export async function findConversation(
  database: Database,
  ticket: { id: string; authorId: string },
): Promise<TicketConversation> {
  const own = and(eq(id, ticket.id), eq(tickets.authorId, ticket.authorId))
  const [found] = await database
    .select({
      uuid: id,
      ...{ number, topic, contentHtml, state, createdAt, isUnread },
      answerHtml: tickets.answerHtml,
      firstAnsweredAt: tickets.answeredAt,
      answeredAt: lastAnsweredAt,
      dueAt,
    })
    .from(tickets)
    .where(own)
  if (!found) throwProblem('not-found', 'No such ticket of this author')
  const rows = await database
    .select({
      uuid: ticketMessages.id,
      kind: ticketMessages.kind,
      contentHtml: ticketMessages.contentHtml,
      at: ticketMessages.createdAt,
    })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticket.id), ne(ticketMessages.kind, 'note')))
    .orderBy(ticketMessages.createdAt, ticketMessages.id)
  const filesOf = await filesByPlace(database, ticket.id)
  const { answerHtml, firstAnsweredAt, ...rest } = found
  const messages = withFirstAnswer(
    rows.map(({ kind, ...row }) => ({ ...row, isOwn: kind === 'reply', files: filesOf(row.uuid) })),
    { answerHtml, answeredAt: firstAnsweredAt },
    (answer) => ({ ...answer, uuid: found.uuid, isOwn: false, files: filesOf('answer') }),
  )
  return {
    ...rest,
    files: filesOf('ticket'),
    createdAt: found.createdAt.toISOString(),
    answeredAt: found.answeredAt?.toISOString() ?? null,
    dueAt: found.dueAt?.toISOString() ?? null,
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  }
}

type StoredAnswer = { answerHtml: string | null; answeredAt: Date | null }

/** The messages of a ticket, the oldest first. The first answer is stored with the ticket. */
export function withFirstAnswer<Message extends { at: Date }>(
  messages: readonly Message[],
  { answerHtml, answeredAt }: StoredAnswer,
  toMessage: (answer: { contentHtml: string; at: Date }) => Message,
): Message[] {
  const first = answerHtml !== null && answeredAt ? [toMessage({ contentHtml: answerHtml, at: answeredAt })] : []
  return [...first, ...messages].sort((one, other) => one.at.getTime() - other.at.getTime())
}
