import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { sessions } from '#server/db/schema/identity.ts'
import { endOtherSessions, endSession, livingSince } from '#server/identity/sessions.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'

/** Whoever looks at this person as an administrator is no device of theirs; visits are told of elsewhere (D-37). */
const ofPerson = (userId: string) => and(eq(sessions.userId, userId), isNull(sessions.administratorId))

export async function listDevices({ database, clock }: App, session: Session) {
  const now = clock()
  const { id, browser, system, address, lastSeenAt, createdAt } = sessions
  const isSeen = or(gt(lastSeenAt, livingSince(now)), isNull(sessions.tokenHash))
  const devices = await database
    .select({ id, browser, system, address, lastSeenAt, createdAt })
    .from(sessions)
    .where(and(ofPerson(session.userId), gt(sessions.expiresAt, now), isSeen))
    .orderBy(desc(lastSeenAt), desc(createdAt), id)
  return devices.map((device) => ({
    ...device,
    lastSeenAt: device.lastSeenAt.toISOString(),
    createdAt: device.createdAt.toISOString(),
    isCurrent: device.id === session.id,
  }))
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
    .where(and(ofPerson(session.userId), eq(sessions.id, id)))
  if (!own) refuse('not-found', 'None of the person’s devices')
  await endSession(database, id, ending)
}
