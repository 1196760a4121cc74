import type { FoundUser } from '#contract/admin.ts'
import type { Role } from '#contract/roles.ts'
import { impersonationObstacle } from '#server/access/impersonation-rules.ts'
import { personColumns, selectRoles } from '#server/access/user-columns.ts'
import type { Session } from '#server/app-types.ts'
import { users } from '#server/db/schema/people.ts'
import { userStatus } from './user-status.ts'

/** Columns of the list and of the card. */
export const userColumns = {
  ...personColumns,
  subject: users.subject,
  lastSignInAt: users.lastSignInAt,
  roles: selectRoles(users.id),
}

type UserRow = Omit<FoundUser, 'roles' | 'status' | 'lastSignInAt' | 'loginAs'> & {
  subject: string | null
  lastSignInAt: Date | null
  roles: Role[]
}

/** Adds status and impersonation permission for the administrator. */
export function toFoundUser(row: UserRow, administrator: Session, now: Date): FoundUser {
  const { subject, lastSignInAt, roles, ...person } = row
  const reason = impersonationObstacle(administrator, { userId: person.id, roles })
  return {
    ...person,
    roles: roles.map((name) => ({ name })),
    status: userStatus({ subject, lastSignInAt }, now),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    loginAs: { allowed: reason === null, reason },
  }
}
