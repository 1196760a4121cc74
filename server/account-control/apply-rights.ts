import { and, eq, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import type { GetCall } from '#contract/call-changes.ts'
import { rightsOfCalls } from '#contract/people/call-rights.ts'
import { isContractPayableBy } from '#server/access/visible-students.ts'
import { notifyOfEnd } from '#server/billing/autopay/autopay-notices.ts'
import { lockAutopay, stopAutopay } from '#server/billing/autopay/stop-autopay.ts'
import { giveUp } from '#server/billing/checkouts/start-checkout.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { autopays, checkoutLines, checkouts } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

/**
 * What follows at once from rights that were stored: what these guardians may not pay any more is given up, and their open
 * pages read again.
 */
export async function applyRights(
  transaction: Database,
  guardianIds: readonly string[],
  time: CurrentTime,
): Promise<void> {
  for (const guardianId of await findPayers(transaction, guardianIds)) {
    await giveUpUnpayable(transaction, guardianId, time)
    await endUnpayable(transaction, guardianId, time)
  }
  if (guardianIds.length > 0) await announceChanges(transaction, { userIds: [...guardianIds], calls: callsOfRights })
}

/** Those of the people who pay something now. An import may change the rights of thousands who do not. */
async function findPayers(transaction: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const wanted = listOf(ids, 'uuid')
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select payer_id as id from ${checkouts} where state in ('started', 'pending') and payer_id in ${wanted}
    union select person_id from ${autopays} where state <> 'off' and person_id in ${wanted} order by 1`)
  return rows.map(({ id }) => id)
}

/** All that a right decides about, and what says which rights there are. */
const callsOfRights: readonly GetCall[] = [
  'GET /v1/profile',
  'GET /v1/system/menu',
  'GET /v1/profile/notification/list',
  'GET /v1/profile/notification/unread',
  ...(Object.keys(rightsOfCalls) as (keyof typeof rightsOfCalls)[]).filter(
    (call): call is Extract<keyof typeof rightsOfCalls, GetCall> =>
      call.startsWith('GET ') && rightsOfCalls[call] !== 'own',
  ),
]

/** Open checkouts of the person with a payment that the person may not pay. Cards that are being charged are left. */
async function giveUpUnpayable(transaction: Database, payerId: string, { now, timeZone }: CurrentTime): Promise<void> {
  const isPayable = isContractPayableBy(payerId, dayInZone(now, timeZone)) ?? sql`false`
  const found = await transaction
    .selectDistinct({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(checkoutLines, eq(checkoutLines.checkoutId, checkouts.id))
    .innerJoin(payments, eq(payments.id, checkoutLines.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(
      and(
        eq(checkouts.payerId, payerId),
        isNull(checkouts.chargeId),
        inArray(checkouts.state, ['started', 'pending']),
        not(isPayable),
      ),
    )
  await giveUp(
    transaction,
    found.map(({ id }) => id),
    now,
  )
}

/** Automatic payments of the person of contracts that the person may not pay: a right given back does not charge again. */
async function endUnpayable(transaction: Database, personId: string, { now, timeZone }: CurrentTime): Promise<void> {
  const isPayable = isContractPayableBy(personId, dayInZone(now, timeZone)) ?? sql`false`
  const found = await transaction
    .select({ id: autopays.id })
    .from(autopays)
    .innerJoin(contracts, eq(contracts.id, autopays.contractId))
    .where(and(eq(autopays.personId, personId), ne(autopays.state, 'off'), not(isPayable)))
    .orderBy(autopays.contractId)
  for (const { id } of found) {
    const autopay = await lockAutopay(transaction, id)
    if (!autopay || autopay.state === 'off') continue
    await stopAutopay(transaction, id, { reason: 'access-lost', now })
    if (autopay.state === 'on') await notifyOfEnd(transaction, id, { why: 'access-lost', note: '' }, now)
  }
}
