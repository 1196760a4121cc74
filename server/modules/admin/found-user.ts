import type { FoundUser } from '#contract/admin.ts'
import type { Role } from '#contract/roles.ts'
import { users } from '#server/db/schema/people.ts'
import { loginAsObstacle } from '#server/identity/impersonation-rules.ts'
import { personColumns, rolesOf } from '#server/identity/person.ts'
import type { Session } from '#server/surroundings.ts'
import { statusOf } from './user-status.ts'

/** What a row of the list and the card have in common. */
export const userColumns = {
  ...personColumns,
  subject: users.subject,
  lastSignInAt: users.lastSignInAt,
  roles: rolesOf(users.id),
}

type UserRow = Omit<FoundUser, 'roles' | 'status' | 'lastSignInAt' | 'loginAs'> & {
  subject: string | null
  lastSignInAt: Date | null
  roles: Role[]
}

/** As the administrator who asks sees the user. */
export function foundUser(row: UserRow, administrator: Session, now: Date): FoundUser {
  const { subject, lastSignInAt, roles, ...person } = row
  const reason = loginAsObstacle(administrator, { userId: person.id, roles })
  return {
    ...person,
    roles: roles.map((name) => ({ name })),
    status: statusOf({ subject, lastSignInAt }, now),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    loginAs: { allowed: reason === null, reason },
  }
}
