import { and, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { impersonationEndReason } from '#server/access/impersonation-rules.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import { announceChanges, announceEndedSessions } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { type RoleGiver, roleGivers } from '#server/db/schema/people.ts'
import { audit } from '#server/security/audit-log.ts'

export type RoleChange = { userId: string; role: Role; change: 'given' | 'taken' }

/** Who grants roles: the import, the school, or the provider with this issuer; null: of a provider that was removed. */
export type Granter = Exclude<RoleGiver, 'provider'> | { issuer: string | null }

/**
 * Sets the roles that `granter` grants to these users; the only place where roles change. Roles of other granters stay,
 * also those of other providers. A role granted twice belongs to the stronger giver (`roleGivers`), of two providers to
 * the later one. Returns the changes.
 */
export async function setRoles(
  database: Database,
  granter: Granter,
  people: readonly { userId: string; roles: readonly Role[] }[],
  { now, command, reason }: { now: Date; command?: string | undefined; reason?: string | null },
): Promise<RoleChange[]> {
  const isProvider = typeof granter === 'object'
  const giver: RoleGiver = isProvider ? 'provider' : granter
  const issuer = isProvider ? granter.issuer : null
  const isOwn = isProvider ? sql`(issuer is null or issuer = ${issuer})` : sql`true`
  const ids = listOf(
    people.map(({ userId }) => userId),
    'uuid',
  )
  const wanted = JSON.stringify(people.flatMap(({ userId, roles }) => roles.map((role) => ({ user_id: userId, role }))))
  const rank = (column: string) =>
    sql`array_position(${`{${roleGivers.join(',')}}`}::text[], ${sql.raw(column)}.given_by)`
  const changes = await database.execute<RoleChange>(sql`
    with wanted as (
      select distinct user_id, role from json_populate_recordset(null::user_roles, ${wanted}::json)
    ),
    taken as (
      delete from user_roles
      where given_by = ${giver} and ${isOwn} and user_id in ${ids}
        and (user_id, role) not in (select user_id, role from wanted)
      returning user_id, role
    ),
    given as (
      insert into user_roles (user_id, role, given_by, issuer) select user_id, role, ${giver}, ${issuer} from wanted
      on conflict (user_id, role) do update set given_by = excluded.given_by, issuer = excluded.issuer
        where ${rank('user_roles')} < ${rank('excluded')}
          or user_roles.given_by = 'provider' and excluded.given_by = 'provider'
            and user_roles.issuer is distinct from excluded.issuer
      returning user_id, role, xmax = 0 as is_new
    )
    select user_id as "userId", role, 'taken' as change from taken
    union all select user_id, role, 'given' from given where is_new
    order by 1, 3, 2
  `)
  const { rows } = changes
  const action = { given: 'roles.granted', taken: 'roles.revoked' } as const
  await audit(
    database,
    ...rows.map(({ userId, role, change }) => ({
      at: now,
      action: action[change],
      subjectId: userId,
      detail: role,
      command,
      ...(reason !== undefined && { reason }),
    })),
  )
  const userIds = [...new Set(rows.map(({ userId }) => userId))]
  await announceChanges(database, { userIds, calls: ['GET /v1/profile', 'GET /v1/system/menu'] })
  await announceRevokedImpersonations(database, userIds, now)
  return rows
}

/** Ends the streams of impersonations that the roles of either side no longer allow. Their next request ends them. */
async function announceRevokedImpersonations(database: Database, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return
  const { id, userId, administratorId, impersonationUntil } = sessions
  const changed = listOf(userIds, 'uuid')
  const concerned = or(inArray(administratorId, changed), inArray(userId, changed))
  const impersonations = await database
    .select({
      id,
      until: impersonationUntil,
      administratorRoles: selectRoles(administratorId),
      subjectRoles: selectRoles(userId),
    })
    .from(sessions)
    .where(and(isNotNull(administratorId), concerned))
  const revoked = impersonations.filter(
    ({ until, ...state }) => until && impersonationEndReason({ until, ...state }, now),
  )
  await announceEndedSessions(
    database,
    revoked.map(({ id }) => id),
  )
}
