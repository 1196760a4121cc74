import { inArray, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import type { StoredPerson } from './planning.ts'
import type { Row } from './row.ts'

/** Everyone whom the rows may mean, or who has what they say: one statement, however many rows there are. */
export async function readStored(transaction: Database, rows: readonly Row[]): Promise<StoredPerson[]> {
  const ids = rows.flatMap(({ id, guardians = [] }) => [id, ...guardians])
  return transaction
    .select({
      id: users.id,
      externalId: users.externalId,
      subject: users.subject,
      firstName: users.firstName,
      lastName: users.lastName,
      patronym: users.patronym,
      email: users.email,
      phone: users.phone,
      grade: users.grade,
      hasBeenHere: sql<boolean>`${users.lastSignInAt} is not null`,
    })
    .from(users)
    .where(
      or(
        inArray(users.externalId, listOf(ids)),
        inArray(users.subject, listOf(rows.map(({ subject }) => subject))),
        inArray(sql`lower(${users.email})`, listOf(rows.map(({ email }) => email?.toLowerCase()))),
        inArray(users.phone, listOf(rows.map(({ phone }) => phone))),
      ),
    )
}

/** One parameter, however many values: a list of parameters has an end. */
function listOf(values: readonly (string | null | undefined)[]) {
  const known = [...new Set(values.filter((value) => typeof value === 'string'))]
  return sql`(select json_array_elements_text(${JSON.stringify(known)}::json))`
}
