import { inArray, or, sql } from 'drizzle-orm'
import { guardiansOf } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import type { Plan, PlannedPerson, StoredPerson } from './import-plan.ts'
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
      guardianIds: sql<string[]>`array${guardiansOf(users.id)}`,
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

/** One statement for each kind of change. */
export async function writePeople(transaction: Database, { added, changed }: Plan, now: Date): Promise<void> {
  await transaction.execute(sql`
    insert into users (id, external_id, subject, first_name, last_name, patronym, email, phone, grade, has_password)
    select id, external_id, subject, first_name, last_name, patronym, email, phone, grade, subject is not null
    from json_populate_recordset(null::users, ${recordsOf(added)}::json)
  `)
  // A concurrent first sign-in keeps its account.
  await transaction.execute(sql`
    update users set
      external_id = imported.external_id, subject = coalesce(users.subject, imported.subject),
      has_password = users.has_password or imported.subject is not null,
      first_name = imported.first_name, last_name = imported.last_name, patronym = imported.patronym,
      email = imported.email, phone = imported.phone, grade = imported.grade, updated_at = ${now.toISOString()}::timestamptz
    from json_populate_recordset(null::users, ${recordsOf(changed)}::json) as imported
    where users.id = imported.id
  `)
}

/** Replaces the guardians of these children. */
export async function replaceGuardians(
  transaction: Database,
  families: Plan['families'],
): Promise<{ pairsMade: number; pairsEnded: number }> {
  const children = JSON.stringify(families.map(({ childId }) => childId))
  const pairs = JSON.stringify(
    families.flatMap(({ childId, guardianIds }) =>
      guardianIds.map((guardianId) => ({ guardian_id: guardianId, child_id: childId })),
    ),
  )
  const ended = await transaction.execute(sql`
    delete from guardianships
    where child_id in (select json_array_elements_text(${children}::json)::uuid)
      and (guardian_id, child_id) not in
        (select guardian_id, child_id from json_populate_recordset(null::guardianships, ${pairs}::json))
  `)
  const made = await transaction.execute(sql`
    insert into guardianships (guardian_id, child_id)
    select guardian_id, child_id from json_populate_recordset(null::guardianships, ${pairs}::json)
    on conflict do nothing
  `)
  return { pairsMade: made.rowCount ?? 0, pairsEnded: ended.rowCount ?? 0 }
}

function recordsOf(people: readonly PlannedPerson[]): string {
  return JSON.stringify(
    people.map(({ externalId, firstName, lastName, ...person }) => {
      return { ...person, external_id: externalId, first_name: firstName, last_name: lastName }
    }),
  )
}
