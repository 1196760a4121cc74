import { and, eq, not, or, type SQL, sql } from 'drizzle-orm'
import { isAddressed, isAddressedTo, type RecipientRules } from '#server/access/ticket-recipients.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { isOpen, isUnread } from './ticket-times.ts'

const userId = sql.placeholder('userId')
const hasUnreadAnswer = and(eq(tickets.authorId, userId), isUnread)

/** How many tickets of the user have an unread answer, as a subquery with the placeholder `userId`. */
export const countUnreadAnswers: SQL = countTickets(hasUnreadAnswer)

/** For a teacher or curator, also those addressed to them that wait for an answer. */
export function countTicketsOfTeacher(rules: RecipientRules): SQL {
  return countTickets(or(hasUnreadAnswer, and(isAddressedTo(userId, rules), isOpen)))
}

/** For administrators: those that none of them, no teacher and no curator has yet. */
export function countTicketsOfOffice(rules: RecipientRules): SQL {
  return countTickets(and(eq(tickets.state, 'received'), not(isAddressed(rules))))
}

function countTickets(isCounted: SQL | undefined): SQL {
  return sql`(select count(*)::int from ${tickets} where ${isCounted})`
}
