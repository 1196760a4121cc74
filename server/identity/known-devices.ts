import type {} from '@fastify/cookie'
import { and, eq, inArray, lte } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { knownDevices } from '#server/db/schema/ways-in.ts'
import type { Env } from '#server/env.ts'
import { cookieName, cookieOptions } from './cookies.ts'
import { hashOf, newSecret } from './secret.ts'

/** As long as browsers keep a cookie at most. */
const cookieLifetime = 400 * 24 * 60 * 60

/**
 * What this browser is known by to everyone who signs in here: it tells a new device from one that was here before,
 * and nothing else. Whoever deletes it is a new device, which the person is told of.
 */
export function deviceSecretOf(request: FastifyRequest, env: Env): string | null {
  const secret = request.cookies[cookieName('lk_device', env)]
  return secret !== undefined && /^[A-Za-z0-9_-]{43}$/.test(secret) ? secret : null
}

export function setDeviceCookie(reply: FastifyReply, env: Env, secret: string): void {
  reply.setCookie(cookieName('lk_device', env), secret, { ...cookieOptions(env), maxAge: cookieLifetime })
}

export const newDeviceSecret = newSecret

/** Whether a session of this browser was ended from elsewhere since its last sign-in: anybody's, or that of one subject. */
export async function isToSignInAnew(database: Database, secret: string | null, subject?: string): Promise<boolean> {
  if (secret === null) return false
  const isAsked = and(eq(knownDevices.secretHash, hashOf(secret)), eq(knownDevices.signInAnew, true))
  const [asked] = await database
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(isAsked, subject === undefined ? undefined : eq(users.subject, subject)))
    .limit(1)
  return asked !== undefined
}

/** Call it with the person's row locked. New is a browser that has not signed in to this account before. */
export async function welcomeDevice(
  transaction: Database,
  { userId, secret, now }: { userId: string; secret: string; now: Date },
): Promise<{ id: string; isNew: boolean; isFirst: boolean }> {
  const isTheirs = eq(knownDevices.userId, userId)
  const secretHash = hashOf(secret)
  await transaction
    .delete(knownDevices)
    .where(lte(knownDevices.seenAt, new Date(now.getTime() - cookieLifetime * 1000)))
  const [known] = await transaction
    .update(knownDevices)
    .set({ seenAt: now, signInAnew: false })
    .where(and(isTheirs, eq(knownDevices.secretHash, secretHash)))
    .returning({ id: knownDevices.id })
  if (known) return { id: known.id, isNew: false, isFirst: false }
  const others = await transaction.$count(knownDevices, isTheirs)
  const [added] = await transaction
    .insert(knownDevices)
    .values({ userId, secretHash, seenAt: now })
    .returning({ id: knownDevices.id })
  if (!added) throw new Error('the device was not stored')
  return { id: added.id, isNew: true, isFirst: others === 0 }
}

/** The next sign-in in these browsers is a real one: the provider is told to ask who is there, even if it knows. */
export async function askToSignInAnew(transaction: Database, deviceIds: readonly (string | null)[]): Promise<void> {
  const ids = deviceIds.filter((id) => id !== null)
  await transaction.update(knownDevices).set({ signInAnew: true }).where(inArray(knownDevices.id, ids))
}
