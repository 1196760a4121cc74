import type { App, Session } from '#server/app-types.ts'
import { lockDevicesOf, signOutDevices } from '#server/auth/sessions/end-sessions.ts'
import { throwProblem } from '#server/http-error.ts'
import { findDevices } from './devices.ts'

export async function listDevices({ database, clock }: App, session: Session) {
  const devices = await findDevices(database, session.userId, clock())
  return devices.map((device) => ({ ...device, isCurrent: device.id === session.id }))
}

/**
 * Ends a session on another device, or all others. Takes effect at the device's next request; signing in there again
 * requires a new login.
 */
export async function endDeviceSessions(
  app: Pick<App, 'database' | 'clock' | 'endProviderSessions'>,
  { session, id, address }: { session: Pick<Session, 'id' | 'userId'>; id: string; address: string },
): Promise<undefined> {
  const { userId, id: ownId } = session
  await app.database.transaction(async (transaction) => {
    const devices = await lockDevicesOf(transaction, userId)
    if (!devices.includes(ownId))
      throwProblem('unauthenticated', 'This session has just been ended from another device')
    const ids = devices.filter((one) => (id === 'others' ? one !== ownId : one === id))
    if (id !== 'others' && ids.length === 0) throwProblem('not-found', 'No such session of this user')
    await signOutDevices(transaction, app, { userId, ids, now: app.clock(), address, reason: 'ended-elsewhere' })
  })
}
