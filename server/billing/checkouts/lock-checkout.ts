import { eq, type SQL, sql } from 'drizzle-orm'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'

/** Locks the instalments of a checkout and then the checkout itself: the order in which a new checkout locks. */
export async function lockCheckout(transaction: Database, checkoutId: string) {
  const accounts = await lockAccounts(transaction, isOfCheckout(checkoutId))
  const [checkout] = await transaction.select().from(checkouts).where(eq(checkouts.id, checkoutId)).for('update')
  if (!checkout) throw new Error('There is no such checkout')
  return { accounts, checkout }
}

/** Contracts of the instalments of a checkout. */
export function isOfCheckout(checkoutId: string): SQL {
  return sql`id in (select contract_id from payments join checkout_lines on payment_id = payments.id where checkout_id = ${checkoutId})`
}
