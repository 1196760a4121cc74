import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import { uuid } from '#contract/schemas.ts'
import { type ProviderPayment, type ProviderRefund, pagesOf } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts, refunds } from '#server/db/schema/checkouts.ts'
import { bookRefund } from './book-refund.ts'
import type { PaymentContext } from './payment-context.ts'
import { clearDifferences, noteDifference } from './payment-differences.ts'
import { settleNotified } from './settle-checkout.ts'

/** Milliseconds of payments and refunds that are compared. */
const period = 3 * 24 * 60 * 60_000

/**
 * Compares the payments and refunds of the provider with ours, page by page. Payments that no notification has brought are
 * settled, refunds that were made in its panel are booked; what remains goes into the queue of the staff.
 */
export async function reconcilePayments(context: PaymentContext): Promise<void> {
  const startedAt = context.clock()
  const since = new Date(startedAt.getTime() - period)
  await comparePayments(context, since)
  await compareRefunds(context, { since, startedAt })
}

async function comparePayments(context: PaymentContext, since: Date): Promise<void> {
  const { database, provider, clock, log } = context
  for await (const { items, unreadable } of pagesOf((cursor) => provider.listPayments({ since, cursor }))) {
    for (const { id, reason } of unreadable) {
      log.error({ payment: id, reason }, 'a payment of the provider cannot be read')
      const difference = { kind: 'payment-unreadable', externalId: id ?? 'unknown', checkoutId: null } as const
      await noteDifference(database, { ...difference, provider: provider.name, amount: null }, clock())
    }
    const taken = items.filter(({ key, outcome }) => outcome.state === 'succeeded' && isOurKey(key))
    for (const { key, id } of await unbooked(database, taken))
      await settleNotified(context, key ?? '', id).catch((error: unknown) =>
        log.error({ err: error, payment: id }, 'a payment of the provider was not settled'),
      )
    for (const { id, key, amount } of await unbooked(database, taken)) {
      log.error({ payment: id }, 'the provider has a payment that the ledger has not')
      const [checkout] = await database
        .select({ id: checkouts.id })
        .from(checkouts)
        .where(eq(checkouts.id, key ?? ''))
      const difference = { kind: 'payment-not-booked', externalId: id, checkoutId: checkout?.id ?? null } as const
      await noteDifference(database, { ...difference, provider: provider.name, amount }, clock())
    }
  }
}

async function compareRefunds(
  context: PaymentContext,
  { since, startedAt }: { since: Date; startedAt: Date },
): Promise<void> {
  const { database, provider, clock, log } = context
  const made = new Set<string>()
  for await (const { items, unreadable } of pagesOf((cursor) => provider.listRefunds({ since, cursor }))) {
    for (const { id, reason } of unreadable) {
      log.error({ refund: id, reason }, 'a refund of the provider cannot be read')
      if (id !== null) made.add(id)
      const difference = { kind: 'refund-unreadable', externalId: id ?? 'unknown', checkoutId: null } as const
      await noteDifference(database, { ...difference, provider: provider.name, amount: null }, clock())
    }
    const succeeded = items.filter(({ state }) => state === 'succeeded')
    for (const { id } of succeeded) made.add(id)
    for (const refund of await unknownRefunds(database, succeeded)) {
      const found = await bookRefund(context, refund).catch((error: unknown) => {
        log.error({ err: error, refund: refund.id }, 'a refund of the provider was not booked')
        return 'unsettled' as const
      })
      if (found !== 'unsettled') continue
      const difference = { kind: 'refund-not-booked', externalId: refund.id, checkoutId: null } as const
      await noteDifference(database, { ...difference, provider: provider.name, amount: refund.amount }, clock())
    }
    const readable = { provider: provider.name, kinds: ['refund-unreadable'], now: clock() } as const
    await clearDifferences(database, { ...readable, externalIds: succeeded.map(({ id }) => id) })
  }
  await noteMissing(context, { since, startedAt, made })
}

/** Refunds that we count as made and the provider does not list. */
async function noteMissing(
  { database, provider, clock, log }: PaymentContext,
  { since, startedAt, made }: { since: Date; startedAt: Date; made: ReadonlySet<string> },
): Promise<void> {
  const ours = await database
    .select({ externalId: refunds.externalId, checkoutId: refunds.checkoutId, amount: refunds.amount })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .where(
      and(
        and(eq(checkouts.provider, provider.name), eq(refunds.state, 'succeeded')),
        and(gt(refunds.createdAt, since), lte(refunds.finishedAt, startedAt)),
      ),
    )
  for (const { externalId, checkoutId, amount } of ours) {
    if (externalId === null || made.has(externalId)) continue
    log.error({ refund: externalId }, 'the provider does not list a refund of ours')
    const difference = { kind: 'refund-missing', provider: provider.name, externalId, checkoutId, amount } as const
    await noteDifference(database, difference, clock())
  }
}

/** Other programs may use the shop, too. */
function isOurKey(key: string | null): boolean {
  return uuid.safeParse(key).success
}

async function unknownRefunds(database: Database, made: readonly ProviderRefund[]): Promise<ProviderRefund[]> {
  if (made.length === 0) return []
  const ids = made.map(({ id }) => id)
  const known = await database
    .select({ externalId: refunds.externalId })
    .from(refunds)
    .where(and(inArray(refunds.externalId, ids), eq(refunds.state, 'succeeded')))
  const booked = new Set(known.map(({ externalId }) => externalId))
  return made.filter(({ id }) => !booked.has(id))
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
