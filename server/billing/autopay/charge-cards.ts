import { and, eq, inArray, sql } from 'drizzle-orm'
import { endAutopay } from '#server/billing/checkouts/agreements.ts'
import { askProvider } from '#server/billing/checkouts/ask-provider.ts'
import { announceAutopay } from '#server/billing/checkouts/autopay-changes.ts'
import { handleBatches } from '#server/billing/checkouts/handle-batches.ts'
import type { PaymentContext } from '#server/billing/checkouts/payment-context.ts'
import type { Database } from '#server/db/client.ts'
import { autopayCharges, autopays, checkouts } from '#server/db/schema/checkouts.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { notifyOfCharge } from './autopay-notices.ts'
import { recheckCharge } from './recheck-charge.ts'
import { outcomeOf } from './rules.ts'

const batchSize = 50

/**
 * Asks the provider for the charges that were started, with the same key until it answers. Several servers take different
 * ones.
 */
export async function chargeCards(context: PaymentContext): Promise<void> {
  const { database, clock, log } = context
  const at = sql`${clock().toISOString()}::timestamptz`
  await handleBatches({
    async take() {
      const { rows } = await database.execute<{ id: string }>(sql`
        update ${checkouts} set watched_at = ${at} where id in (
          select id from ${checkouts}
          where state = 'started' and charge_id is not null
            and (watched_at is null or watched_at < ${at} - interval '45 seconds')
          order by coalesce(watched_at, created_at) limit ${batchSize} for update skip locked
        ) returning id
      `)
      return rows.map(({ id }) => id)
    },
    // Fiscal receipts and the lines of a bank statement are in Russian.
    async handle(id) {
      if (await recheckCharge(context, id)) await askProvider(context, id, 'ru')
    },
    log,
    failure: 'a card was not charged',
  })
}

/** Does what follows from the charges that have ended. */
export async function finishCharges(context: PaymentContext): Promise<void> {
  const { database, log } = context
  const ended = await database
    .select({ id: autopayCharges.id })
    .from(autopayCharges)
    .innerJoin(checkouts, isLastAttempt)
    .where(
      and(eq(autopayCharges.state, 'charging'), inArray(checkouts.state, ['paid', 'refused', 'expired', 'canceled'])),
    )
  for (const { id } of ended)
    await database
      .transaction((transaction) => finishCharge(transaction, id, context))
      .catch((error: unknown) => log.error({ err: error, charge: id }, 'an automatic payment was not finished'))
}

const isLastAttempt = and(
  eq(checkouts.chargeId, autopayCharges.id),
  eq(checkouts.chargeAttempt, autopayCharges.attempts),
)

async function finishCharge(transaction: Database, id: string, { clock, timeZone }: PaymentContext): Promise<void> {
  const now = clock()
  const today = dayInZone(now, timeZone)
  const [row] = await transaction
    .select({
      state: checkouts.state,
      refusal: checkouts.refusal,
      attempts: autopayCharges.attempts,
      firstOn: autopayCharges.firstOn,
      autopay: autopays.state,
      autopayId: autopays.id,
      contractId: autopays.contractId,
    })
    .from(autopayCharges)
    .innerJoin(autopays, eq(autopays.id, autopayCharges.autopayId))
    .innerJoin(checkouts, isLastAttempt)
    .where(and(eq(autopayCharges.id, id), eq(autopayCharges.state, 'charging')))
    .for('update', { of: [autopays, autopayCharges] })
  if (!row) return
  const isOn = row.autopay === 'on'
  const outcome = outcomeOf({ ...row, isOn, firstOn: row.firstOn ?? today }, today)
  const isOfCharge = eq(autopayCharges.id, id)
  if (outcome.state === 'announced') {
    const { state, on, refusal } = outcome
    await transaction.update(autopayCharges).set({ state, chargeOn: on, refusal }).where(isOfCharge)
    await notifyOfCharge(transaction, id, { kind: 'autopay-retried', refusal, on }, now)
  } else {
    const refusal = outcome.state === 'failed' ? outcome.refusal : null
    await transaction.update(autopayCharges).set({ state: outcome.state, refusal, finishedAt: now }).where(isOfCharge)
    if (outcome.state === 'failed') {
      const ends = isOn ? outcome.ends : null
      if (ends) await endAutopay(transaction, row.autopayId, { reason: ends, now })
      const kind = ends ? 'autopay-off' : 'autopay-unpaid'
      await notifyOfCharge(transaction, id, { kind, refusal: outcome.refusal }, now)
    }
  }
  await announceAutopay(transaction, row.contractId)
}
