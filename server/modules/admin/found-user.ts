import { sql } from 'drizzle-orm'
import type { FoundUser } from '#contract/admin.ts'
import type { Role } from '#contract/roles.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { loginAsObstacle } from '#server/identity/impersonation-rules.ts'
import type { Session } from '#server/surroundings.ts'
import { statusOf } from './user-status.ts'

/** What a row of the list and the card have in common. */
export const userColumns = {
  id: users.id,
  subject: users.subject,
  firstName: users.firstName,
  lastName: users.lastName,
  patronym: users.patronym,
  avatar: users.avatar,
  email: users.email,
  phone: users.phone,
  lastSignInAt: users.lastSignInAt,
  roles: sql<Role[]>`array(
    select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${users.id} order by ${userRoles.role}
  )`,
}

type UserRow = Pick<FoundUser, 'id' | 'firstName' | 'lastName' | 'patronym' | 'avatar' | 'email' | 'phone'> & {
  subject: string | null
  lastSignInAt: Date | null
  roles: Role[]
}

/** As the administrator who asks sees the user. */
export function foundUser(row: UserRow, administrator: Session, now: Date): FoundUser {
  const { id, firstName, lastName, patronym, avatar, email, phone, roles, lastSignInAt } = row
  const reason = loginAsObstacle(administrator, { userId: id, roles })
  return {
    id,
    firstName,
    lastName,
    patronym,
    avatar,
    email,
    phone,
    roles: roles.map((name) => ({ name })),
    status: statusOf(row, now),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    loginAs: { allowed: reason === null, reason },
  }
}
