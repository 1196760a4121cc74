import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Role, staffRoles } from '#contract/roles.ts'
import { userRoles, users } from '#server/db/schema/people.ts'

/** Public columns of a user: `person` of the contract without the roles. */
export const personColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  patronym: users.patronym,
  avatar: users.avatar,
  email: users.email,
  phone: users.phone,
}

/** The order of people in every list, also of the children of a family. */
export const byName = [asc(users.lastName), asc(users.firstName), asc(users.patronym), asc(users.id)]

/** SQL array of the user's roles in alphabetical order. */
export function selectRoles(userId: AnyPgColumn) {
  return sql<Role[]>`array(
    select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${userId} order by ${userRoles.role}
  )`
}

/** Condition: the user has a role of staff. */
export function hasStaffRole(userId: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`exists (
    select from ${userRoles} where ${userRoles.userId} = ${userId} and ${inArray(userRoles.role, [...staffRoles])}
  )`
}

/** Condition on `users`. */
export function hasEmail(email: string): SQL {
  return sql`lower(${users.email}) = ${email.toLowerCase()}`
}

/** Condition on `users`. */
export function hasPhone(phone: string): SQL {
  return eq(users.phone, phone)
}

/** Last name, first name and patronym; null for a person without any. */
export function selectFullName(person: Record<'lastName' | 'firstName' | 'patronym', AnyPgColumn>) {
  return sql<string | null>`nullif(concat_ws(' ', ${person.lastName}, ${person.firstName}, ${person.patronym}), '')`
}
