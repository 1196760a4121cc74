import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { UserCard } from '#contract/people/admin.ts'
import type { GuardianRights } from '#contract/people/guardian-rights.ts'
import type { Database } from '#server/db/client.ts'
import { endedGuardianships, guardianships, users } from '#server/db/schema/people.ts'

type PairIds = { guardianId: string; childId: string }

function isPair({ guardianId, childId }: PairIds): SQL | undefined {
  return and(eq(endedGuardianships.guardianId, guardianId), eq(endedGuardianships.childId, childId))
}

/** Condition on rows with the columns of a pair: the school has not ended it. */
export function isNotEnded(pairs: SQL): SQL {
  return sql`not exists (
    select from ${endedGuardianships}
    where ${endedGuardianships.guardianId} = ${pairs}.guardian_id and ${endedGuardianships.childId} = ${pairs}.child_id
  )`
}

export async function isEnded(database: Database, pair: PairIds): Promise<boolean> {
  return (await database.$count(endedGuardianships, isPair(pair))) > 0
}

/** Ends a pair that exists. */
export async function endPair(
  transaction: Database,
  pair: PairIds,
  ended: { rights: GuardianRights; endedAt: Date; endedById: string; reason: string },
): Promise<void> {
  await transaction
    .delete(guardianships)
    .where(and(eq(guardianships.guardianId, pair.guardianId), eq(guardianships.childId, pair.childId)))
  await transaction
    .insert(endedGuardianships)
    .values({ ...pair, ...ended })
    .onConflictDoUpdate({ target: [endedGuardianships.guardianId, endedGuardianships.childId], set: ended })
}

/** Forgets that a pair was ended. Returns the rights of the time; undefined for a pair that was not. */
export async function takeEndedPair(transaction: Database, pair: PairIds): Promise<GuardianRights | undefined> {
  const [found] = await transaction
    .delete(endedGuardianships)
    .where(isPair(pair))
    .returning({ rights: endedGuardianships.rights })
  return found?.rights
}

/** The children and the guardians of a user whose pairs the school has ended, the latest first. For administrators. */
export async function findFormerRelatives(database: Database, userId: string): Promise<UserCard['formerRelatives']> {
  const { guardianId, childId, endedAt, reason } = endedGuardianships
  const related = async (kind: 'child' | 'guardian') => {
    const [own, other] = kind === 'child' ? [guardianId, childId] : [childId, guardianId]
    const rows = await database
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, endedAt, reason })
      .from(endedGuardianships)
      .innerJoin(users, eq(users.id, other))
      .where(eq(own, userId))
      .orderBy(desc(endedAt), users.id)
    return rows.map((row) => ({ ...row, kind, endedAt: row.endedAt.toISOString() }))
  }
  return [...(await related('child')), ...(await related('guardian'))]
}
