import { type SQL, sql } from 'drizzle-orm'
import { ticketAnswerHours } from '#contract/limits.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'

const lastAnswer: SQL = sql`greatest(${tickets.answeredAt}, (
  select max(${ticketMessages.createdAt}) from ${ticketMessages}
  where ${ticketMessages.ticketId} = ${tickets.id} and ${ticketMessages.kind} = 'answer'
))`

/** When the school last answered; null without an answer. Wrapped: Drizzle drops table names at the top of a field. */
export const lastAnsweredAt = sql<Date | null>`(${lastAnswer})`.mapWith(tickets.createdAt)

/** The author has not opened the last answer. */
export const isUnread = sql<boolean>`coalesce(${lastAnsweredAt} > coalesce(${tickets.readAt}, '-infinity'), false)`

/** The norm of hours of the ticket's topic. */
const normHours: SQL = sql`case ${tickets.topic} ${sql.join(
  Object.entries(ticketAnswerHours).map(([topic, hours]) => sql.raw(`when '${topic}' then ${hours} `)),
)} end`

/** The instant of the norm after an instant of the ticket. */
export function normAfter(instant: SQL): SQL<Date> {
  return sql<Date>`(${instant} + make_interval(hours => ${normHours}))`.mapWith(tickets.createdAt)
}

/** Since when the author waits for an answer: from the first message after the last answer. */
const waitingSince: SQL = sql`case
  when ${lastAnsweredAt} is null then ${tickets.createdAt}
  else coalesce((
    select min(${ticketMessages.createdAt}) from ${ticketMessages}
    where ${ticketMessages.ticketId} = ${tickets.id} and ${ticketMessages.kind} = 'reply'
      and ${ticketMessages.createdAt} > ${lastAnsweredAt}
  ), ${lastAnsweredAt})
end`

export const isOpen: SQL = sql`${tickets.state} in ('received', 'inProgress')`

/** When an open ticket is to be answered; null for others. */
export const dueAt = sql<Date | null>`case when ${isOpen} then ${normAfter(waitingSince)} end`.mapWith(
  tickets.createdAt,
)

/** A ticket waits longer than its norm. */
export function isOverdue(now: Date): SQL {
  return sql`${dueAt} < ${now.toISOString()}::timestamptz`
}
