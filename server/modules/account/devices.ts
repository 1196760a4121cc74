import { and, eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema/identity.ts'
import { devicesOf, isDeviceOf } from '#server/identity/device.ts'
import { endOtherSessions, endSession } from '#server/identity/ended-sessions.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'

export async function listDevices({ database, clock }: App, session: Session) {
  const devices = await devicesOf(database, session.userId, clock())
  return devices.map((device) => ({ ...device, isCurrent: device.id === session.id }))
}

/** Takes effect at that device's next call. */
export async function endDevice(
  { database, clock }: App,
  { session, id, address }: { session: Session; id: string; address: string },
): Promise<undefined> {
  const ending = { now: clock(), address }
  if (id === 'others') {
    await endOtherSessions(database, { userId: session.userId, exceptId: session.id, ...ending })
    return
  }
  const [own] = await database
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isDeviceOf(session.userId), eq(sessions.id, id)))
  if (!own) refuse('not-found', 'None of the person’s devices')
  await endSession(database, id, { as: 'session.ended', ...ending })
}
