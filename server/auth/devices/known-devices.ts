import type {} from '@fastify/cookie'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keptAccountOf } from '#server/access/joined-accounts.ts'
import { isSubject, type SubjectOfIssuer } from '#server/auth/oidc/issuer.ts'
import type { Database } from '#server/db/client.ts'
import { knownDevices } from '#server/db/schema/account-security.ts'
import { users } from '#server/db/schema/people.ts'
import type { Env } from '#server/environment/env.ts'
import { deletePushSubscriptionsOfOthers } from '#server/notifications/push-subscriptions.ts'
import { cookieName, cookieOptions, hashToken, maxCookieAge, readTokenCookie } from '#server/security/tokens.ts'

/**
 * Device token of the browser. It only distinguishes a new device from a known one. A browser without it counts as new, and the
 * user is notified.
 */
export function readDeviceToken(request: FastifyRequest, env: Env): string | null {
  return readTokenCookie(request, 'lk_device', env)
}

export function setDeviceCookie(reply: FastifyReply, env: Env, secret: string): void {
  reply.setCookie(cookieName('lk_device', env), secret, { ...cookieOptions(env), maxAge: maxCookieAge })
}

/**
 * Whether a session of this browser was ended from another device since its last sign-in: of any user, or of one
 * account of the provider.
 */
export async function requiresReauthentication(
  database: Database,
  secret: string | null,
  account?: SubjectOfIssuer,
): Promise<boolean> {
  if (secret === null) return false
  const isAsked = and(eq(knownDevices.secretHash, hashToken(secret)), eq(knownDevices.requiresReauthentication, true))
  const [known] = await database
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(isAsked, account && sql`${users.id} = ${keptAccountOf(isSubject(account))}`))
    .limit(1)
  return known !== undefined
}

/**
 * Records a sign-in from a device. Call it with the user row locked. `isNew`: this browser has not signed in to this
 * account before.
 */
export async function recordDeviceSignIn(
  transaction: Database,
  { userId, secret, now }: { userId: string; secret: string; now: Date },
): Promise<{ id: string; isNew: boolean; isFirst: boolean }> {
  const isOfUser = eq(knownDevices.userId, userId)
  const secretHash = hashToken(secret)
  await deletePushSubscriptionsOfOthers(transaction, { userId, secretHash })
  const [known] = await transaction
    .update(knownDevices)
    .set({ seenAt: now, requiresReauthentication: false })
    .where(and(isOfUser, eq(knownDevices.secretHash, secretHash)))
    .returning({ id: knownDevices.id })
  if (known) return { id: known.id, isNew: false, isFirst: false }
  const others = await transaction.$count(knownDevices, isOfUser)
  const [added] = await transaction
    .insert(knownDevices)
    .values({ userId, secretHash, seenAt: now })
    .returning({ id: knownDevices.id })
  if (!added) throw new Error('the device was not stored')
  return { id: added.id, isNew: true, isFirst: others === 0 }
}

/** The next sign-in in these browsers forces a new login at the provider. */
export async function markForReauthentication(
  transaction: Database,
  deviceIds: readonly (string | null)[],
): Promise<void> {
  const ids = deviceIds.filter((id) => id !== null)
  await transaction.update(knownDevices).set({ requiresReauthentication: true }).where(inArray(knownDevices.id, ids))
}
