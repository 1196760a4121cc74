import { inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import type { RoleGrant } from '#server/db/schema/account-joins.ts'
import { roleGivers, userRoles } from '#server/db/schema/people.ts'
import { setRoles } from './roles.ts'

type Pair = { keptId: string; joinedId: string; now: Date; reason: string }

/** SQL list of the user's roles with their sources. */
export function selectRoleGrants(userId: AnyPgColumn) {
  return sql<RoleGrant[]>`(
    select coalesce(json_agg(json_build_object('role', role, 'givenBy', given_by) order by role), '[]'::json)
    from ${userRoles} where ${userRoles.userId} = ${userId}
  )`
}

/** Gives the kept account the roles of the joined one, from the same sources, and takes them from the joined one. */
export async function uniteRoles(transaction: Database, { keptId, joinedId, ...change }: Pair): Promise<void> {
  const grants = await findGrants(transaction, [keptId, joinedId])
  for (const giver of roleGivers) {
    const of = (id: string) =>
      grants.flatMap(({ userId, role, givenBy }) => (userId === id && givenBy === giver ? [role] : []))
    if (of(joinedId).length === 0) continue
    const united = [...new Set([...of(keptId), ...of(joinedId)])]
    const people = [
      { userId: keptId, roles: united },
      { userId: joinedId, roles: [] },
    ]
    await setRoles(transaction, giver, people, change)
  }
}

/** Takes the roles that the join has given from the kept account and gives the joined one its own again. */
export async function separateRoles(
  transaction: Database,
  { keptId, joinedId, before, ...change }: Pair & { before: Record<'kept' | 'joined', readonly RoleGrant[]> },
): Promise<void> {
  const held = new Map(before.kept.map(({ role, givenBy }) => [role, givenBy]))
  const rank = (giver: RoleGrant['givenBy'] | undefined) => (giver === undefined ? -1 : roleGivers.indexOf(giver))
  const added = before.joined.filter(({ role, givenBy }) => rank(held.get(role)) < rank(givenBy))
  const grants = await findGrants(transaction, [keptId])
  // The stronger source first: it must let go of a role that the weaker one gets back.
  for (const giver of roleGivers.toReversed()) {
    const ofGiver = ({ givenBy }: RoleGrant) => givenBy === giver
    const isAdded = (role: RoleGrant['role']) => added.some((one) => ofGiver(one) && one.role === role)
    const stay = grants.filter((one) => ofGiver(one) && !isAdded(one.role)).map(({ role }) => role)
    const back = added.flatMap(({ role }) => (held.get(role) === giver ? [role] : []))
    const people = [
      { userId: keptId, roles: [...stay, ...back] },
      { userId: joinedId, roles: before.joined.filter(ofGiver).map(({ role }) => role) },
    ]
    await setRoles(transaction, giver, people, change)
  }
}

function findGrants(transaction: Database, ids: string[]) {
  const { userId, role, givenBy } = userRoles
  return transaction.select({ userId, role, givenBy }).from(userRoles).where(inArray(userId, ids))
}
