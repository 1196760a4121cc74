import { and, asc, eq, gt, lte, notInArray, or, sql } from 'drizzle-orm'
import { isContractPayableBy } from '#server/access/visible-students.ts'
import { announceCheckout } from '#server/billing/checkouts/checkout-notices.ts'
import type { PaymentContext } from '#server/billing/checkouts/payment-context.ts'
import { addCheckout, findOpenCheckouts } from '#server/billing/checkouts/start-checkout.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { autopayCharges, autopays } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { isPayable, toPayOf } from '#server/enrolment/contracts/rules.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'
import type { SkipReason } from './autopay-notices.ts'
import { endOfOtherPayees, endWithoutAccess, skipCharge } from './call-off.ts'
import { hasOpenAccount } from './charge-conditions.ts'
import { chargeLifetimeMs, isChargeable } from './rules.ts'

/** Stores an attempt of each charge whose day has come; the bank is asked afterwards. */
export async function startCharges(context: PaymentContext): Promise<void> {
  const { database, provider, clock, timeZone, branchesOfOthers, log } = context
  if (!provider.savesCards) return
  await endOfOtherPayees(context)
  const due = await database
    .select({ id: autopayCharges.id, contractId: payments.contractId })
    .from(autopayCharges)
    .innerJoin(payments, eq(payments.id, autopayCharges.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    // Their agreements end a few per run, and one whose end fails stays on.
    .where(and(isDue(dayInZone(clock(), timeZone)), notInArray(campaigns.branch, [...branchesOfOthers])))
    .orderBy(asc(autopayCharges.chargeOn), autopayCharges.id)
  for (const charge of due)
    await database
      .transaction((transaction) => startCharge(transaction, charge, context))
      .catch((error: unknown) => log.error({ err: error, charge: charge.id }, 'an automatic payment was not started'))
}

/** One whose first attempt was not made on its day is announced again before it is charged. */
function isDue(today: Day) {
  const hasDay = or(eq(autopayCharges.chargeOn, today), gt(autopayCharges.attempts, 0))
  return and(eq(autopayCharges.state, 'announced'), lte(autopayCharges.chargeOn, today), hasDay)
}

/** Locks in the order of `startCheckout`, so that it and a person who pays are one after the other. */
async function startCharge(
  transaction: Database,
  { id, contractId }: { id: string; contractId: string },
  { provider, clock, timeZone, branchesOfOthers }: PaymentContext,
): Promise<void> {
  const now = clock()
  const today = dayInZone(now, timeZone)
  const account = (await lockAccounts(transaction, eq(sql`id`, contractId))).get(contractId)
  const [charge] = await transaction
    .select({
      paymentId: autopayCharges.paymentId,
      amount: autopayCharges.amount,
      attempts: autopayCharges.attempts,
      firstOn: autopayCharges.firstOn,
      autopayId: autopays.id,
      personId: autopays.personId,
      branch: campaigns.branch,
    })
    .from(autopayCharges)
    .innerJoin(autopays, eq(autopays.id, autopayCharges.autopayId))
    .innerJoin(contracts, eq(contracts.id, autopays.contractId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .where(and(eq(autopayCharges.id, id), and(isDue(today), eq(autopays.state, 'on'))))
    // As all others lock: the agreement first.
    .for('update', { of: [autopays, autopayCharges] })
  const line = account?.lines.find((one) => one.id === charge?.paymentId)
  if (!account || !charge || !line || branchesOfOthers.includes(charge.branch)) return
  const { paymentId, personId, autopayId } = charge
  const mayPay = and(eq(contracts.id, contractId), isContractPayableBy(personId, today))
  const maySignIn = and(eq(users.id, personId), hasOpenAccount)
  if ((await transaction.$count(contracts, mayPay)) === 0 || (await transaction.$count(users, maySignIn)) === 0)
    return endWithoutAccess(transaction, { autopayId, chargeId: id }, now)
  const skip = (why: SkipReason) => skipCharge(transaction, { id, contractId }, { why, now })
  if (!isChargeable(account.status)) return skip('contract-held')
  if (!isPayable(line)) return skip('paid')
  // A greater sum needs a message first.
  if (toPayOf(line) > charge.amount) return
  if ((await findOpenCheckouts(transaction, [paymentId])).length > 0) return skip('in-progress')
  const attempts = charge.attempts + 1
  const checkoutId = await addCheckout(transaction, {
    payerId: personId,
    method: 'card',
    provider,
    now,
    lifetime: chargeLifetimeMs,
    chargeId: id,
    chargeAttempt: attempts,
    lines: [{ paymentId, amount: toPayOf(line) }],
  })
  await transaction
    .update(autopayCharges)
    .set({ state: 'charging', attempts, chargeOn: today, firstOn: charge.firstOn ?? today })
    .where(eq(autopayCharges.id, id))
  await announceCheckout(transaction, checkoutId)
}
