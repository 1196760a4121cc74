import { or, sql } from 'drizzle-orm'
import { canSignIn } from '#server/access/user-status.ts'
import { users } from '#server/db/schema/people.ts'

/** Of `users`: the account is open, also by the sign-in of one that was joined to it. */
export const hasOpenAccount = or(
  canSignIn,
  sql`users.locked_at is null and exists (
    select from ${users} as joined where joined.joined_into = users.id and joined.subject is not null
  )`,
)
