import { and, desc, eq, ne, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { TicketMessageKind } from '#contract/enumerations.ts'
import type { Ticket, TicketConversation } from '#contract/people/tickets.ts'
import { isAddressedTo, type RecipientRules, recipientRoleOf } from '#server/access/ticket-recipients.ts'
import type { Database } from '#server/db/client.ts'
import { selectIsoInstant } from '#server/db/json-select.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { filesByPlace } from './files/ticket-file-store.ts'
import { authors, recipients, students, toNamed } from './ticket-queue.ts'
import { hasWords } from './ticket-search.ts'
import { dueAt, isOpen, isUnread, lastAnsweredAt } from './ticket-times.ts'
import { firstWords, previewLength, ticketSubject } from './ticket-words.ts'

const maxRows = 100

/** Characters of a message that the list needs: markup may be most of them. */
const readLength = 2000

const { id, number, topic, contentHtml, state, createdAt } = tickets
/** Who reads: an author, or a teacher or curator, who also reads what is addressed to them. */
export type TicketReader = { userId: string; isTeacher: boolean }

/** The last message after the text of the ticket and its first answer. */
const lastMessage = sql<LastMessage | null>`(
  select json_build_object('kind', ${ticketMessages.kind}, 'at', ${selectIsoInstant(ticketMessages.createdAt)},
    'html', left(${ticketMessages.contentHtml}, ${sql.raw(`${readLength}`)}))
  from ${ticketMessages}
  where ${ticketMessages.ticketId} = ${tickets.id} and ${ticketMessages.kind} <> 'note'
  order by ${ticketMessages.createdAt} desc, ${ticketMessages.id} desc limit 1
)`

type LastMessage = { kind: TicketMessageKind; at: string; html: string }

/** What the list and the conversation have in common. */
const factColumns = {
  uuid: id,
  number,
  topic,
  state,
  createdAt,
  isUnread,
  dueAt,
  isOpen: sql<boolean>`${isOpen}`,
  firstAnsweredAt: tickets.answeredAt,
  answeredAt: lastAnsweredAt,
  author: { id: authors.id, firstName: authors.firstName, lastName: authors.lastName },
  recipient: { id: recipients.id, firstName: recipients.firstName, lastName: recipients.lastName },
  student: { uuid: students.id, firstName: students.firstName },
}

type Reader = { userId: string | Placeholder; isTeacher: boolean }

/** Those that the reader has written, and those that are addressed to the reader. */
function isReadBy({ userId, isTeacher }: Reader, rules: RecipientRules): SQL | undefined {
  const isOwn = eq(tickets.authorId, userId)
  return isTeacher ? or(isOwn, isAddressedTo(userId, rules)) : isOwn
}

/** Tickets of one reader, those with the newest messages first. */
export function prepareTicketList(
  database: Database,
  branches: RecipientRules['branches'],
): (reader: TicketReader, today: string) => Promise<Ticket[]> {
  const userId = sql.placeholder('userId')
  const rules = { today: sql.placeholder('today'), branches }
  const prepare = (name: string, isTeacher: boolean) =>
    selectTickets(database, isReadBy({ userId, isTeacher }, rules), rules).prepare(name)
  const ofAuthor = prepare('tickets', false)
  const ofTeacher = prepare('tickets_of_teacher', true)
  return async (reader, today) => {
    const rows = await (reader.isTeacher ? ofTeacher : ofAuthor).execute({ userId: reader.userId, today })
    return toTickets(rows, reader)
  }
}

/** Those of one reader that have all words of a search. */
export async function searchTickets(
  database: Database,
  reader: TicketReader & { search: string },
  rules: RecipientRules,
): Promise<Ticket[]> {
  const found = and(isReadBy(reader, rules), hasWords(reader.search))
  return toTickets(await selectTickets(database, found, rules), reader)
}

function selectTickets(database: Database, fits: SQL | undefined, rules: RecipientRules) {
  return database
    .select({
      ...factColumns,
      recipientRole: recipientRoleOf(rules),
      lastMessage,
      html: sql<string>`left(${contentHtml}, ${sql.raw(`${readLength}`)})`,
      answerHtml: sql<string | null>`left(${tickets.answerHtml}, ${sql.raw(`${readLength}`)})`,
    })
    .from(tickets)
    .innerJoin(authors, eq(authors.id, tickets.authorId))
    .leftJoin(students, eq(students.id, tickets.studentId))
    .leftJoin(recipients, eq(recipients.id, tickets.recipientId))
    .where(fits)
    .orderBy(desc(createdAt), desc(number))
    .limit(maxRows)
}

type FactRow = Omit<Awaited<ReturnType<typeof selectTickets>>[number], 'lastMessage' | 'html' | 'answerHtml'>

/** The facts as the reader sees them: what is addressed to the reader is new as long as it waits for an answer. */
function toFacts(row: FactRow, html: string, { userId }: TicketReader): Omit<Ticket, 'lastMessage'> {
  const { author, recipient, recipientRole, isOpen: isWaiting, firstAnsweredAt: _, ...facts } = row
  const isOwn = author.id === userId
  return {
    ...facts,
    subject: ticketSubject(html),
    createdAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    isUnread: isOwn ? row.isUnread : isWaiting,
    author: isOwn ? null : toNamed(author).name,
    recipient: recipientRole && recipient && { name: toNamed(recipient).name, role: recipientRole },
  }
}

function toTickets(rows: Awaited<ReturnType<typeof selectTickets>>, reader: TicketReader): Ticket[] {
  const list = rows.map(({ html, answerHtml, lastMessage: later, ...row }) => {
    const facts = toFacts(row, html, reader)
    const isOwn = (isReply: boolean) => isReply === (facts.author === null)
    const { firstAnsweredAt } = row
    const answer = firstAnsweredAt && { isReply: false, at: firstAnsweredAt.toISOString(), html: answerHtml ?? '' }
    const message = later && { isReply: later.kind === 'reply', at: later.at, html: later.html }
    const last = answer && message ? (message.at < answer.at ? answer : message) : (answer ?? message)
    const preview = last && { isOwn: isOwn(last.isReply), at: last.at, preview: firstWords(last.html, previewLength) }
    return { ...facts, lastMessage: preview }
  })
  const latest = ({ lastMessage, createdAt }: Ticket) => Date.parse(lastMessage?.at ?? createdAt)
  // Sorting is stable: tickets of one instant keep their order.
  return list.sort((one, other) => latest(other) - latest(one))
}

/**
 * A ticket as its author or recipient sees it: without notes and without names of administrators. To the recipient an
 * answer of an administrator is one of the school.
 */
export async function findConversation(
  database: Database,
  { id: ticketId, ...reader }: TicketReader & { id: string },
  rules: RecipientRules,
): Promise<TicketConversation> {
  const [found] = await database
    .select({
      ...factColumns,
      recipientRole: recipientRoleOf(rules),
      contentHtml,
      answerHtml: tickets.answerHtml,
      answeredById: tickets.answeredById,
    })
    .from(tickets)
    .innerJoin(authors, eq(authors.id, tickets.authorId))
    .leftJoin(students, eq(students.id, tickets.studentId))
    .leftJoin(recipients, eq(recipients.id, tickets.recipientId))
    .where(and(eq(id, ticketId), isReadBy(reader, rules)))
  if (!found) throwProblem('not-found', 'No such ticket of this user')
  const rows = await database
    .select({
      uuid: ticketMessages.id,
      kind: ticketMessages.kind,
      writerId: ticketMessages.authorId,
      contentHtml: ticketMessages.contentHtml,
      at: ticketMessages.createdAt,
    })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), ne(ticketMessages.kind, 'note')))
    .orderBy(ticketMessages.createdAt, ticketMessages.id)
  const filesOf = await filesByPlace(database, ticketId)
  const { answerHtml, answeredById, contentHtml: html, ...row } = found
  const facts = toFacts(row, html, reader)
  const { recipient } = row
  /** Whose a message is, and the name beside it: none for the user and for administrators. */
  const replied = { isOwn: facts.author === null, by: facts.author }
  const answeredBy = (writerId: string | null) => {
    const isOwn = facts.author !== null && writerId === reader.userId
    return { isOwn, by: !isOwn && recipient && writerId === recipient.id ? toNamed(recipient).name : null }
  }
  const messages = withFirstAnswer(
    rows.map(({ kind, writerId, ...message }) => ({
      ...message,
      ...(kind === 'reply' ? replied : answeredBy(writerId)),
      files: filesOf(message.uuid),
    })),
    { answerHtml, answeredAt: row.firstAnsweredAt },
    (answer) => ({ ...answer, ...answeredBy(answeredById), uuid: row.uuid, files: filesOf('answer') }),
  )
  return {
    ...facts,
    contentHtml: html,
    files: filesOf('ticket'),
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
