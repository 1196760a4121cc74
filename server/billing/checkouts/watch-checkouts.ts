import { sql } from 'drizzle-orm'
import { checkouts } from '#server/db/schema/checkouts.ts'
import { endUnasked } from './ask-provider.ts'
import { notifyOfRefusals } from './checkout-notices.ts'
import { handleBatches } from './handle-batches.ts'
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
  const at = sql`${now.toISOString()}::timestamptz`
  await endUnasked(context)
  await notifyOfRefusals(database, now)
  await handleBatches({
    async take() {
      const { rows } = await database.execute<{ id: string }>(sql`
        update ${checkouts} set watched_at = ${at} where id in (
          select id from ${checkouts}
          where decided_at is null and external_id is not null
            and (watched_at is null or watched_at < ${at} - interval '45 seconds')
          order by coalesce(watched_at, created_at) limit ${batchSize} for update skip locked
        ) returning id
      `)
      return rows.map(({ id }) => id)
    },
    handle: (id) => settleCheckout(context, id),
    log,
    failure: 'a checkout was not settled',
  })
}
