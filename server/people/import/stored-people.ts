import { inArray, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import type { StoredPerson } from './import-plan.ts'
import type { Row } from './row.ts'

/** Users that match a row by any identifier, in one statement. */
export async function findStoredPeople(transaction: Database, rows: readonly Row[]): Promise<StoredPerson[]> {
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
      guardianIds: sql<string[]>`array(
        select ${guardianships.guardianId} from ${guardianships} where ${guardianships.childId} = ${users.id}
      )`,
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

/** One JSON parameter, because the number of parameters is limited. */
function listOf(values: readonly (string | null | undefined)[]) {
  const known = [...new Set(values.filter((value) => typeof value === 'string'))]
  return sql`(select json_array_elements_text(${JSON.stringify(known)}::json))`
}
