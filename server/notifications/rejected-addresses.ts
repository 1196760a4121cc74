import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { hasEmail } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { deliveries, rejectedAddresses } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { endPushSubscription } from './push-subscriptions.ts'
import { storeNotifications } from './store-notifications.ts'

/** Stops messages to the address of a delivery, and notifies the people who have it in the application. */
export async function rejectAddress(database: Database, deliveryId: string, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const [delivery] = await transaction
      .select({ target: deliveries.target, channel: deliveries.channel })
      .from(deliveries)
      .where(eq(deliveries.id, deliveryId))
    if (!delivery) return
    if (delivery.channel === 'push') return rejectBrowser(transaction, delivery.target, now)
    const address = delivery.target.toLowerCase()
    const added = await transaction
      .insert(rejectedAddresses)
      .values({ address, rejectedAt: now })
      .onConflictDoNothing()
      .returning()
    if (added.length === 0) return
    const owners = await transaction.select({ userId: users.id }).from(users).where(hasEmail(address))
    const notices = owners.map(({ userId }) => ({ userId, kind: 'email-rejected' as const, values: { address } }))
    await storeNotifications(transaction, now, notices)
  })
}

async function rejectBrowser(transaction: Database, id: string, now: Date): Promise<void> {
  const ended = await endPushSubscription(transaction, id, now)
  if (!ended) return
  const values = { device: [ended.browser, ended.system].filter(Boolean).join(', ') }
  await storeNotifications(transaction, now, [{ userId: ended.userId, kind: 'push-ended', values, once: id }])
}

/** A message has arrived. */
export async function acceptAddress(database: Database, target: string): Promise<void> {
  await database.delete(rejectedAddresses).where(eq(rejectedAddresses.address, target.toLowerCase()))
}

export function isRejected(email: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${rejectedAddresses} where ${rejectedAddresses.address} = lower(${email}))`
}
