import { inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import type { RoleGrant } from '#server/db/schema/account-joins.ts'
import { roleGivers, userRoles } from '#server/db/schema/people.ts'
import { type Granter, setRoles } from './set-roles.ts'

type Pair = { keptId: string; joinedId: string; now: Date; reason: string | null }

/** SQL list of the user's roles with their sources. */
export function selectRoleGrants(userId: AnyPgColumn) {
  return sql<RoleGrant[]>`(
    select coalesce(json_agg(json_build_object('role', role, 'givenBy', given_by, 'issuer', issuer) order by role), '[]'::json)
    from ${userRoles} where ${userRoles.userId} = ${userId}
  )`
}

/** Gives the kept account the roles of the joined one, from the same sources, and takes them from the joined one. */
export async function uniteRoles(transaction: Database, { keptId, joinedId, ...change }: Pair): Promise<void> {
  const grants = await findGrants(transaction, [keptId, joinedId])
  const of = (id: string, isOf: (grant: RoleGrant) => boolean) =>
    grants.flatMap((grant) => (grant.userId === id && isOf(grant) ? [grant.role] : []))
  // A role that both have from providers stays that of the provider of the kept account.
  const ofProviders = of(keptId, ({ givenBy }) => givenBy === 'provider')
  for (const { granter, isOf, isProvider } of sourcesOf(grants)) {
    const joined = of(joinedId, isOf)
    if (joined.length === 0) continue
    const added = isProvider ? joined.filter((role) => !ofProviders.includes(role)) : joined
    const united = [...new Set([...of(keptId, isOf), ...added])]
    const people = [
      { userId: keptId, roles: united },
      { userId: joinedId, roles: [] },
    ]
    await setRoles(transaction, granter, people, change)
  }
}

/** Takes the roles that the join has given from the kept account and gives the joined one its own again. */
export async function separateRoles(
  transaction: Database,
  { keptId, joinedId, before, ...change }: Pair & { before: Record<'kept' | 'joined', readonly RoleGrant[]> },
): Promise<void> {
  const held = new Map(before.kept.map((grant) => [grant.role, grant]))
  const rank = (grant: RoleGrant | undefined) => (grant === undefined ? -1 : roleGivers.indexOf(grant.givenBy))
  const added = before.joined.filter((grant) => rank(held.get(grant.role)) < rank(grant))
  const grants = await findGrants(transaction, [keptId])
  // The stronger source first: it must let go of a role that the weaker one gets back.
  for (const { granter, isOf } of sourcesOf([...grants, ...before.kept, ...before.joined]).toReversed()) {
    const isAdded = (role: RoleGrant['role']) => added.some((one) => isOf(one) && one.role === role)
    const stay = grants.filter((one) => isOf(one) && !isAdded(one.role)).map(({ role }) => role)
    const back = added.flatMap(({ role }) => [held.get(role)].flatMap((one) => (one && isOf(one) ? [role] : [])))
    const people = [
      { userId: keptId, roles: [...stay, ...back] },
      { userId: joinedId, roles: before.joined.filter(isOf).map(({ role }) => role) },
    ]
    await setRoles(transaction, granter, people, change)
  }
}

type Source = { granter: Granter; isProvider: boolean; isOf: (grant: RoleGrant) => boolean }

/** The sources of these roles, the weaker first; each provider is one. */
function sourcesOf(grants: readonly RoleGrant[]): Source[] {
  const ofProvider = ({ givenBy }: RoleGrant) => givenBy === 'provider'
  const issuers = [...new Set(grants.filter(ofProvider).map(({ issuer }) => issuer))]
  const providers = issuers.map((issuer) => {
    const isOf = (grant: RoleGrant) => ofProvider(grant) && grant.issuer === issuer
    return { granter: { issuer }, isProvider: true, isOf }
  })
  const others = roleGivers.flatMap((giver) =>
    giver === 'provider'
      ? []
      : [{ granter: giver, isProvider: false, isOf: ({ givenBy }: RoleGrant) => givenBy === giver }],
  )
  return [...providers, ...others]
}

function findGrants(transaction: Database, ids: string[]) {
  const { userId, role, givenBy, issuer } = userRoles
  return transaction.select({ userId, role, givenBy, issuer }).from(userRoles).where(inArray(userId, ids))
}
