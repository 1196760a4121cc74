import { and, eq, inArray, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { knownDevices } from '#server/db/schema/account-security.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { notificationSettings, pushSubscriptions } from '#server/db/schema/notifications.ts'

const listCalls = ['GET /v1/profile/push-subscription/list'] as const

/** Where a push notification goes, and whether the person allows marks and sums in it. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string; hasDetails: boolean }

export async function findPushTarget(database: Database, id: string): Promise<PushTarget | null> {
  const { endpoint, p256dh, auth, userId, endedAt } = pushSubscriptions
  const hasDetails = sql<boolean>`coalesce(${notificationSettings.pushDetails}, false)`
  const [found] = await database
    .select({ endpoint, p256dh, auth, hasDetails })
    .from(pushSubscriptions)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, userId))
    .where(and(eq(pushSubscriptions.id, id), isNull(endedAt)))
  return found ?? null
}

/** Ids of the subscriptions of a user, the oldest first. */
export function selectPushSubscriptions(userId: AnyPgColumn): SQL<string[]> {
  const { id, createdAt, endedAt } = pushSubscriptions
  const ofUser = sql`select ${id} from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${userId} and ${endedAt} is null order by ${createdAt}, ${id}`
  return sql<string[]>`array(${ofUser})::text[]`
}

/** Deletes a subscription, of a user if given. Returns whether there was one. */
export async function deletePushSubscription(database: Database, id: string, userId?: string): Promise<boolean> {
  const isOfUser = userId === undefined ? undefined : eq(pushSubscriptions.userId, userId)
  return (await deleteWhere(database, and(eq(pushSubscriptions.id, id), isOfUser))) > 0
}

/** Of browsers where a person has ended the session. */
export async function deletePushSubscriptionsOf(
  transaction: Database,
  knownDeviceIds: readonly (string | null)[],
): Promise<void> {
  const ids = knownDeviceIds.filter((id) => id !== null)
  if (ids.length > 0) await deleteWhere(transaction, inArray(pushSubscriptions.knownDeviceId, ids))
}

/** Of the browsers of a user that have no session now. */
export async function deleteIdlePushSubscriptions(transaction: Database, userId: string): Promise<void> {
  const open = transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.knownDeviceId, pushSubscriptions.knownDeviceId))
  await deleteWhere(transaction, and(eq(pushSubscriptions.userId, userId), notExists(open)))
}

/** In a browser where another user signs in: notifications of the former one would appear on the screen of this one. */
export async function deletePushSubscriptionsOfOthers(
  transaction: Database,
  { userId, secretHash }: { userId: string; secretHash: string },
): Promise<void> {
  const ofBrowser = transaction
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.secretHash, secretHash), ne(knownDevices.userId, userId)))
  await deleteWhere(transaction, inArray(pushSubscriptions.knownDeviceId, ofBrowser))
}

async function deleteWhere(database: Database, which: SQL | undefined): Promise<number> {
  const deleted = await database.delete(pushSubscriptions).where(which).returning({ userId: pushSubscriptions.userId })
  const userIds = [...new Set(deleted.map(({ userId }) => userId))]
  await announceChanges(database, { userIds, calls: listCalls })
  return deleted.length
}

/** The push service has refused the subscription for good. Returns whose it was, unless that was known. */
export async function endPushSubscription(
  transaction: Database,
  id: string,
  now: Date,
): Promise<{ userId: string; browser: string | null; system: string | null } | null> {
  const { userId, browser, system, endedAt } = pushSubscriptions
  const [ended = null] = await transaction
    .update(pushSubscriptions)
    .set({ endedAt: now })
    .where(and(eq(pushSubscriptions.id, id), isNull(endedAt)))
    .returning({ userId, browser, system })
  if (ended) await announceChanges(transaction, { userIds: [ended.userId], calls: listCalls })
  return ended
}
