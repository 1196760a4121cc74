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

export async function startPassword(
  app: App,
  { session, password, language }: { session: Session; password: string; language: Locale },
): Promise<undefined> {
  const keeper = keeperOf(app)
  if (session.user.hasPassword) refuse('state-conflict', 'There is a password already')
  await refuseCommon(password, 'password')
  const outcome = await keeper.setFirst({ subject: await subjectOf(app.database, session.userId), password })
  await app.database.transaction(async (transaction) => {
    await transaction.update(users).set({ hasPassword: true }).where(eq(users.id, session.userId))
    if (outcome !== 'set') return
    await audit(transaction, { at: app.clock(), action: 'password.set', subjectId: session.userId })
    await record(transaction, app, { kind: 'password-set', session, language })
  })
  if (outcome === 'has-one') refuse('state-conflict', 'There is a password already')
}

/** The other devices are signed out: whoever knew the old password may sit at one of them. */
export async function replacePassword(
  app: App,
  {
    session,
    currentPassword,
    newPassword,
    language,
    address,
  }: { session: Session; currentPassword: string; newPassword: string; language: Locale; address: string },
): Promise<undefined> {
  const keeper = keeperOf(app)
  if (!session.user.hasPassword) refuse('state-conflict', 'There is no password to change')
  await refuseCommon(newPassword, 'newPassword')
  const subject = await subjectOf(app.database, session.userId)
  const outcome = await keeper.change({ subject, currentPassword, newPassword, address })
  if (outcome === 'wrong') refuseValue('currentPassword', 'wrong', 'Not the current password')
  if (outcome !== 'changed') refuse('too-many-requests', 'Too many tries of the current password', outcome)
  await app.database.transaction(async (transaction) => {
    await audit(transaction, { at: app.clock(), action: 'password.changed', subjectId: session.userId })
    await record(transaction, app, { kind: 'password-changed', session, language })
    const { userId, id } = session
    const ids = (await lockDevicesOf(transaction, userId)).filter((one) => one !== id)
    await signOutDevices(transaction, app, { userId, ids, now: app.clock(), address, reason: 'password-changed' })
  })
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
  { kind, session: { userId }, language }: { kind: PasswordChangeKind; session: Session; language: Locale },
): Promise<void> {
  await recordChanges(transaction, env, { userId, changes: [{ kind }], language, now: clock() })
}

type PasswordChangeKind = 'password-set' | 'password-changed'
