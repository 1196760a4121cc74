import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { TicketMessageKind } from '#contract/enumerations.ts'
import type { Ticket, TicketConversation } from '#contract/people/tickets.ts'
import type { Database } from '#server/db/client.ts'
import { selectIsoInstant } from '#server/db/json-select.ts'
import { users } from '#server/db/schema/people.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { filesByPlace } from './files/ticket-file-store.ts'
import { hasWords } from './ticket-search.ts'
import { dueAt, isUnread, lastAnsweredAt } from './ticket-times.ts'
import { firstWords, previewLength, ticketSubject } from './ticket-words.ts'

const maxRows = 100

/** Characters of a message that the list needs: markup may be most of them. */
const readLength = 2000

const { id, number, topic, contentHtml, state, createdAt } = tickets
const studentColumns = { uuid: users.id, firstName: users.firstName }

/** The last message after the text of the ticket and its first answer. */
const lastMessage = sql<LastMessage | null>`(
  select json_build_object('kind', ${ticketMessages.kind}, 'at', ${selectIsoInstant(ticketMessages.createdAt)},
    'html', left(${ticketMessages.contentHtml}, ${sql.raw(`${readLength}`)}))
  from ${ticketMessages}
  where ${ticketMessages.ticketId} = ${tickets.id} and ${ticketMessages.kind} <> 'note'
  order by ${ticketMessages.createdAt} desc, ${ticketMessages.id} desc limit 1
)`

type LastMessage = { kind: TicketMessageKind; at: string; html: string }

/** Tickets of one author, those with the newest messages first. */
export function prepareTicketList(database: Database): (authorId: string) => Promise<Ticket[]> {
  const query = selectTickets(database, eq(tickets.authorId, sql.placeholder('authorId'))).prepare('tickets')
  return async (authorId) => toTickets(await query.execute({ authorId }))
}

/** Those of one author that have all words of a search. */
export async function searchTickets(
  database: Database,
  { authorId, search }: { authorId: string; search: string },
): Promise<Ticket[]> {
  return toTickets(await selectTickets(database, and(eq(tickets.authorId, authorId), hasWords(search))))
}

function selectTickets(database: Database, fits: SQL | undefined) {
  return database
    .select({
      ...{ uuid: id, number, topic, state, createdAt, isUnread, dueAt, lastMessage },
      html: sql<string>`left(${contentHtml}, ${sql.raw(`${readLength}`)})`,
      answerHtml: sql<string | null>`left(${tickets.answerHtml}, ${sql.raw(`${readLength}`)})`,
      firstAnsweredAt: tickets.answeredAt,
      answeredAt: lastAnsweredAt,
      student: studentColumns,
    })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.studentId))
    .where(fits)
    .orderBy(desc(createdAt), desc(number))
    .limit(maxRows)
}

function toTickets(rows: Awaited<ReturnType<typeof selectTickets>>): Ticket[] {
  const list = rows.map(({ html, answerHtml, firstAnsweredAt, lastMessage: later, ...row }) => {
    const answer = firstAnsweredAt && { isOwn: false, at: firstAnsweredAt.toISOString(), html: answerHtml ?? '' }
    const message = later && { isOwn: later.kind === 'reply', at: later.at, html: later.html }
    const last = answer && message ? (message.at < answer.at ? answer : message) : (answer ?? message)
    return {
      ...row,
      subject: ticketSubject(html),
      createdAt: row.createdAt.toISOString(),
      answeredAt: row.answeredAt?.toISOString() ?? null,
      dueAt: row.dueAt?.toISOString() ?? null,
      lastMessage: last && { isOwn: last.isOwn, at: last.at, preview: firstWords(last.html, previewLength) },
    }
  })
  const latest = ({ lastMessage, createdAt }: Ticket) => Date.parse(lastMessage?.at ?? createdAt)
  // Sorting is stable: tickets of one instant keep their order.
  return list.sort((one, other) => latest(other) - latest(one))
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
      student: studentColumns,
      answerHtml: tickets.answerHtml,
      firstAnsweredAt: tickets.answeredAt,
      answeredAt: lastAnsweredAt,
      dueAt,
    })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.studentId))
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
    subject: ticketSubject(found.contentHtml),
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
