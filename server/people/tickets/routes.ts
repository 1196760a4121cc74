import { desc, eq, sql } from 'drizzle-orm'
import { createTicket, listTickets, type Ticket } from '#contract/schedule.ts'
import type { App } from '#server/app-types.ts'
import { dayInZone } from '#server/calendar-days.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { selectJson, toRawJsonList } from '#server/db/json-select.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
import { throwInvalidValue } from '#server/http-error.ts'
import { notifyUsers } from '#server/notifications/notify-users.ts'
import { publishEvents } from '#server/notifications/publish-event.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { formatTicketNumber, sanitizeTicket, ticketProblem } from './rules.ts'

/** Support tickets. The text is sanitized and the author is notified of the number. */
export async function ticketRoutes(app: App) {
  const { TIME_ZONE: timeZone } = app.env
  const ticketList = prepareTicketList(app.database)

  registerCall(app, createTicket, async ({ session, body, language, database }) => {
    const contentHtml = sanitizeTicket(body.contentHtml)
    const fault = ticketProblem(contentHtml)
    if (fault !== null) throwInvalidValue('contentHtml', fault, 'The text is empty or too long')
    const now = app.clock()
    const ticket = await insertTicket(database, { authorId: session.userId, contentHtml, now, timeZone })
    const recipient = { ...session.user, language }
    await notifyUsers(database, now, [{ recipient, kind: 'ticket-received', values: { number: ticket.number } }])
    return ticket
  })

  registerCall(app, listTickets, ({ session }) => ticketList(session.userId))
}

const mostListed = 100

type Letter = { authorId: string; contentHtml: string; now: Date; timeZone: string }

/** Stores a sanitized ticket and assigns the next number. */
async function insertTicket(transaction: Transaction, { authorId, contentHtml, now, timeZone }: Letter) {
  const { rows } = await transaction.execute<{ next: string }>(sql`select nextval(${ticketNumbers.seqName}) as next`)
  const number = formatTicketNumber(dayInZone(now, timeZone), Number(rows[0]?.next))
  const [written] = await transaction
    .insert(tickets)
    .values({ number, authorId, contentHtml, createdAt: now })
    .returning({ uuid: tickets.id })
  if (!written) throw new Error('The ticket was not stored')
  const data = { collection: 'tickets', sourcedId: written.uuid, number }
  await publishEvents(transaction, now, [{ type: 'ticket.created', data }])
  return { uuid: written.uuid, number }
}

/** Tickets of one author, newest first. */
function prepareTicketList(database: Database) {
  const { id: uuid, number, contentHtml, state, createdAt, answerHtml, answeredAt } = tickets
  const query = database
    .select(selectJson<Ticket>({ uuid, number, contentHtml, state, createdAt, answerHtml, answeredAt }))
    .from(tickets)
    .where(eq(tickets.authorId, sql.placeholder('authorId')))
    .orderBy(desc(createdAt), desc(number))
    .limit(mostListed)
    .prepare('tickets')
  return async (authorId: string) => toRawJsonList<Ticket>(await query.execute({ authorId }))
}
