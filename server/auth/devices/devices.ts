import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { idleCutoff } from '#server/access/session-lifetime.ts'
import type { App, Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'

/** Excludes impersonation sessions: the user sees those in another list. */
export const isOwnSession = (userId: string) => and(eq(sessions.userId, userId), isNull(sessions.administratorId))

/**
 * The user's active sessions, most recently used first. Includes an administrator's own session that is suspended by an
 * impersonation.
 */
export async function findDevices(database: Database, userId: string, now: Date) {
  const { id, browser, system, address, lastSeenAt, createdAt } = sessions
  const isSeen = or(gt(lastSeenAt, idleCutoff(now)), isNull(sessions.tokenHash))
  const devices = await database
    .select({ id, browser, system, address, lastSeenAt, createdAt })
    .from(sessions)
    .where(and(isOwnSession(userId), gt(sessions.expiresAt, now), isSeen))
    .orderBy(desc(lastSeenAt), desc(createdAt), id)
  return devices.map((device) => ({
    ...device,
    lastSeenAt: device.lastSeenAt.toISOString(),
    createdAt: device.createdAt.toISOString(),
  }))
}

export async function listDevices({ database, clock }: App, session: Session) {
  const devices = await findDevices(database, session.userId, clock())
  return devices.map((device) => ({ ...device, isCurrent: device.id === session.id }))
}
