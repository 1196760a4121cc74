import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Checkout, startCheckout as startCheckoutCall } from '#contract/billing/checkouts.ts'
import type { Branch } from '#contract/enumerations.ts'
import { holdRights } from '#server/access/family-rights.ts'
import { isContractPayableBy, isContractVisibleTo } from '#server/access/visible-students.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { PaymentProvider } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { checkoutLines, checkouts } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { addAgreements } from './agreements.ts'
import { announceCheckout } from './checkout-notices.ts'
import { readCheckoutOf } from './checkout-rows.ts'
import { checkoutLifetimeMs, findObstacle, isSameCheckout, type LineAmount } from './rules.ts'

type Place = CurrentTime & {
  provider: PaymentProvider | null
  address: string
  /** Their money is of another legal entity than the shop. */
  branchesOfOthers: readonly Branch[]
}

type Wish = z.output<(typeof startCheckoutCall)['body']>

/**
 * Stores a checkout, which is not known to the provider yet, or returns the same one that is under way. Serial for each
 * contract: two people who start at once are one after the other.
 */
export async function startCheckout(
  transaction: Database,
  payerId: string,
  { lines: wished, method, isDespiteOther = false, autopay }: Wish,
  { provider, now, timeZone, address, branchesOfOthers }: Place,
): Promise<Checkout> {
  if (!provider?.methods.includes(method))
    return throwInvalidValue('method', 'not-offered', 'Not offered by the school')
  if (autopay && !(provider.savesCards && method === 'card'))
    return throwInvalidValue('autopay', 'not-offered', 'Not offered by the school')
  const lines = wished.map(({ paymentUuid, amount }) => ({ paymentId: paymentUuid, amount }))
  const paymentIds = lines.map(({ paymentId }) => paymentId)
  if (new Set(paymentIds).size < lines.length) throwInvalidValue('lines', 'repeated', 'An instalment is named twice')
  await holdRights(transaction, payerId)
  const found = await transaction
    .select({ contractId: payments.contractId, branch: campaigns.branch })
    .from(payments)
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .where(
      and(sql`${payments.id} in ${listOf(paymentIds, 'uuid')}`, isContractPayableBy(payerId, dayInZone(now, timeZone))),
    )
    .prepare('payable_payments')
    .execute()
  if (found.length < lines.length) await refusePayment(transaction, payerId, paymentIds)
  if (found.some(({ branch }) => branchesOfOthers.includes(branch)))
    throwProblem('nothing-to-pay', 'Another legal entity takes the money: only by its bill')
  const contractIds = [...new Set(found.map(({ contractId }) => contractId))]
  if (autopay && !autopay.contractUuids.every((id) => contractIds.includes(id)))
    throwInvalidValue('autopay.contractUuids', 'not-paid', 'Only of contracts that are paid')
  const accounts = await lockAccounts(transaction, inArray(sql`id`, contractIds))
  const obstacle = findObstacle(lines, accounts)
  if (obstacle) throwProblem(obstacle, 'The instalments are not what the person saw')

  const open = await findOpenCheckouts(transaction, paymentIds)
  // A card that is being charged cannot be given up.
  const isOwn = (one: OpenRow) => one.payerId === payerId && one.chargeId === null
  // What was agreed to belongs to its checkout: another wish is another one.
  const same = open.find(
    (one) => isOwn(one) && isSameCheckout({ method, lines }, one, now) && !one.isSaving && !autopay,
  )
  if (!isDespiteOther && !open.every(isOwn))
    throwProblem('payment-in-progress', 'One of the instalments is being paid already')
  const givenUp = open.filter((one) => isOwn(one) && one !== same).map(({ id }) => id)
  await giveUp(transaction, givenUp, now)
  const id = same?.id ?? (await addCheckout(transaction, { payerId, method, lines, provider, now }))
  if (autopay) {
    const agreement = { personId: payerId, termsVersion: autopay.termsVersion, address, now, timeZone }
    await addAgreements(transaction, { checkoutId: id, contractIds: [...new Set(autopay.contractUuids)] }, agreement)
  }
  const { checkout } = (await readCheckoutOf(transaction, id)) ?? throwProblem('not-found', 'No checkout')
  return checkout
}

/** 403 if the person sees all of the payments, 404 otherwise. */
async function refusePayment(transaction: Database, personId: string, paymentIds: readonly string[]): Promise<never> {
  const seen = await transaction
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(and(inArray(payments.id, [...paymentIds]), isContractVisibleTo(personId)))
  return seen.length < paymentIds.length
    ? throwProblem('not-found', 'Not a payment of a contract of this person')
    : throwProblem('role-missing', 'This person sees the payments and may not pay them')
}

type OpenRow = {
  id: string
  payerId: string
  method: Checkout['method']
  expiresAt: Date
  lines: LineAmount[]
  chargeId: string | null
  isSaving: boolean
}

/** Checkouts under way of one of the instalments. */
export async function findOpenCheckouts(transaction: Database, paymentIds: readonly string[]): Promise<OpenRow[]> {
  const { rows } = await transaction.execute<OpenRow & { expiresAt: string }>(sql`
    select id, payer_id as "payerId", method, expires_at as "expiresAt", charge_id as "chargeId",
      exists (select from autopays where checkout_id = checkouts.id and state = 'saving') as "isSaving",
      (select json_agg(json_build_object('paymentId', payment_id, 'amount', amount)) from checkout_lines where checkout_id = id) as lines
    from checkouts
    where state in ('started', 'pending') and id in (
      select checkout_id from checkout_lines where payment_id in ${listOf(paymentIds, 'uuid')}
    )
    order by created_at
  `)
  return rows.map((row) => ({ ...row, expiresAt: new Date(row.expiresAt) }))
}

/**
 * Ends checkouts that are under way, and notifies the open pages. What is given up can still be paid at the provider: it is
 * watched until the provider has decided.
 */
export async function giveUp(transaction: Database, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const givenUp = await transaction
    .update(checkouts)
    .set({ state: 'canceled', confirmationUrl: null, finishedAt: now })
    .where(and(inArray(checkouts.id, [...ids]), inArray(checkouts.state, ['started', 'pending'])))
    .returning({ id: checkouts.id })
  for (const { id } of givenUp) await announceCheckout(transaction, id)
}

type NewCheckout = Pick<typeof checkouts.$inferInsert, 'payerId' | 'method' | 'chargeId' | 'chargeAttempt'> & {
  lines: readonly LineAmount[]
  provider: PaymentProvider
  now: Date
  /** Milliseconds. */
  lifetime?: number
}

export async function addCheckout(
  transaction: Database,
  { lines, provider, now, lifetime = checkoutLifetimeMs, ...checkout }: NewCheckout,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + lifetime)
  const [added] = await transaction
    .insert(checkouts)
    .values({ ...checkout, provider: provider.name, createdAt: now, expiresAt })
    .returning({ id: checkouts.id })
  if (!added) throw new Error('The checkout was not stored')
  await transaction.insert(checkoutLines).values(lines.map((line) => ({ checkoutId: added.id, ...line })))
  return added.id
}
