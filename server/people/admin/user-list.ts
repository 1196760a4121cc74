import { and, asc, eq, exists, inArray, type SQL } from 'drizzle-orm'
import type { listUsers } from '#contract/admin.ts'
import type { AnswerOf } from '#contract/call.ts'
import { type RoleGroup, rolesOfGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { toFoundUser, userColumns } from './found-user.ts'
import { matchesSearch, toTsQuery } from './user-search.ts'
import { hasUserStatus } from './user-status.ts'

const pageSize = 50

type Wanted = Pick<CallInput<typeof listUsers>, 'query' | 'session'> & { now: Date }

/** One page of matching users, ordered by name. */
export async function findUsers(
  database: Database,
  { query: { page, ...filter }, session, now }: Wanted,
): Promise<AnswerOf<typeof listUsers>> {
  const fits = conditionOf(database, filter, now)
  const rows = await database
    .select(userColumns)
    .from(users)
    .where(fits)
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.patronym), asc(users.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const total = await database.$count(users, fits)
  return { items: rows.map((row) => toFoundUser(row, session, now)), total, page, pageSize }
}

function conditionOf(
  database: Database,
  { search = '', group, status }: Omit<Wanted['query'], 'page'>,
  now: Date,
): SQL | undefined {
  const query = toTsQuery(search)
  return and(
    query === null ? undefined : matchesSearch(query),
    group && holdsRoleOf(database, group),
    status && hasUserStatus(status, now),
  )
}

function holdsRoleOf(database: Database, group: RoleGroup): SQL {
  const held = database
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, users.id), inArray(userRoles.role, [...rolesOfGroup[group]])))
  return exists(held)
}
