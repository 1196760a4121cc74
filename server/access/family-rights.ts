import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type GuardianRight, type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { byName } from './user-columns.ts'

type Pair = Record<'guardianId' | 'childId', string | Placeholder | AnyPgColumn>

const isPair = ({ guardianId, childId }: Pair) =>
  sql`${guardianships.guardianId} = ${guardianId} and ${guardianships.childId} = ${childId}`

/** The rights as one object; `of`: the column of a right, or what is made of it. */
function rightsAsJson(of: (right: GuardianRight) => SQL): SQL<GuardianRights> {
  const entries = guardianRights.map((right) => sql`${right}::text, ${of(right)}`)
  return sql<GuardianRights>`json_build_object(${sql.join(entries, sql`, `)})`
}

/** The rights of a row of `guardianships`. */
export const ofPair = rightsAsJson((right) => sql`${guardianships[right]}`)

/** The rights of a pair. */
export function selectRightsOf(pair: Pair): SQL<GuardianRights> {
  return sql<GuardianRights>`(select ${ofPair} from ${guardianships} where ${isPair(pair)})`
}

const { guardianId, childId, seesLearning, seesContracts, pays, enrols, writes, isNotified } = guardianships

/** The pairs of a person's own family, for the copy of one's data. */
export const familyPairs = {
  table: guardianships,
  guardianId,
  childId,
  rights: { seesLearning, seesContracts, pays, enrols, writes, isNotified },
  /** Conditions: the guardian, or the child, is one of the accounts. */
  isGuardianIn: (accounts: SQL) => sql`${guardianId} in ${accounts}`,
  isChildIn: (accounts: SQL) => sql`${childId} in ${accounts}`,
}

/** The rights that a pair lacks; null if it has all. */
export function selectWithheldOf(pair: Pair): SQL<GuardianRight[] | null> {
  const values = sql.join(
    guardianRights.map((right) => sql`(${right}::text, ${guardianships[right]})`),
    sql`, `,
  )
  return sql<GuardianRight[] | null>`(
    select json_agg(name) from ${guardianships}, lateral (values ${values}) as rights (name, is_given)
    where ${isPair(pair)} and not is_given
  )`
}

/** Locks a pair and returns its rights; undefined for people who are none. */
export async function lockRights(transaction: Database, pair: Pair): Promise<GuardianRights | undefined> {
  const [found] = await transaction.select({ rights: ofPair }).from(guardianships).where(isPair(pair)).for('update')
  return found?.rights
}

/** The present rights of pairs; null for people who are none. */
export async function findRightsOfPairs<Of extends { guardianId: string; childId: string }>(
  database: Database,
  pairs: readonly Of[],
): Promise<(Of & { after: GuardianRights | null })[]> {
  if (pairs.length === 0) return []
  const asked = pairs.map(({ guardianId, childId }) => ({ guardian_id: guardianId, child_id: childId }))
  const { rows } = await database.execute<{ guardianId: string; childId: string; rights: GuardianRights }>(sql`
    select guardian_id as "guardianId", child_id as "childId", ${ofPair} as rights from ${guardianships}
    where (guardian_id, child_id) in
      (select guardian_id, child_id from json_to_recordset(${JSON.stringify(asked)}::json) as asked (guardian_id uuid, child_id uuid))`)
  const known = new Map(rows.map(({ guardianId, childId, rights }) => [`${guardianId} ${childId}`, rights]))
  return pairs.map((pair) => ({ ...pair, after: known.get(`${pair.guardianId} ${pair.childId}`) ?? null }))
}

type PairIds = { guardianId: string; childId: string }

/** The pairs of two accounts with the same other person: a child of both, or a guardian of both. */
export async function findCommonPairs(
  database: Database,
  { keptId, joinedId }: { keptId: string; joinedId: string },
): Promise<Record<'kept' | 'joined', PairIds>[]> {
  const { rows } = await database.execute<Record<'kept' | 'joined', PairIds>>(sql`
    select json_build_object('guardianId', kept.guardian_id, 'childId', kept.child_id) as kept,
      json_build_object('guardianId', joined.guardian_id, 'childId', joined.child_id) as joined
    from ${guardianships} as joined join ${guardianships} as kept
      on (kept.guardian_id = ${keptId} and joined.guardian_id = ${joinedId} and kept.child_id = joined.child_id)
        or (kept.child_id = ${keptId} and joined.child_id = ${joinedId} and kept.guardian_id = joined.guardian_id)
    order by kept.guardian_id, kept.child_id`)
  return rows
}

