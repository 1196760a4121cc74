import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/call.ts'
import type { FoundUser, listUsers } from '#contract/people/admin.ts'
import { type Role, type RoleGroup, rolesOfGroup } from '#contract/roles.ts'
import { impersonationObstacle } from '#server/access/impersonation-rules.ts'
import { isMember, isRunning } from '#server/access/people-of-groups.ts'
import { byName, personColumns, selectRoles } from '#server/access/user-columns.ts'
import { hasUserStatus, userStatus } from '#server/access/user-status.ts'
import { findRelatives } from '#server/access/visible-students.ts'
import type { Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { findCorrectedSearch, findMatches, matchesPeople, type PeopleSearch, parseSearch } from './people-search.ts'

type Wanted = Pick<CallInput<typeof listUsers>, 'query' | 'session'> & {
  now: Date
  /** The school's day. */
  today: Day
}

/** One page of matching users, ordered by name. A text that nothing matches is searched for as it may be meant. */
export async function findUsers(
  database: Database,
  wanted: Wanted,
  pageSize = 50,
): Promise<AnswerOf<typeof listUsers>> {
  const typed = wanted.query.search ?? ''
  const found = await findPage(database, { ...wanted, search: parseSearch(typed) }, pageSize)
  const meant = found.total === 0 && typed !== '' ? await findCorrectedSearch(database, typed) : null
  return meant ? findPage(database, { ...wanted, search: meant }, pageSize) : found
}

async function findPage(
  database: Database,
  { query: { page, ...filter }, search, session, now, today }: Wanted & { search: PeopleSearch },
  pageSize: number,
): Promise<AnswerOf<typeof listUsers>> {
  const fits = and(matchesPeople(database, search), conditionOf(database, filter, now))
  const rows = await database
    .select({ ...userColumns, isCurator: isCuratorOn(database, today) })
    .from(users)
    .where(fits)
    .orderBy(...byName)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const total = await database.$count(users, fits)
  const ids = rows.map(({ id }) => id)
  const relatives = Map.groupBy(await findRelatives(database, ids), ({ userId }) => userId)
  const groups = await groupsOf(database, ids, today)
  const foundBy = await findMatches(database, search, ids)
  const items = rows.map(({ isCurator, ...row }) => ({
    ...toFoundUser(row, session, now),
    isCurator,
    foundBy: foundBy.get(row.id) ?? null,
    groups: (groups.get(row.id) ?? []).map(({ title }) => title),
    relatives: (relatives.get(row.id) ?? []).map(({ userId: _, ...relative }) => relative),
  }))
  return { items, total, page, pageSize }
}

/** Groups in which these people study today, by title. */
async function groupsOf(database: Database, ids: readonly string[], today: Day) {
  const { studentId, groupId, joinedOn } = groupMemberships
  const rows = await database
    .select({ studentId, title: studyGroups.title })
    .from(groupMemberships)
    .innerJoin(studyGroups, eq(studyGroups.id, groupId))
    .where(
      and(
        inArray(studentId, [...ids]),
        lte(joinedOn, today),
        lte(studyGroups.startsOn, today),
        isMember(today),
        isRunning(today),
      ),
    )
    .orderBy(asc(studyGroups.title))
  return Map.groupBy(rows, ({ studentId }) => studentId)
}

function isCuratorOn(database: Database, today: Day): SQL<boolean> {
  const { id, curatorId } = studyGroups
  const groups = database
    .select({ id })
    .from(studyGroups)
    .where(and(eq(curatorId, users.id), isRunning(today)))
  return sql<boolean>`exists ${groups}`
}

function conditionOf(
  database: Database,
  { group, status }: Omit<Wanted['query'], 'page' | 'search'>,
  now: Date,
): SQL | undefined {
  return and(
    group && holdsRoleOf(database, group),
    status === 'joined' ? isNotNull(users.joinedInto) : isNull(users.joinedInto),
    status && status !== 'joined' ? hasUserStatus(status, now) : undefined,
  )
}

function holdsRoleOf(database: Database, group: RoleGroup): SQL {
  const held = database
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, users.id), inArray(userRoles.role, [...rolesOfGroup[group]])))
  return exists(held)
}

/** Columns of the list and of the card. */
export const userColumns = {
  ...personColumns,
  subject: users.subject,
  lastSignInAt: users.lastSignInAt,
  lockedAt: users.lockedAt,
  joinedInto: users.joinedInto,
  roles: selectRoles(users.id),
}

type UserRow = Omit<FoundUser, 'roles' | 'status' | 'lastSignInAt' | 'loginAs'> & {
  subject: string | null
  lastSignInAt: Date | null
  lockedAt: Date | null
  joinedInto: string | null
  roles: Role[]
}

/** Adds status and impersonation permission for the administrator. */
export function toFoundUser(row: UserRow, administrator: Session, now: Date): FoundUser {
  const { subject, lastSignInAt, lockedAt, joinedInto, roles, ...person } = row
  const reason = joinedInto === null ? impersonationObstacle(administrator, { userId: person.id, roles }) : 'joined'
  return {
    ...person,
    roles: roles.map((name) => ({ name })),
    status: userStatus({ subject, lastSignInAt, lockedAt, joinedInto }, now),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    loginAs: { allowed: reason === null, reason },
  }
}
