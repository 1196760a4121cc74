import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Role } from '#contract/roles.ts'
import { userRoles, users } from '#server/db/schema/people.ts'

/** What everyone is shown of a person who is shown the person at all: `person` of the contract without the roles. */
export const personColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  patronym: users.patronym,
  avatar: users.avatar,
  email: users.email,
  phone: users.phone,
}

/** In one order everywhere, for the person that the column refers to. */
export function rolesOf(userId: AnyPgColumn) {
  return sql<Role[]>`array(
    select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${userId} order by ${userRoles.role}
  )`
}

/** As one speaks of a person: first name first. */
export function spokenName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}
