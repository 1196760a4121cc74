import { eq } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { audit } from '#server/identity/audit.ts'
import { isTooCommon } from '#server/identity/common-passwords.ts'
import { lockDevicesOf, signOutDevices } from '#server/identity/ended-sessions.ts'
import type { PasswordKeeper, SignInNames } from '#server/identity/password-keeper.ts'
import { recordChanges } from '#server/identity/ways-in.ts'
import { refuse, refuseValue } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'

/** Of nobody who signs in here, and where the passwords are somebody else's, nothing is known. */
export async function signInNames({ database, passwords }: App, { userId }: Session): Promise<SignInNames | null> {
  const [user] = await database.select({ subject: users.subject }).from(users).where(eq(users.id, userId))
  return user?.subject && passwords ? passwords.namesOf({ subject: user.subject }) : null
}

type Asking = { session: Pick<Session, 'id' | 'userId'>; language: Locale }

/** What can be said before anybody is asked for a code. */
export async function judgeFirst(app: App, session: Session, password: string): Promise<void> {
  keeperOf(app)
  if (session.user.hasPassword) refuse('state-conflict', 'There is a password already')
  await refuseCommon(password, 'password')
}

export async function startPassword(
  app: App,
  { session, password, language }: Asking & { password: string },
): Promise<undefined> {
  const { userId } = session
  const set = await keeperOf(app).setFirst({ subject: await subjectOf(app.database, userId), password })
  const outcome = await app.database.transaction(async (transaction) => {
    await holdPerson(transaction, session)
    const outcome = await set(transaction)
    await transaction.update(users).set({ hasPassword: true }).where(eq(users.id, userId))
    if (outcome === 'set') {
      await audit(transaction, { at: app.clock(), action: 'password.set', subjectId: userId })
      await record(transaction, app, { kind: 'password-set', userId, language })
    }
    return outcome
  })
  if (outcome === 'has-one') refuse('state-conflict', 'There is a password already')
}

type Replacing = Asking & { currentPassword: string; newPassword: string; address: string }

/** As `judgeFirst`. */
export async function judgeNext(app: App, session: Session, newPassword: string): Promise<void> {
  keeperOf(app)
  if (!session.user.hasPassword) refuse('state-conflict', 'There is no password to change')
  await refuseCommon(newPassword, 'newPassword')
}

/** The other devices are signed out: whoever knew the old password may sit at one of them. */
export async function replacePassword(
  app: App,
  { session, currentPassword, newPassword, language, address }: Replacing,
): Promise<undefined> {
  const { userId } = session
  const subject = await subjectOf(app.database, userId)
  const change = await keeperOf(app).change({ subject, currentPassword, newPassword, address })
  if (typeof change !== 'function') return refuseUnchanged(change)
  const outcome = await app.database.transaction(async (transaction) => {
    const devices = await holdPerson(transaction, session)
    const outcome = await change(transaction)
    if (outcome !== 'changed') return outcome
    await audit(transaction, { at: app.clock(), action: 'password.changed', subjectId: userId })
    await record(transaction, app, { kind: 'password-changed', userId, language })
    const ids = devices.filter((one) => one !== session.id)
    await signOutDevices(transaction, app, { userId, ids, now: app.clock(), address, reason: 'password-changed' })
    return outcome
  })
  if (outcome !== 'changed') refuseUnchanged(outcome)
}

function refuseUnchanged(outcome: 'wrong' | { retryAfter: number }): never {
  if (outcome === 'wrong') refuseValue('currentPassword', 'wrong', 'Not the current password')
  refuse('too-many-requests', 'Too many tries of the current password', outcome)
}

/** Where the person is signed in. Whoever ends sessions waits, or has ended this one: then nothing comes of it. */
async function holdPerson(transaction: Database, { userId, id }: Asking['session']): Promise<string[]> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const devices = await lockDevicesOf(transaction, userId)
  if (!devices.includes(id)) refuse('unauthenticated', 'The session has just been ended')
  return devices
}

function keeperOf({ passwords }: App): PasswordKeeper {
  return passwords ?? refuse('password-kept-elsewhere', 'IAM_PASSWORD_URL is not set')
}

async function refuseCommon(password: string, path: string): Promise<void> {
  if (await isTooCommon(password)) refuseValue(path, 'too-common', 'Among the most common passwords')
}

async function subjectOf(database: Database, userId: string): Promise<string> {
  const [user] = await database.select({ subject: users.subject }).from(users).where(eq(users.id, userId))
  return user?.subject ?? refuse('password-kept-elsewhere', 'Nobody signs in as this person')
}

async function record(
  transaction: Database,
  { env, clock }: App,
  { kind, userId, language }: { kind: PasswordChangeKind; userId: string; language: Locale },
): Promise<void> {
  await recordChanges(transaction, env, { userId, changes: [{ kind }], language, now: clock() })
}

type PasswordChangeKind = 'password-set' | 'password-changed'
