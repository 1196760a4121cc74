import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Branch, ContractStatus } from '#contract/enumerations.ts'
import { announceAutopay } from '#server/billing/checkouts/autopay-changes.ts'
import { announceCheckout } from '#server/billing/checkouts/checkout-notices.ts'
import type { PaymentContext } from '#server/billing/checkouts/payment-context.ts'
import { autopayCharges, checkouts } from '#server/db/schema/checkouts.ts'
import { isPayableInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { endWithoutAccess, skipCharge } from './call-off.ts'
import { hasOpenAccount } from './charge-conditions.ts'
import { isChargeable } from './rules.ts'

type Found = {
  id: string
  contractId: string
  status: ContractStatus
  branch: Branch
  hasCard: boolean
  isOn: boolean
  canSignIn: boolean
  autopayId: string
  isOpen: boolean
}

/**
 * Whether the bank may be asked for a started charge: automatic payments are still on, the person can sign in, the
 * money is the shop's, the contract is charged and the instalment open. Otherwise one that never left is called off, and one that the bank may have
 * is not asked for again: its notification or the hourly comparison brings it.
 */
export async function recheckCharge(
  { database, clock, branchesOfOthers }: PaymentContext,
  checkoutId: string,
): Promise<boolean> {
  const now = clock()
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<Found>(sql`
      select charge.id, payments.contract_id as "contractId", contracts.status, campaigns.branch,
        saved_method is not null as "hasCard", autopays.id as "autopayId", ${hasOpenAccount} as "canSignIn", autopays.state = 'on' as "isOn",
        ${isPayableInSql} as "isOpen"
      from checkouts
        join autopay_charges as charge on charge.id = checkouts.charge_id
        join autopays on autopays.id = charge.autopay_id
        join users on users.id = autopays.person_id
        join payments on payments.id = charge.payment_id
        join payment_balances on payment_balances.payment_id = payments.id
        join contracts on contracts.id = payments.contract_id
        join campaigns on campaigns.id = contracts.campaign_id
      where checkouts.id = ${checkoutId}
      for update of autopays
    `)
    const [found] = rows
    // Without its card it ends as refused.
    if (!found?.hasCard) return true
    const isOfOther = branchesOfOthers.includes(found.branch)
    const mayGoOn = found.isOn && found.canSignIn && !isOfOther
    if (mayGoOn && found.isOpen && isChargeable(found.status)) return true
    const isUnsent = and(isNull(checkouts.sentOrder), isNull(checkouts.externalId))
    const calledOff = await transaction
      .update(checkouts)
      .set({ state: 'canceled', finishedAt: now, decidedAt: now })
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, 'started'), isUnsent))
      .returning({ id: checkouts.id })
    if (calledOff.length === 0) return false
    const { id, contractId, autopayId, isOn, canSignIn } = found
    await announceCheckout(transaction, checkoutId)
    if (mayGoOn) {
      await skipCharge(
        transaction,
        { id, contractId },
        { why: isChargeable(found.status) ? 'paid' : 'contract-held', now },
      )
      return false
    }
    const isCharge = eq(autopayCharges.id, id)
    await transaction.update(autopayCharges).set({ state: 'stopped', finishedAt: now }).where(isCharge)
    // The end of all agreements of another payee has its own message.
    if (isOn && !canSignIn) await endWithoutAccess(transaction, { autopayId, chargeId: id }, now)
    else await announceAutopay(transaction, contractId)
    return false
  })
}
