import { devicesOf } from '#server/identity/device.ts'
import { lockDevicesOf, signOutDevices } from '#server/identity/ended-sessions.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'

export async function listDevices({ database, clock }: App, session: Session) {
  const devices = await devicesOf(database, session.userId, clock())
  return devices.map((device) => ({ ...device, isCurrent: device.id === session.id }))
}

/** Takes effect at that device's next call; there one has to sign in for real. */
export async function endDevice(
  app: Pick<App, 'database' | 'clock' | 'endProviderSessions'>,
  { session, id, address }: { session: Pick<Session, 'id' | 'userId'>; id: string; address: string },
): Promise<undefined> {
  const { userId, id: ownId } = session
  await app.database.transaction(async (transaction) => {
    const devices = await lockDevicesOf(transaction, userId)
    if (!devices.includes(ownId)) refuse('unauthenticated', 'This session has just been ended from another device')
    const ids = devices.filter((one) => (id === 'others' ? one !== ownId : one === id))
    if (id !== 'others' && ids.length === 0) refuse('not-found', 'None of the person’s devices')
    await signOutDevices(transaction, app, { userId, ids, now: app.clock(), address, reason: 'ended-elsewhere' })
  })
}
