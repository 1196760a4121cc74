import { desc, eq, sql } from 'drizzle-orm'
import { cardListRows } from '#contract/limits.ts'
import type { UserDelivery } from '#contract/people/admin.ts'
import type { Database } from '#server/db/client.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'

/** Messages to a user, newest first, without addresses and content. */
export async function findUserDeliveries(database: Database, userId: string): Promise<UserDelivery[]> {
  const [user] = await database.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!user) throwProblem('not-found', 'No such user')
  const rows = await database
    .select({
      id: deliveries.id,
      queuedAt: deliveries.queuedAt,
      category: deliveries.category,
      isDigest: sql<boolean>`${deliveries.kind} = 'digest'`,
      channel: deliveries.channel,
      deliveredAt: deliveries.deliveredAt,
      failure: deliveries.failure,
    })
    .from(deliveries)
    .where(eq(deliveries.userId, userId))
    .orderBy(desc(deliveries.queuedAt), desc(deliveries.id))
    .limit(cardListRows)
  return rows.map(({ id, queuedAt, category, isDigest, channel, deliveredAt, failure }) => ({
    id,
    channel,
    failure,
    at: (deliveredAt ?? queuedAt).toISOString(),
    about: isDigest ? 'digest' : (category ?? 'account'),
    state: deliveredAt ? 'sent' : failure === null ? 'waiting' : 'failed',
  }))
}
