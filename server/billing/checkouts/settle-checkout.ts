import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { bookReceipts, notifyCustomers } from '#server/billing/ledger/book-receipts.ts'
import { OrderRefused, type ProviderPayment } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { checkoutLines, checkouts, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { openPaidPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { providerOperationId } from '#server/payment-details/payment-number.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { beginAgreed } from './agreements.ts'
import { announceCheckout, notifyOfRefunds } from './checkout-notices.ts'
import { lockCheckout } from './lock-checkout.ts'
import type { PaymentContext } from './payment-context.ts'
import { clearDifferences, noteDifference } from './payment-differences.ts'
import { checkoutLifetimeMs, distribute, planSettlement, surplusOf } from './rules.ts'

/**
 * Brings a checkout to the state of its payment at the provider. What asks for it may be a notification, the return of the
 * person, or a job. Safe to repeat, and to run twice at once. A payment that the provider does not know after its time has
 * expired. Throws `ProviderUnavailable` and `OrderRefused`.
 */
export async function settleCheckout(context: PaymentContext, checkoutId: string): Promise<void> {
  const [row] = await context.database.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (row) await settleRow(context, row)
}

async function settleRow(context: PaymentContext, row: typeof checkouts.$inferSelect): Promise<void> {
  const { database, provider, clock, log } = context
  const checkoutId = row.id
  if (row.externalId === null || row.state === 'paid') return
  const payment = await provider.readPayment(row.externalId).catch((error: unknown) => {
    if (!(error instanceof OrderRefused && error.isUnknown && row.expiresAt <= clock())) throw error
    log.error({ err: error, checkout: checkoutId }, 'the payment provider does not know a payment any more')
    return null
  })
  if (payment) return applyPayment(context, checkoutId, payment)
  await database.transaction((transaction) => endUnpaid(transaction, checkoutId, 'expired', context))
}

/**
 * Settles the payment that a notification names. A second payment of a checkout, which the provider should not have made,
 * is kept as a checkout of its own, so that its money is booked or returned.
 */
export async function settleNotified(context: PaymentContext, checkoutId: string, paymentId: string): Promise<void> {
  const { database, provider } = context
  const [row] = await database.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  if (!row) return
  if (row.externalId === paymentId) return settleRow(context, row)
  const payment = await provider.readPayment(paymentId).catch((error: unknown) => {
    if (error instanceof OrderRefused) return null
    throw error
  })
  if (payment?.key !== checkoutId) return
  if (row.externalId === null) await keepPayment(database, checkoutId, payment)
  const [known] = await database
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.provider, row.provider), eq(checkouts.externalId, paymentId)))
  const id = known?.id ?? (payment.outcome.state === 'succeeded' ? await addTwin(context, row, payment) : null)
  if (id !== null) await applyPayment(context, id, payment)
}

/** Null if another server has added it at the same time; its own attempt settles it. */
async function addTwin(
  { database }: PaymentContext,
  { id, payerId, method, provider }: typeof checkouts.$inferSelect,
  payment: ProviderPayment,
): Promise<string | null> {
  const expiresAt = new Date(payment.createdAt.getTime() + checkoutLifetimeMs)
  const made = { externalId: payment.id, state: 'pending', createdAt: payment.createdAt, expiresAt } as const
  return database.transaction(async (transaction) => {
    const [twin] = await transaction
      .insert(checkouts)
      .values({ payerId, method, provider, ...made })
      .onConflictDoNothing()
      .returning({ id: checkouts.id })
    if (!twin) return null
    await transaction.execute(sql`
      insert into checkout_lines (checkout_id, payment_id, amount)
      select ${twin.id}, payment_id, amount from checkout_lines where checkout_id = ${id}
    `)
    return twin.id
  })
}

/**
 * Notes the payment that the provider has made for a checkout. The person may have given it up while the provider was
 * asked.
 */
export async function keepPayment(
  database: Database,
  checkoutId: string,
  { id, outcome }: ProviderPayment,
): Promise<void> {
  const url = outcome.state === 'pending' ? outcome.confirmationUrl : null
  await database
    .update(checkouts)
    .set({
      externalId: id,
      sentOrder: null,
      state: sql`case when ${checkouts.state} = 'started' then 'pending' else ${checkouts.state} end`,
      confirmationUrl: sql`case when ${checkouts.state} = 'started' then ${url}::text end`,
    })
    .where(and(eq(checkouts.id, checkoutId), isNull(checkouts.externalId)))
}

/** Does what follows from a payment as the provider has answered it. */
export async function applyPayment(
  context: PaymentContext,
  checkoutId: string,
  { id, amount, outcome }: ProviderPayment,
): Promise<void> {
  const { database } = context
  if (outcome.state === 'pending') return
  await database.transaction(async (transaction) => {
    if (outcome.state === 'canceled') return endUnpaid(transaction, checkoutId, outcome.refusal, context)
    await book(transaction, { checkoutId, externalId: id, amount, paidAt: outcome.paidAt }, context)
    await beginAgreed(transaction, { checkoutId, savedCard: outcome.savedCard }, context)
  })
}

