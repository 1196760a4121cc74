import { desc, eq, sql } from 'drizzle-orm'
import type { Ticket } from '#contract/schedule.ts'
import { dayAt } from '#server/days.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
import { spell, spelledList } from '#server/db/spelled.ts'
import { ticketNumberOf } from './rules.ts'

const mostListed = 100

type Letter = { authorId: string; contentHtml: string; now: Date; timeZone: string }

/** Keeps a letter that is cleaned already, and gives it the next number. */
export async function keepTicket(transaction: Transaction, { authorId, contentHtml, now, timeZone }: Letter) {
  const { rows } = await transaction.execute<{ next: string }>(sql`select nextval(${ticketNumbers.seqName}) as next`)
  const number = ticketNumberOf(dayAt(now, timeZone), Number(rows[0]?.next))
  const [written] = await transaction
    .insert(tickets)
    .values({ number, authorId, contentHtml, createdAt: now })
    .returning({ uuid: tickets.id })
  if (!written) throw new Error('The letter was not written')
  return { uuid: written.uuid, number }
}

/** What the person has written, the newest first. */
export function ticketListOf(database: Database) {
  const { id: uuid, number, contentHtml, state, createdAt, answerHtml, answeredAt } = tickets
  const query = database
    .select(spell<Ticket>({ uuid, number, contentHtml, state, createdAt, answerHtml, answeredAt }))
    .from(tickets)
    .where(eq(tickets.authorId, sql.placeholder('authorId')))
    .orderBy(desc(createdAt), desc(number))
    .limit(mostListed)
    .prepare('tickets')
  return async (authorId: string) => spelledList<Ticket>(await query.execute({ authorId }))
}
