import { desc, eq, sql } from 'drizzle-orm'
import type { Ticket } from '#contract/schedule.ts'
import { dayAt } from '#server/days.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
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
export async function ticketsOf(database: Database, authorId: string): Promise<Ticket[]> {
  const found = await database
    .select({
      uuid: tickets.id,
      number: tickets.number,
      contentHtml: tickets.contentHtml,
      state: tickets.state,
      createdAt: tickets.createdAt,
      answerHtml: tickets.answerHtml,
      answeredAt: tickets.answeredAt,
    })
    .from(tickets)
    .where(eq(tickets.authorId, authorId))
    .orderBy(desc(tickets.createdAt), desc(tickets.number))
    .limit(mostListed)
  return found.map(({ createdAt, answeredAt, ...ticket }) => ({
    ...ticket,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }))
}
