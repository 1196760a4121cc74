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

/** Of `payments` and `payment_balances`: something is expected and not paid (as `isPayable` and `restOf` define). */
export const isOpenInstalment = sql`(payments.status in ('Open', 'Error') and paid < payments.amount)`

/** Of `contracts`: cards are charged for it (as `isChargeable` defines). */
export const isChargedContract = sql`contracts.status in ('Open', 'Concluded')`
