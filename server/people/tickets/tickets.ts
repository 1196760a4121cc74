import { desc, eq, sql } from 'drizzle-orm'
import type { Ticket } from '#contract/schedule.ts'
import { dayInZone } from '#server/calendar-days.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { selectJson, toRawJsonList } from '#server/db/json-select.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
import { formatTicketNumber } from './rules.ts'

const mostListed = 100

type Letter = { authorId: string; contentHtml: string; now: Date; timeZone: string }

/** Stores a sanitized ticket and assigns the next number. */
export async function insertTicket(transaction: Transaction, { authorId, contentHtml, now, timeZone }: Letter) {
  const { rows } = await transaction.execute<{ next: string }>(sql`select nextval(${ticketNumbers.seqName}) as next`)
  const number = formatTicketNumber(dayInZone(now, timeZone), Number(rows[0]?.next))
  const [written] = await transaction
    .insert(tickets)
    .values({ number, authorId, contentHtml, createdAt: now })
    .returning({ uuid: tickets.id })
  if (!written) throw new Error('The ticket was not stored')
  return { uuid: written.uuid, number }
}

/** Tickets of one author, newest first. */
export function prepareTicketList(database: Database) {
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
