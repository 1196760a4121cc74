import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { uuid } from '#contract/schemas.ts'
import type { ProviderPayment } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'
import type { PaymentContext } from './payment-context.ts'
import { settleNotified } from './settle-checkout.ts'

/** Milliseconds of payments that are compared. */
const period = 3 * 24 * 60 * 60_000

/** Of the last comparison of this server; null before the first. */
let differences: number | null = null
/**
 * Payments of the last days that took money which is not in the ledger, after what could be settled was settled, that took
 * another sum than they should, or that cannot be read.
 */
export const paymentDifferences = (): number | null => differences

/** Compares the payments of the provider with ours, and settles those that no notification has brought. */
export async function reconcilePayments(context: PaymentContext): Promise<void> {
  const { database, provider, clock, log } = context
  const since = new Date(clock().getTime() - period)
  const { payments, unreadable } = await provider.listPayments(since)
  for (const reason of unreadable) log.error({ reason }, 'a payment of the provider cannot be read')
  const taken = payments.filter(({ key, outcome }) => outcome.state === 'succeeded' && isOurKey(key))
  for (const { key, id } of await unbooked(database, taken))
    await settleNotified(context, key ?? '', id).catch((error: unknown) =>
      log.error({ err: error, payment: id }, 'a payment of the provider was not settled'),
    )
  const left = await unbooked(database, taken)
  for (const { id } of left) log.error({ payment: id }, 'the provider has a payment that the ledger has not')
  const withOtherSum = await database.$count(
    checkouts,
    and(isNotNull(checkouts.difference), gt(checkouts.finishedAt, since)),
  )
  differences = left.length + withOtherSum + unreadable.length
}

/** Other programs may use the shop, too. */
function isOurKey(key: string | null): boolean {
  return uuid.safeParse(key).success
}

async function unbooked(database: Database, taken: readonly ProviderPayment[]): Promise<ProviderPayment[]> {
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id)
  const known = await database
    .select({ externalId: checkouts.externalId })
    .from(checkouts)
    .where(and(inArray(checkouts.externalId, ids), eq(checkouts.state, 'paid')))
  const booked = new Set(known.map(({ externalId }) => externalId))
  return taken.filter(({ id }) => !booked.has(id))
}