/** The provider has decided. What the person has given up stays so. */
async function endUnpaid(
  transaction: Database,
  checkoutId: string,
  refusal: Extract<ProviderPayment['outcome'], { state: 'canceled' }>['refusal'],
  { clock }: PaymentContext,
): Promise<void> {
  const now = clock()
  const end =
    refusal === 'expired' ? ({ state: 'expired', refusal: null } as const) : ({ state: 'refused', refusal } as const)
  const isUndecided = and(eq(checkouts.id, checkoutId), isNull(checkouts.decidedAt))
  const ended = await transaction
    .update(checkouts)
    .set({ ...end, confirmationUrl: null, finishedAt: now, decidedAt: now })
    .where(and(isUndecided, eq(checkouts.state, 'pending')))
    .returning({ id: checkouts.id })
  if (ended.length > 0) return announceCheckout(transaction, checkoutId)
  await transaction
    .update(checkouts)
    .set({ decidedAt: now })
    .where(and(isUndecided, eq(checkouts.state, 'canceled')))
}

type Arrival = { checkoutId: string; externalId: string; amount: number; paidAt: Date }

/**
 * Books each line up to what is left to pay of it, and returns the rest. If the provider took another sum than that of the
 * lines, the first of them are paid as far as it goes, and the difference is for the staff to clear up.
 */
async function book(
  transaction: Database,
  { checkoutId, externalId, amount, paidAt }: Arrival,
  { clock, timeZone, log }: PaymentContext,
): Promise<void> {
  const now = clock()
  const ofCheckout = eq(checkoutLines.checkoutId, checkoutId)
  const { checkout, payerName, readAccounts } = await lockCheckout(transaction, checkoutId)
  // A notification, the return of the person and a job may come at once.
  if (checkout.state === 'paid') return
  const accounts = await readAccounts()
  const asked = await transaction
    .select({ paymentId: checkoutLines.paymentId, amount: checkoutLines.amount })
    .from(checkoutLines)
    .innerJoin(payments, eq(payments.id, checkoutLines.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(ofCheckout)
    .orderBy(asc(contracts.number), asc(payments.position))
  const { lines, difference } = distribute(amount, asked)
  const { provider } = checkout
  if (difference !== 0) {
    log.error({ checkout: checkoutId, difference }, 'the provider took another sum of a checkout, in kopecks')
    const found = { kind: 'payment-other-sum', provider, externalId, checkoutId, amount: difference } as const
    await noteDifference(transaction, found, now)
  }
  const unbooked = ['payment-not-booked', 'payment-unreadable'] as const
  await clearDifferences(transaction, { provider, kinds: unbooked, externalIds: [externalId], now })
  const { plan, settled } = planSettlement(lines, accounts, {
    externalId: providerOperationId(provider, externalId),
    at: paidAt,
    payerId: checkout.payerId,
    payerName,
  })
  const booked = await bookReceipts(transaction, plan, now)
  const paid = plan.arrivals.map(({ contractId }) => contractId)
  await openPaidPayments(transaction, paid, { now, timeZone })
  await concludeContracts(transaction, plan.concluded, { now, timeZone })
  await transaction
    .update(checkouts)
    .set({
      state: 'paid',
      externalId,
      sentOrder: null,
      difference: difference === 0 ? null : difference,
      confirmationUrl: null,
      refusal: null,
      finishedAt: now,
      decidedAt: now,
      watchedAt: null,
    })
    .where(eq(checkouts.id, checkoutId))
  const refundIds = new Map<string, string>()
  for (const [reason, sum] of surplusOf(settled)) {
    const [refund] = await transaction
      .insert(refunds)
      .values({ checkoutId, amount: sum, reason, createdAt: now })
      .returning({ id: refunds.id })
    if (refund) refundIds.set(reason, refund.id)
  }
  for (const { paymentId, amount: arrived, booked: part, reason } of settled)
    await transaction
      .update(checkoutLines)
      .set({ amount: arrived, booked: part, refundId: reason === null ? null : (refundIds.get(reason) ?? null) })
      .where(and(ofCheckout, eq(checkoutLines.paymentId, paymentId)))
  // Instalments that the money did not reach are none of this payment.
  const reached = settled.map(({ paymentId }) => paymentId)
  if (difference < 0)
    await transaction.delete(checkoutLines).where(and(ofCheckout, notInArray(checkoutLines.paymentId, reached)))
  if (refundIds.size > 0) {
    await enqueue(transaction, 'send-refunds')
    await notifyOfRefunds(transaction, [...refundIds.values()], { stage: 'begun', now })
  }
  await notifyCustomers(transaction, plan, {
    booked,
    now,
    payer: { id: checkout.payerId, page: `/payment?checkout=${checkoutId}` },
  })
  await announceCheckout(transaction, checkoutId)
}
