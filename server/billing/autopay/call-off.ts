import { eq, inArray, sql } from 'drizzle-orm'
import { endAutopay } from '#server/billing/checkouts/agreements.ts'
import { announceAutopay } from '#server/billing/checkouts/autopay-changes.ts'
import type { PaymentContext } from '#server/billing/checkouts/payment-context.ts'
import type { Database } from '#server/db/client.ts'
import { autopayCharges, autopays } from '#server/db/schema/checkouts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { notifyOfCharge, notifyOfEnd, type SkipReason } from './autopay-notices.ts'
import { lockAutopay, stopAutopay } from './stop-autopay.ts'

type Charge = { id: string; contractId: string }

/** Nothing is charged for an instalment, and a message says why. */
export async function skipCharge(
  transaction: Database,
  { id, contractId }: Charge,
  { why, now }: { why: SkipReason; now: Date },
): Promise<void> {
  await transaction.update(autopayCharges).set({ state: 'skipped', finishedAt: now }).where(eq(autopayCharges.id, id))
  await notifyOfCharge(transaction, id, { kind: 'autopay-skipped', why }, now)
  await announceAutopay(transaction, contractId)
}

/** The person may not pay the contract any more, or cannot sign in: automatic payments end with a message. */
export async function endWithoutAccess(
  transaction: Database,
  { autopayId, chargeId }: { autopayId: string; chargeId: string },
  now: Date,
): Promise<void> {
  await endAutopay(transaction, autopayId, { reason: 'access-lost', now })
  await notifyOfCharge(transaction, chargeId, { kind: 'autopay-off', refusal: 'access-lost' }, now)
}

/** Limited per run, as messages are. */
const batchSize = 100

/** Automatic payments of branches whose money is another legal entity's now: the shop must not take it. */
export async function endOfOtherPayees({ database, clock, branchesOfOthers, log }: PaymentContext): Promise<void> {
  if (branchesOfOthers.length === 0) return
  const found = await database
    .select({ id: autopays.id })
    .from(autopays)
    .innerJoin(contracts, eq(contracts.id, autopays.contractId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .where(sql`${autopays.state} = 'on' and ${inArray(campaigns.branch, [...branchesOfOthers])}`)
    .orderBy(autopays.agreedAt)
    .limit(batchSize)
  for (const { id } of found)
    await database
      .transaction(async (transaction) => {
        const autopay = await lockAutopay(transaction, id)
        if (autopay?.state !== 'on') return
        await stopAutopay(transaction, id, { reason: 'payee-changed', now: clock() })
        await notifyOfEnd(transaction, id, { why: 'payee-changed', note: '' }, clock())
      })
      .catch((error: unknown) => log.error({ err: error, autopay: id }, 'automatic payments were not ended'))
}
