import { asc, count, eq, inArray } from 'drizzle-orm'
import { displayName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { tickets } from '#server/db/schema/schedule.ts'

const shown = 10

/** Tickets without an answer, the oldest first, and their number. */
export async function findOpenTickets(database: Database) {
  const isOpen = inArray(tickets.state, ['received', 'inProgress'])
  const [rows, [counted]] = await Promise.all([
    database
      .select({
        uuid: tickets.id,
        number: tickets.number,
        state: tickets.state,
        createdAt: tickets.createdAt,
        authorId: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(tickets)
      .innerJoin(users, eq(users.id, tickets.authorId))
      .where(isOpen)
      .orderBy(asc(tickets.createdAt), asc(tickets.number))
      .limit(shown),
    database.select({ total: count() }).from(tickets).where(isOpen),
  ])
  return {
    items: rows.map(({ authorId, firstName, lastName, createdAt, ...ticket }) => ({
      ...ticket,
      createdAt: createdAt.toISOString(),
      author: { id: authorId, name: displayName({ firstName, lastName }) },
    })),
    total: counted?.total ?? 0,
  }
}
