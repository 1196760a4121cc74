import { and, count, gte, or, sql } from 'drizzle-orm'
import { ticketTopics } from '#contract/enumerations.ts'
import { ticketAnswerHours } from '#contract/limits.ts'
import type { ResponseTime } from '#contract/people/tickets.ts'
import type { Database } from '#server/db/client.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { isOpen, isOverdue, normAfter } from './ticket-times.ts'

/** Milliseconds before now whose tickets are counted. */
const period = 90 * 24 * 60 * 60_000

/** How fast recent tickets were answered the first time. A ticket that is late without an answer counts as late. */
export async function findResponseTimes(database: Database, now: Date): Promise<ResponseTime[]> {
  const hours = sql`extract(epoch from ${tickets.answeredAt} - ${tickets.createdAt}) / 3600`
  const norm = normAfter(sql`${tickets.createdAt}`)
  const isAnswered = sql`${tickets.answeredAt} is not null`
  const isLate = sql`${norm} < ${now.toISOString()}::timestamptz`
  const counted = or(isAnswered, sql`${isLate} and ${tickets.state} <> 'closed'`)
  const rows = await database
    .select({
      topic: tickets.topic,
      tickets: sql<number>`(count(*) filter (where ${counted}))::int`,
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${hours}) filter (where ${isAnswered})`,
      withinNorm: sql<
        number | null
      >`avg((${isAnswered} and ${tickets.answeredAt} <= ${norm})::int) filter (where ${counted})`,
    })
    .from(tickets)
    .where(gte(tickets.createdAt, new Date(now.getTime() - period)))
    .groupBy(tickets.topic)
  const waiting = await database
    .select({ topic: tickets.topic, late: count() })
    .from(tickets)
    .where(and(isOpen, isOverdue(now)))
    .groupBy(tickets.topic)
  return ticketTopics.map((topic) => {
    const found = rows.find((row) => row.topic === topic)
    const share = found?.withinNorm
    return {
      topic,
      norm: ticketAnswerHours[topic],
      tickets: found?.tickets ?? 0,
      median: found?.median ?? null,
      late: waiting.find((row) => row.topic === topic)?.late ?? 0,
      withinNorm: share === null || share === undefined ? null : Number(share),
    }
  })
}