/** Makes a person a guardian; `ageAppliedAt`: of the column. Returns false for one who is a guardian of the child already. */
export async function addGuardian(
  transaction: Database,
  { guardianId, childId, rights, ageAppliedAt }: PairIds & { rights: GuardianRights; ageAppliedAt: Date | null },
): Promise<boolean> {
  const made = await transaction
    .insert(guardianships)
    .values({ guardianId, childId, ...rights, ageAppliedAt })
    .onConflictDoNothing()
    .returning({ childId: guardianships.childId })
  return made.length > 0
}

/** Condition on `guardianships`: a code has made the pair, which lists of the school need not know. */
export const isMadeByCode = sql`exists (
  select from pairing_codes where pairing_codes.child_id = guardianships.child_id
    and pairing_codes.used_by = guardianships.guardian_id and pairing_codes.kind = 'guardian'
)`

type KnownGuardian = {
  id: string
  firstName: string
  lastName: string
  patronym: string | null
  rights: GuardianRights
  isSetBySchool: boolean
}

/** The guardians of students with their rights, by name. */
export async function findGuardians(
  database: Database,
  students: SQL,
): Promise<(KnownGuardian & { studentId: string })[]> {
  return database
    .select({
      studentId: guardianships.childId,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      patronym: users.patronym,
      rights: ofPair,
      isSetBySchool: guardianships.isSetBySchool,
    })
    .from(guardianships)
    .innerJoin(users, eq(users.id, guardianships.guardianId))
    .where(sql`${guardianships.childId} in ${students}`)
    .orderBy(guardianships.childId, ...byName)
}

/** Keeps the rights of a person for all children until the transaction ends: a change waits, and sees what was made of them. */
export async function holdRights(transaction: Database, guardianId: string): Promise<void> {
  await transaction
    .select({ childId: guardianships.childId })
    .from(guardianships)
    .where(eq(guardianships.guardianId, guardianId))
    .orderBy(guardianships.childId)
    .for('share')
}

/** `marks`: other columns of the pair; without them, they stay. */
export async function storeRights(
  transaction: Database,
  pair: Pair,
  rights: GuardianRights,
  marks: { ageAppliedAt?: Date | null; isSetBySchool?: true } = {},
): Promise<void> {
  await transaction
    .update(guardianships)
    .set({ ...rights, ...marks, rightsBeforeAge: null })
    .where(isPair(pair))
}

/** Prepares the rights of a guardian for any child; null for a person without children, to whom nothing is closed. */
export function prepareRightsOfGuardian(database: Database) {
  const userId = sql.placeholder('userId')
  const query = database
    .select({
      children: sql<number>`count(*)::int`,
      isCustomer: sql<boolean>`exists (select from ${contracts} where ${contracts.customerId} = ${userId})`,
      rights: rightsAsJson((right) => sql`coalesce(bool_or(${guardianships[right]}), false)`),
    })
    .from(guardianships)
    .where(eq(guardianships.guardianId, userId))
    .prepare('rights_of_guardian')
  return async (userId: string): Promise<GuardianRights | null> => {
    const [found] = await query.execute({ userId })
    if (!found || found.children === 0) return null
    const { isCustomer, rights } = found
    // A contract of one's own is seen and paid whatever the rights.
    return { ...rights, seesContracts: rights.seesContracts || isCustomer, pays: rights.pays || isCustomer }
  }
}

/** The mark of the rights of a guardian, which changes with them; undefined for a person without children. */
export async function rightsMarkOf(database: Database, userId: string): Promise<string | undefined> {
  const flags = sql.join(
    guardianRights.map((right) => sql`${guardianships[right]}::int::text`),
    sql` || `,
  )
  const [found] = await database
    .select({
      mark: sql<
        string | null
      >`md5(string_agg(${guardianships.childId}::text || ${flags}, ' ' order by ${guardianships.childId}))`,
    })
    .from(guardianships)
    .where(eq(guardianships.guardianId, userId))
  return found?.mark ?? undefined
}
