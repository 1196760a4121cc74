import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { deliveries, rejectedAddresses } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { deletePushSubscription } from './push-subscriptions.ts'
import { storeNotifications } from './store-notifications.ts'

/**
 * Stops messages to the address of a delivery, and tells the people who have it in the application. A browser that has
 * ended its subscription is only removed: it was ended there.
 */
export async function rejectAddress(database: Database, deliveryId: string, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const [delivery] = await transaction
      .select({ target: deliveries.target, channel: deliveries.channel })
      .from(deliveries)
      .where(eq(deliveries.id, deliveryId))
    if (!delivery) return
    if (delivery.channel === 'push') return void (await deletePushSubscription(transaction, delivery.target))
    const address = delivery.target.toLowerCase()
    const added = await transaction
      .insert(rejectedAddresses)
      .values({ address, rejectedAt: now })
      .onConflictDoNothing()
      .returning()
    if (added.length === 0) return
    const owners = await transaction
      .select({ userId: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, address))
    const notices = owners.map(({ userId }) => ({ userId, kind: 'email-rejected' as const, values: { address } }))
    await storeNotifications(transaction, now, notices)
  })
}

/** A message has arrived. */
export async function acceptAddress(database: Database, target: string): Promise<void> {
  await database.delete(rejectedAddresses).where(eq(rejectedAddresses.address, target.toLowerCase()))
}

export function isRejected(email: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${rejectedAddresses} where ${rejectedAddresses.address} = lower(${email}))`
}
