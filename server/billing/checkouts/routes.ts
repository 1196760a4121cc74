import { and, eq, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import {
  cancelCheckout,
  listCheckouts,
  readCheckout,
  readCheckoutMethods,
  receivePaymentNotification,
  startCheckout as startCheckoutCall,
} from '#contract/billing/checkouts.ts'
import type { Branch } from '#contract/enumerations.ts'
import { uuid } from '#contract/schemas.ts'
import { isContractPayableBy, isContractVisibleTo, mayPayForSomeone } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { OrderRefused, ProviderUnavailable } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { checkouts, type PaymentProviderName, refunds } from '#server/db/schema/checkouts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { consume } from '#server/security/rate-limit-counters.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { askProvider } from './ask-provider.ts'
import { bookNotified } from './book-refund.ts'
import { listCheckoutsFor } from './checkout-list.ts'
import { readCheckoutOf } from './checkout-rows.ts'
import { findReceipts } from './fiscal-receipts.ts'
import type { PaymentContext } from './payment-context.ts'
import { branchesOfOthers, isOpen } from './rules.ts'
import { settleCheckout, settleNotified } from './settle-checkout.ts'
import { giveUp, startCheckout } from './start-checkout.ts'

/** Milliseconds for which what the provider has answered about a checkout is not asked for again. */
const readingPause = 2_000
/** Unknown payments that a notification may name for a checkout with a payment, in an hour: a second one is rare. */
const unknownPayments = { limit: 'unknown-payment', max: 5, seconds: 60 * 60 }

export async function checkoutRoutes(app: App): Promise<void> {
  const { database, clock, paymentProvider: provider } = app
  const { TIME_ZONE: timeZone, PUBLIC_URL: publicUrl, SECRETS_KEY: secretsKey } = app.env
  /** Null without a provider: then there are no checkouts either. */
  const contextOf = (log: FastifyBaseLogger): PaymentContext | null =>
    provider && {
      database,
      provider,
      clock,
      timeZone,
      publicUrl,
      secretsKey,
      log,
      branchesOfOthers: branchesOfOthers(app.env),
    }

  registerCall(app, readCheckoutMethods, async ({ session }) => {
    const today = dayInZone(clock(), timeZone)
    const found = await findNotPayable(database, session.userId, today)
    const notPayable = found.length > 0 && { notPayable: found }
    const mayPay = provider !== null && (await mayPayForSomeone(database, session.userId, today))
    if (!mayPay) return { methods: [], ...notPayable }
    const methods = [...provider.methods]
    const others = branchesOfOthers(app.env)
    return {
      methods,
      ...(others.length > 0 && { byBillOnly: await contractsOf(database, session.userId, others) }),
      ...notPayable,
    }
  })
  registerCall(app, listCheckouts, ({ session }) => listCheckoutsFor(database, session.userId, clock()))

  registerCall(
    app,
    startCheckoutCall,
    ({ session, body, database: transaction, request: { ip: address } }) =>
      startCheckout(transaction, session.userId, body, {
        provider,
        now: clock(),
        timeZone,
        address,
        branchesOfOthers: branchesOfOthers(app.env),
      }),
    {
      async afterwards({ uuid }, { session, language, request }) {
        const context = contextOf(request.log)
        if (context) await orUnavailable(request.log, () => askProvider(context, uuid, language))
        return (await readOwn(database, uuid, session.userId)).checkout
      },
    },
  )

  registerCall(app, readCheckout, async ({ session, params: { checkoutId }, language, request }) => {
    const context = contextOf(request.log)
    const read = () => readOwn(database, checkoutId, session.userId)
    const known = await read()
    const isLookedAt = context && !session.isImpersonating && (await isToBeRead(database, checkoutId, clock()))
    if (isLookedAt) {
      const { state } = known.checkout
      const lookAt = state === 'started' ? askProvider : isOpen(state) ? settleCheckout : findReceipts
      // What is stored is an answer too: the page asks again.
      await lookAt(context, checkoutId, language).catch((error: unknown) => {
        if (!isFaultOfProvider(error) && lookAt !== findReceipts) throw error
        request.log.warn({ err: error, checkout: checkoutId }, 'a checkout could not be read at the provider')
      })
    }
    const { checkout, isSeen } = isLookedAt ? await read() : known
    if (!isOpen(checkout.state) && !isSeen && !session.isImpersonating) await noteSeen(database, checkoutId, clock())
    return session.isImpersonating ? { ...checkout, confirmationUrl: null } : checkout
  })

  registerCall(app, cancelCheckout, async ({ session, params: { checkoutId }, database: transaction }) => {
    const [row] = await transaction
      .select({ state: checkouts.state, chargeId: checkouts.chargeId })
      .from(checkouts)
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.payerId, session.userId)))
      .for('update')
    if (!row) throwProblem('not-found', 'No such checkout of this person')
    if (!isOpen(row.state)) throwProblem('state-conflict', 'The checkout is finished')
    if (row.chargeId !== null) throwProblem('state-conflict', 'The card is being charged')
    await giveUp(transaction, [checkoutId], clock())
    return (await readOwn(transaction, checkoutId, session.userId)).checkout
  })

  registerCall(app, receivePaymentNotification, async ({ params, body: { object }, request }) => {
    const context = contextOf(request.log)
    if (!context || params.provider !== context.provider.name) throwProblem('not-found', 'No such payment provider')
    const [row] = await database
      .select({ id: checkouts.id, externalId: checkouts.externalId })
      .from(checkouts)
      .where(isOfPayment(context.provider.name, object.payment_id ?? object.id, object.metadata?.checkout))
      .orderBy(sql`${checkouts.externalId} = ${object.id} desc nulls last`)
      .limit(1)
    if (!row) return {}
    const isOfRefund = object.payment_id !== undefined
    const isUnknown = isOfRefund
      ? (await database.$count(refunds, eq(refunds.externalId, object.id))) === 0
      : row.externalId !== null && row.externalId !== object.id
    if (isOfRefund && !isUnknown) return {}
    // The comparison of each hour finds what is left out here.
    if (isUnknown && (await consume(database, [{ ...unknownPayments, key: row.id }], clock())) !== null) return {}
    await orUnavailable(request.log, () =>
      isOfRefund ? bookNotified(context, object.id) : settleNotified(context, row.id, object.id),
    )
    return {}
  })
}

