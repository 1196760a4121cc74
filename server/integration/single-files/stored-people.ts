import { and, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { GuardianRights } from '#contract/people/guardian-rights.ts'
import { isNotEnded } from '#server/access/ended-guardianships.ts'
import { isMadeByCode, ofPair } from '#server/access/family-rights.ts'
import { guardiansOf } from '#server/access/visible-students.ts'
import type { RightsChange } from '#server/account-control/note-rights.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { signInIssuers } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import type { Plan, PlannedPerson } from './people-plan.ts'
import type { PersonRow, StoredPerson } from './person-row.ts'

/** Users that match a row by any identifier, in one statement. */
export async function findStoredPeople(transaction: Database, rows: readonly PersonRow[]): Promise<StoredPerson[]> {
  const ids = rows.flatMap(({ id, guardians = [] }) => [id, ...guardians])
  return transaction
    .select({
      id: users.id,
      externalId: users.externalId,
      subject: users.subject,
      subjects: sql<string[]>`array(
        select subject from users as own where own.id = users.id and ${isOfCurrentIssuer(sql`own`)}
        union all select subject from users as joined where joined.joined_into = users.id and ${isOfCurrentIssuer(sql`joined`)}
      )`,
      firstName: users.firstName,
      lastName: users.lastName,
      patronym: users.patronym,
      email: users.email,
      phone: users.phone,
      grade: users.grade,
      hasBeenHere: sql<boolean>`${users.lastSignInAt} is not null`,
      guardianIds: sql<string[]>`array${guardiansOf(users.id, 'relation')}`,
    })
    .from(users)
    .where(
      and(
        isNull(users.joinedInto),
        or(
          inArray(users.externalId, distinctListOf(ids)),
          inArray(
            users.id,
            sql`(
          select coalesce(own.joined_into, own.id) from users as own
          where own.subject in ${distinctListOf(rows.map(({ subject }) => subject))} and ${isOfCurrentIssuer(sql`own`)}
        )`,
          ),
          inArray(sql`lower(${users.email})`, distinctListOf(rows.map(({ email }) => email?.toLowerCase()))),
          inArray(users.phone, distinctListOf(rows.map(({ phone }) => phone))),
        ),
      ),
    )
}

/** Of a user: the account is of the issuer that the server uses. The trigger `users_issuer` gives it to new ones. */
function isOfCurrentIssuer(user: SQL): SQL {
  const current = sql`(select issuer from ${signInIssuers} order by used_since desc limit 1)`
  return sql`${user}.subject is not null and ${user}.issuer is not distinct from ${current}`
}

function distinctListOf(values: readonly (string | null | undefined)[]) {
  return listOf([...new Set(values.filter((value) => typeof value === 'string'))], 'text')
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

/**
 * Replaces the guardians of these children; a new one gets these rights. Returns the child of each pair that was made or
 * ended, and the pairs that have ended.
 */
export async function replaceGuardians(
  transaction: Database,
  families: Plan['families'],
  rights: GuardianRights,
): Promise<Record<'made' | 'ended', string[]> & { former: Omit<RightsChange, 'after'>[] }> {
  const { seesLearning, seesContracts, pays, enrols, writes, isNotified } = rights
  const columns = {
    sees_learning: seesLearning,
    sees_contracts: seesContracts,
    pays,
    enrols,
    writes,
    is_notified: isNotified,
  }
  const children = listOf(
    families.map(({ childId }) => childId),
    'uuid',
  )
  const pairs = JSON.stringify(
    families.flatMap(({ childId, guardianIds }) =>
      guardianIds.map((guardianId) => ({ guardian_id: guardianId, child_id: childId, ...columns })),
    ),
  )
  const ended = await transaction.execute<Omit<RightsChange, 'after'>>(sql`
    delete from guardianships
    where child_id in ${children}
      and (guardian_id, child_id) not in
        (select guardian_id, child_id from json_populate_recordset(null::guardianships, ${pairs}::json))
      and not ${isMadeByCode}
    returning child_id as "childId", guardian_id as "guardianId", ${ofPair} as before
  `)
  const made = await transaction.execute<{ id: string }>(sql`
    insert into guardianships (guardian_id, child_id, sees_learning, sees_contracts, pays, enrols, writes, is_notified)
    select guardian_id, child_id, sees_learning, sees_contracts, pays, enrols, writes, is_notified from json_populate_recordset(null::guardianships, ${pairs}::json) as pairs
    where ${isNotEnded(sql`pairs`)}
    on conflict do nothing returning child_id as id
  `)
  const former = ended.rows
  return { made: made.rows.map(({ id }) => id), ended: former.map(({ childId }) => childId), former }
}

function recordsOf(people: readonly PlannedPerson[]): string {
  return JSON.stringify(
    people.map(({ externalId, firstName, lastName, ...person }) => {
      return { ...person, external_id: externalId, first_name: firstName, last_name: lastName }
    }),
  )
}
