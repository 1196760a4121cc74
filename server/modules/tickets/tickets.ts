import { and, count, desc, eq, gt, min, sql } from 'drizzle-orm'
import type { Ticket } from '#contract/schedule.ts'
import { dayAt } from '#server/days.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { ticketNumbers, tickets } from '#server/db/schema/schedule.ts'
import { secondsUntil } from '#server/identity/one-time-code-rules.ts'
import { refuse } from '#server/refusal.ts'
import { ticketNumberOf } from './rules.ts'

const hour = 60 * 60_000
const mostPerHour = 20
const mostListed = 100

type Letter = { authorId: string; contentHtml: string; now: Date; timeZone: string }

/** Keeps a letter that is cleaned already, and gives it the next number. */
export async function keepTicket(transaction: Transaction, { authorId, contentHtml, now, timeZone }: Letter) {
  await refuseTooMany(transaction, authorId, now)
  const { rows } = await transaction.execute<{ next: string }>(sql`select nextval(${ticketNumbers.seqName}) as next`)
  const number = ticketNumberOf(dayAt(now, timeZone), Number(rows[0]?.next))
  const [written] = await transaction
    .insert(tickets)
    .values({ number, authorId, contentHtml, createdAt: now })
    .returning({ uuid: tickets.id })
  if (!written) throw new Error('The letter was not written')
  return { uuid: written.uuid, number }
}

/** The person's row is locked until the letter is written: letters at once are counted one after another. */
async function refuseTooMany(transaction: Transaction, authorId: string, now: Date): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, authorId)).for('no key update')
  const isRecent = and(eq(tickets.authorId, authorId), gt(tickets.createdAt, new Date(now.getTime() - hour)))
  const [recent] = await transaction
    .select({ letters: count(), oldest: min(tickets.createdAt) })
    .from(tickets)
    .where(isRecent)
  if (!recent?.oldest || recent.letters < mostPerHour) return
  const retryAfter = secondsUntil(new Date(recent.oldest.getTime() + hour), now) ?? 1
  refuse('too-many-requests', 'As many letters as may be were written within an hour', { retryAfter })
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
