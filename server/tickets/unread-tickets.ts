import { and, eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
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

/** For an administrator, those that wait for this administrator. */
export function countTicketsOfOffice(rules: RecipientRules): SQL {
  return countTickets(waitsForAdministrator(userId, rules))
}

/** Condition on `tickets`: open, and taken by this administrator, or by none and addressed to no teacher and no curator. */
export function waitsForAdministrator(id: string | Placeholder, rules: RecipientRules): SQL<boolean> {
  return sql<boolean>`(${isOpen} and case
    when ${tickets.assigneeId} is null then not ${isAddressed(rules)} else ${tickets.assigneeId} = ${id}
  end)`
}

function countTickets(isCounted: SQL | undefined): SQL {
  return sql`(select count(*)::int from ${tickets} where ${isCounted})`
}
