import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/people.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'

const maxWords = 12

/** Everything of a conversation that its author can read, and the child's name. Notes of administrators are left out. */
const wholeHtml: SQL = sql`concat_ws(' ', ${tickets.number}, ${tickets.contentHtml}, ${tickets.answerHtml},
  (select ${users.firstName} from ${users} where ${users.id} = ${tickets.studentId}),
  (select string_agg(${ticketMessages.contentHtml}, ' ') from ${ticketMessages}
    where ${and(eq(ticketMessages.ticketId, tickets.id), ne(ticketMessages.kind, 'note'))}))`

/** Case of every script, whatever the locale of the database. */
const wholeText = (names: SQL): SQL =>
  sql`replace(lower(regexp_replace(concat_ws(' ', ${wholeHtml}, ${names}), '<[^>]*>|&nbsp;', ' ', 'g') collate "und-x-icu"), 'ё', 'е')`

/** Whether a conversation has all words of a search, in any case; `names`: of people who are searched for too. */
export function hasWords(search: string, names: SQL = sql`''`): SQL | undefined {
  const words = search.toLowerCase().replaceAll('ё', 'е').split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const hasAll = sql.join(
    words.slice(0, maxWords).map((word) => sql`position(${word} in whole.text) > 0`),
    sql` and `,
  )
  // With an offset the planner makes the text once for all words.
  return sql`exists (select from (select ${wholeText(names)} as text offset 0) as whole where ${hasAll})`
}
