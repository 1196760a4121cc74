import { and, inArray, isNull, lte, sql } from 'drizzle-orm'
import { ProviderUnavailable } from '#server/billing/providers/payment-provider.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'
import { notifyOfRefusals } from './checkout-notices.ts'
import type { PaymentContext } from './payment-context.ts'
import { settleCheckout } from './settle-checkout.ts'

const batchSize = 50

/**
 * Looks at checkouts whose payment the provider has not decided, those not looked at for longest first. Notifications and
 * returning people settle most of them; this finds what they missed. Several servers take different ones.
 */
export async function watchCheckouts(context: PaymentContext): Promise<void> {
  const { database, clock, log } = context
  const now = clock()
  await endUnasked(context)
  await notifyOfRefusals(database, now)
  const { rows } = await database.execute<{ id: string }>(sql`
    update checkouts set watched_at = ${now.toISOString()}::timestamptz where id in (
      select id from checkouts
      where decided_at is null and external_id is not null
        and (watched_at is null or watched_at < ${now.toISOString()}::timestamptz - interval '45 seconds')
      order by watched_at nulls first limit ${batchSize} for update skip locked
    ) returning id
  `)
  for (const { id } of rows) {
    try {
      await settleCheckout(context, id)
    } catch (error) {
      log.error({ err: error, checkout: id }, 'a checkout was not settled')
      if (error instanceof ProviderUnavailable) return
    }
  }
}

/** The provider has never answered, so the person never saw its page: no money can come of it. */
async function endUnasked({ database, clock }: PaymentContext): Promise<void> {
  const now = clock()
  const isOver = and(isNull(checkouts.externalId), isNull(checkouts.decidedAt), lte(checkouts.expiresAt, now))
  await database
    .update(checkouts)
    .set({
      state: sql`case when ${checkouts.state} = 'started' then 'expired' else ${checkouts.state} end`,
      finishedAt: sql`coalesce(${checkouts.finishedAt}, ${now.toISOString()}::timestamptz)`,
      decidedAt: now,
    })
    .where(and(isOver, inArray(checkouts.state, ['started', 'canceled'])))
}