async function contractsOf(database: Database, userId: string, wanted: readonly Branch[]): Promise<string[]> {
  const rows = await database
    .select({ id: contracts.id })
    .from(contracts)
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .where(and(isContractVisibleTo(userId), inArray(campaigns.branch, [...wanted])))
  return rows.map(({ id }) => id)
}

/** Contracts that the person sees and may not pay. */
async function findNotPayable(database: Database, userId: string, today: string): Promise<string[]> {
  const isPayable = isContractPayableBy(userId, today) ?? sql`false`
  const rows = await database
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(isContractVisibleTo(userId), not(isPayable)))
    .orderBy(contracts.id)
  return rows.map(({ id }) => id)
}

function isOfPayment(name: PaymentProviderName, externalId: string, named: string | undefined) {
  const isKnown = eq(checkouts.externalId, externalId)
  // Other programs may use the shop, too.
  const { data: checkoutId } = uuid.safeParse(named)
  return and(
    eq(checkouts.provider, name),
    checkoutId === undefined ? isKnown : or(isKnown, eq(checkouts.id, checkoutId)),
  )
}

async function readOwn(database: Database, checkoutId: string, userId: string) {
  const found = await readCheckoutOf(database, checkoutId)
  return found?.payerId === userId ? found : throwProblem('not-found', 'No such checkout of this person')
}

async function noteSeen(database: Database, checkoutId: string, now: Date): Promise<void> {
  await database
    .update(checkouts)
    .set({ seenAt: now })
    .where(and(eq(checkouts.id, checkoutId), isNull(checkouts.seenAt)))
}

/** Whether the provider is to be asked now; the first of several requests asks. */
async function isToBeRead(database: Database, checkoutId: string, now: Date): Promise<boolean> {
  const isDue = or(isNull(checkouts.watchedAt), lte(checkouts.watchedAt, new Date(now.getTime() - readingPause)))
  const taken = await database
    .update(checkouts)
    .set({ watchedAt: now })
    .where(and(eq(checkouts.id, checkoutId), isDue))
    .returning({ id: checkouts.id })
  return taken.length > 0
}

function isFaultOfProvider(error: unknown): boolean {
  return error instanceof ProviderUnavailable || error instanceof OrderRefused
}

/** What the provider says is for the log: the answer may go to strangers. */
async function orUnavailable(log: FastifyBaseLogger, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!isFaultOfProvider(error)) throw error
    log.warn({ err: error }, 'the payment provider did not answer a call')
    throwProblem('payment-provider-unavailable', 'The payment provider does not answer', { retryAfter: 5 })
  }
}
