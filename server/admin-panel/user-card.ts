import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { UserCard, UserContract, UserGroup } from '#contract/people/admin.ts'
import { displayName } from '#contract/people/names.ts'
import { accountControlObstacle, assignableRoles } from '#server/access/account-control-rules.ts'
import { findFormerRelatives } from '#server/access/ended-guardianships.ts'
import { selectRightsOf } from '#server/access/family-rights.ts'
import { byName, selectFullName } from '#server/access/user-columns.ts'
import { guardiansOf, visibleStudents } from '#server/access/visible-students.ts'
import { rolesOfSchool } from '#server/account-control/control-account.ts'
import { findJoins } from '#server/account-joins/find-joins.ts'
import type { Session } from '#server/app-types.ts'
import { findDevices } from '#server/auth/devices/devices.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups } from '#server/db/schema/programs.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { findLastInvitation, invitationObstacle } from '#server/invitations/invitations.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { toFoundUser, userColumns } from './user-list.ts'

const cardColumns = {
  ...userColumns,
  grade: users.grade,
  crmUuid: users.crmUuid,
  createdAt: users.createdAt,
  hasPassword: users.hasPassword,
}

type Wanted = {
  id: string
  session: Session
  now: Date
  /** The school's day. */
  today: Day
  contracts: readonly Contract[]
  /** Whether the embedded provider keeps the passwords. */
  hasOwnPasswords: boolean
  consents: UserCard['consents']
}

/** Data of the user card. Contracts are those that the user can see. */
export async function findUserCard(
  database: Database,
  { id, session, now, today, contracts: shown, hasOwnPasswords, consents }: Wanted,
): Promise<UserCard> {
  const [row] = await database.select(cardColumns).from(users).where(eq(users.id, id))
  if (!row) throwProblem('not-found', 'No such user')
  const { grade, crmUuid, createdAt, hasPassword, ...found } = row
  const { lockedAt, roles } = found
  const obstacle = found.joinedInto === null ? accountControlObstacle(session, { userId: id, roles }) : 'joined'
  const assignable = obstacle ? [] : assignableRoles(session)
  const given = await rolesOfSchool(database, id)
  const isInvitable = hasOwnPasswords && !hasPassword
  return {
    ...toFoundUser(found, session, now),
    grade,
    crmUuid,
    createdAt: createdAt.toISOString(),
    hasPassword,
    lockedAt: lockedAt?.toISOString() ?? null,
    invitation: isInvitable
      ? {
          ...(await findLastInvitation(database, id, now)),
          canBeSent: obstacle === null && lockedAt === null && invitationObstacle({ ...found, hasPassword }) === null,
        }
      : null,
    control: {
      reason: obstacle,
      givable: assignable.filter((role) => !roles.includes(role)),
      takeable: assignable.filter((role) => given.includes(role)),
    },
    relatives: await relativesOf(database, id),
    formerRelatives: await findFormerRelatives(database, id),
    consents,
    joins: await findJoins(database, id, now),
    contracts: await rowsOf(database, shown),
    groups: await groupsOf(database, id, today),
    sessions: await findDevices(database, id, now),
  }
}

async function relativesOf(database: Database, id: string): Promise<UserCard['relatives']> {
  const related = (kind: 'child' | 'guardian', ids: SQL) =>
    database
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        rights: selectRightsOf(
          kind === 'child' ? { guardianId: id, childId: users.id } : { guardianId: users.id, childId: id },
        ),
      })
      .from(users)
      .where(sql`${users.id} in ${ids}`)
      .orderBy(...byName)
      .then((rows) => rows.map((row) => ({ ...row, kind })))
  const children = await related('child', visibleStudents({ roleGroup: 'parent', userId: id }, 'relation'))
  const guardians = await related('guardian', guardiansOf(id, 'relation'))
  return [...children, ...guardians]
}

async function rowsOf(database: Database, shown: readonly Contract[]): Promise<UserContract[]> {
  if (shown.length === 0) return []
  const ids = shown.map(({ uuid }) => uuid)
  const customers = await database
    .select({ contractId: contracts.id, id: users.id, name: selectFullName(users) })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.customerId))
    .where(sql`${contracts.id} in ${listOf(ids, 'uuid')}`)
  const byContract = new Map(customers.map(({ contractId, id, name }) => [contractId, { id, name: name ?? '' }]))
  return shown.flatMap((contract) => {
    const customer = byContract.get(contract.uuid)
    return customer ? [{ ...toRow(contract), customer }] : []
  })
}

/** The next payment counts as the customer sees it: what a bank pays, or what is deferred, is not asked for. */
function toRow({ uuid, number, program, status, student, total, paid, debt, payments }: Contract) {
  const expected = payments
    .filter(({ toPay }) => toPay > 0)
    .toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1))
  const [next] = expected
  return {
    uuid,
    number,
    status,
    total,
    paid,
    debt,
    program: program.title,
    schoolYear: program.schoolYear,
    student: { id: student.uuid, name: displayName(student) },
    next: next ? { dueOn: next.dueOn, amount: next.toPay } : null,
  }
}

const maxGroups = 50

/** Groups of a student, and those that a teacher teaches or a curator looks after until they end. */
async function groupsOf(database: Database, id: string, today: Day): Promise<UserGroup[]> {
  const { id: groupId, title, startsOn, endsOn, teacherId, curatorId, programId } = studyGroups
  const { studentId, joinedOn, leftOn, groupId: joined } = groupMemberships
  const staff = (as: 'teacher' | 'curator', column: AnyPgColumn) => sql`
    select ${groupId} as id, ${title} as title, ${programId} as program_id, ${as}::text as "as",
      ${startsOn}::text as "from", ${endsOn}::text as until
    from ${studyGroups} where ${column} = ${id} and ${endsOn} >= ${today}::date`
  const { rows } = await database.execute<UserGroup>(sql`
    select found.id, found.title, found.title as "storedTitle", ${programs.title} as program, "as", "from", until
    from (
      select ${groupId} as id, ${title} as title, ${programId} as program_id, 'student'::text as "as",
        ${joinedOn}::text as "from", ${leftOn}::text as until
      from ${groupMemberships} join ${studyGroups} on ${eq(groupId, joined)} where ${eq(studentId, id)}
      union all ${staff('teacher', teacherId)}
      union all ${staff('curator', curatorId)}
    ) as found join ${programs} on ${eq(programs.id, sql`found.program_id`)}
    order by until <= ${today} nulls first, "from" desc, found.title
    limit ${maxGroups}
  `)
  return rows
}
