import { eq, type SQL, sql } from 'drizzle-orm'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { contractStatuses } from '#contract/enumerations.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { accountControlObstacle, assignableRoles } from '#server/access/account-control-rules.ts'
import { findFormerRelatives } from '#server/access/ended-guardianships.ts'
import { selectRightsOf } from '#server/access/family-rights.ts'
import { byName } from '#server/access/user-columns.ts'
import { guardiansOf, visibleStudents } from '#server/access/visible-students.ts'
import { rolesOfSchool } from '#server/account-control/control-account.ts'
import { findJoins } from '#server/account-joins/find-joins.ts'
import type { Session } from '#server/app-types.ts'
import { findDevices } from '#server/auth/devices/devices.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { findLastInvitation, invitationObstacle } from '#server/invitations/invitations.ts'
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
  contracts: readonly Contract[]
  /** Whether the embedded provider keeps the passwords. */
  hasOwnPasswords: boolean
  consents: UserCard['consents']
}

/** Data of the user card. Contracts are those that the user can see. */
export async function findUserCard(
  database: Database,
  { id, session, now, contracts, hasOwnPasswords, consents }: Wanted,
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
    contracts: sumsByStatus(contracts),
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

function sumsByStatus(contracts: readonly Contract[]): UserCard['contracts'] {
  const byStatus = Map.groupBy(contracts, ({ status }) => status)
  return contractStatuses.flatMap((status) => {
    const some = byStatus.get(status)
    if (!some) return []
    const sum = (of: 'total' | 'paid' | 'debt') => some.reduce((whole, contract) => whole + contract[of], 0)
    return { status, count: some.length, total: sum('total'), paid: sum('paid'), debt: sum('debt') }
  })
}
