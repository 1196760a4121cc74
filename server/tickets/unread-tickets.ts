import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { RoleGroup } from '#contract/roles.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { isUnread } from './ticket-times.ts'

/**
 * How many tickets are new to a user, as a subquery with the placeholder `userId`: those of the user with an unread answer;
 * for administrators, those that none of them has taken yet.
 */
export function countUnreadTickets(group: RoleGroup): SQL {
  const isOwn = eq(tickets.authorId, sql.placeholder('userId'))
  const isNew = group === 'admin' ? eq(tickets.state, 'received') : and(isOwn, isUnread)
  return sql`(select count(*)::int from ${tickets} where ${isNew})`
}
