import { ECDH } from 'node:crypto'
import { and, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { BodyOf } from '#contract/call.ts'
import type { PushDevice, subscribeToPush } from '#contract/notifications.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { knownDevices } from '#server/db/schema/account-security.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { pushSubscriptions } from '#server/db/schema/notifications.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { assertPublicHost } from '#server/http/public-address.ts'
import { withdrawNotification } from '#server/notifications/store-notifications.ts'
import { hashToken } from '#server/security/tokens.ts'

type OfSession = { userId: string; sessionId: string }

/** Browsers of a user that get push notifications, the newest first. */
export async function findPushDevices(database: Database, { userId, sessionId }: OfSession): Promise<PushDevice[]> {
  const current = await knownDeviceOf(database, sessionId)
  const { id, browser, system, createdAt, knownDeviceId } = pushSubscriptions
  const rows = await database
    .select({ id, browser, system, createdAt, knownDeviceId })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), isNull(pushSubscriptions.endedAt)))
    .orderBy(desc(createdAt), id)
  return rows.map(({ knownDeviceId, createdAt, ...device }) => ({
    ...device,
    createdAt: createdAt.toISOString(),
    isCurrent: knownDeviceId === current,
  }))
}

type Subscription = BodyOf<typeof subscribeToPush>

/**
 * Stores the subscription of the browser of a session in place of its former one. A subscription of another user of the
 * same browser moves to this user.
 */
export async function addPushDevice(
  database: Database,
  { userId, sessionId }: OfSession,
  {
    subscription,
    device,
    now,
  }: {
    subscription: Subscription
    device: { browser: string | null; system: string | null }
    now: Date
  },
): Promise<{ id: string }> {
  const { endpoint, keys } = subscription
  return database.transaction(async (transaction) => {
    const knownDeviceId = await knownDeviceOf(transaction, sessionId)
    if (knownDeviceId === null) throwProblem('state-conflict', 'The browser of this session is not known')
    // Only the browser itself knows the keys of its subscription.
    const isForeign = or(ne(pushSubscriptions.p256dh, keys.p256dh), ne(pushSubscriptions.auth, keys.auth))
    const isSame = eq(pushSubscriptions.endpoint, endpoint)
    const foreign = await transaction.$count(pushSubscriptions, and(isSame, isForeign))
    if (foreign > 0) throwProblem('state-conflict', 'The endpoint has other keys')
    await transaction.delete(pushSubscriptions).where(and(isSame, ne(pushSubscriptions.knownDeviceId, knownDeviceId)))
    const set = { userId, endpoint, ...keys, ...device, createdAt: now, endedAt: null }
    const [stored] = await transaction
      .insert(pushSubscriptions)
      .values({ knownDeviceId, ...set })
      .onConflictDoUpdate({ target: pushSubscriptions.knownDeviceId, set })
      .returning({ id: pushSubscriptions.id })
    if (!stored) throw new Error('the subscription was not stored')
    await withdrawNotification(transaction, { userId, kind: 'push-ended', once: stored.id })
    return stored
  })
}

/**
 * Replaces the subscription of a browser, known by its cookie, in place: what is on its way is sent to the new one. One that
 * its push service has ended is used again. Returns false if the browser has none, for example because its session was
 * ended.
 */
export async function renewPushDevice(
  database: Database,
  secret: string,
  { endpoint, keys }: Subscription,
): Promise<boolean> {
  const ofBrowser = database
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(eq(knownDevices.secretHash, hashToken(secret)))
  return database.transaction(async (transaction) => {
    const isOwn = inArray(pushSubscriptions.knownDeviceId, ofBrowser)
    const { id, userId } = pushSubscriptions
    const [own] = await transaction.select({ id, userId }).from(pushSubscriptions).where(isOwn)
    if (!own) return false
    const isSame = eq(pushSubscriptions.endpoint, endpoint)
    const others = await transaction.$count(pushSubscriptions, and(isSame, ne(pushSubscriptions.id, own.id)))
    if (others > 0) throwProblem('state-conflict', 'The endpoint belongs to another browser')
    await transaction
      .update(pushSubscriptions)
      .set({ endpoint, ...keys, endedAt: null })
      .where(eq(pushSubscriptions.id, own.id))
    await withdrawNotification(transaction, { userId: own.userId, kind: 'push-ended', once: own.id })
    await announceChanges(transaction, { userIds: [own.userId], calls: ['GET /v1/profile/push-subscription/list'] })
    return true
  })
}

/**
 * Throws for keys that nothing can be encrypted with, and for an address to which the server sends nothing: not https, or a
 * private one. Names are checked when sending.
 */
export function assertPushSubscription(
  { endpoint, keys }: Subscription,
  { allowPrivate }: { allowPrivate: boolean },
): void {
  if (!isCurvePoint(keys.p256dh)) throwInvalidValue('keys.p256dh', 'wrong-value', 'Not a point of the curve P-256')
  if (allowPrivate) return
  const url = new URL(endpoint)
  const refuse = (reason: string) => throwInvalidValue('endpoint', reason, 'Nothing can be sent to this address')
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') refuse('not-an-address')
  try {
    assertPublicHost(url)
  } catch {
    refuse('private-address')
  }
}

/** An uncompressed point of P-256 in base64url (RFC 8291). */
function isCurvePoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === key
  } catch {
    return false
  }
}

async function knownDeviceOf(database: Database, sessionId: string): Promise<string | null> {
  const [session] = await database
    .select({ knownDeviceId: sessions.knownDeviceId })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session?.knownDeviceId ?? null
}
