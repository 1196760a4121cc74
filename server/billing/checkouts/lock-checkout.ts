import { eq, type SQL, sql } from 'drizzle-orm'
import { selectFullName } from '#server/access/user-columns.ts'
import { lockPayments, readAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'
import { users } from '#server/db/schema/people.ts'

/** Locks the instalments of a checkout and then the checkout itself: the order in which a new checkout locks. */
export async function lockCheckout(transaction: Database, checkoutId: string) {
  await lockPayments(transaction, isOfCheckout(checkoutId))
  const [row] = await transaction
    .select({ checkout: checkouts, payerName: selectFullName(users) })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .where(eq(checkouts.id, checkoutId))
    .for('update', { of: checkouts })
  if (!row) throw new Error('There is no such checkout')
  return { ...row, readAccounts: () => readAccounts(transaction, isOfCheckout(checkoutId)) }
}

/** Contracts of the instalments of a checkout. */
export function isOfCheckout(checkoutId: string): SQL {
  return sql`id in (select contract_id from payments join checkout_lines on payment_id = payments.id where checkout_id = ${checkoutId})`
}
