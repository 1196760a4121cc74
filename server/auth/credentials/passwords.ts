import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { App, Session } from '#server/app-types.ts'
import { lockDevicesOf, signOutDevices } from '#server/auth/sessions/end-sessions.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { audit } from '#server/security/audit-log.ts'
import { recordCredentialChanges } from './credential-changes.ts'
import type { PasswordStore, SignInNames } from './password-store.ts'

/** Null if the user has no account or the provider does not say. */
export async function findOwnSignInNames(
  { database, passwords }: App,
  { userId }: Session,
): Promise<SignInNames | null> {
  const [user] = await database.select({ subject: users.subject }).from(users).where(eq(users.id, userId))
  return user?.subject && passwords ? passwords.namesOf({ subject: user.subject }) : null
}

type PasswordRequest = { session: Pick<Session, 'id' | 'userId'>; language: Locale }

/** Checks that do not need the two-factor code. */
export async function checkFirstPassword(app: App, session: Session, password: string): Promise<void> {
  requirePasswordStore(app)
  if (session.user.hasPassword) throwProblem('state-conflict', 'The user already has a password')
  await rejectCommon(password, 'password')
}

export async function storeFirstPassword(
  app: App,
  { session, password, language }: PasswordRequest & { password: string },
): Promise<undefined> {
  const { userId } = session
  const set = await requirePasswordStore(app).setFirst({ subject: await subjectOf(app.database, userId), password })
  const outcome = await app.database.transaction(async (transaction) => {
    await lockUser(transaction, session)
    const outcome = await set(transaction)
    await transaction.update(users).set({ hasPassword: true }).where(eq(users.id, userId))
    if (outcome === 'set') {
      await audit(transaction, { at: app.clock(), action: 'password.set', subjectId: userId })
      await record(transaction, app, { kind: 'password-set', userId, language })
    }
    return outcome
  })
  if (outcome === 'has-one') throwProblem('state-conflict', 'The user already has a password')
}

type PasswordReplacement = PasswordRequest & { currentPassword: string; newPassword: string; address: string }

/** Like `checkFirstPassword`. */
export async function checkNewPassword(app: App, session: Session, newPassword: string): Promise<void> {
  requirePasswordStore(app)
  if (!session.user.hasPassword) throwProblem('state-conflict', 'The user has no password')
  await rejectCommon(newPassword, 'newPassword')
}

/** Changes the password and ends all other sessions: an attacker may use one of them. */
export async function replacePassword(
  app: App,
  { session, currentPassword, newPassword, language, address }: PasswordReplacement,
): Promise<undefined> {
  const { userId } = session
  const subject = await subjectOf(app.database, userId)
  const change = await requirePasswordStore(app).change({ subject, currentPassword, newPassword, address })
  if (typeof change !== 'function') return throwUnchanged(change)
  const outcome = await app.database.transaction(async (transaction) => {
    const devices = await lockUser(transaction, session)
    const outcome = await change(transaction)
    if (outcome !== 'changed') return outcome
    await audit(transaction, { at: app.clock(), action: 'password.changed', subjectId: userId })
    await record(transaction, app, { kind: 'password-changed', userId, language })
    const ids = devices.filter((one) => one !== session.id)
    const ending = { now: app.clock(), address, reason: 'password-changed' } as const
    await signOutDevices(transaction, app, { userId, ids, withIdle: true, ...ending })
    return outcome
  })
  if (outcome !== 'changed') throwUnchanged(outcome)
}

function throwUnchanged(outcome: 'wrong' | { retryAfter: number }): never {
  if (outcome === 'wrong') throwInvalidValue('currentPassword', 'wrong', 'The current password is wrong')
  throwProblem('too-many-requests', 'Too many attempts of the current password', outcome)
}

/** Locks the user and the sessions. Throws if this session has been ended meanwhile. */
async function lockUser(transaction: Database, { userId, id }: PasswordRequest['session']): Promise<string[]> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const devices = await lockDevicesOf(transaction, userId)
  if (!devices.includes(id)) throwProblem('unauthenticated', 'The session has just been ended')
  return devices
}

function requirePasswordStore({ passwords }: App): PasswordStore {
  return passwords ?? throwProblem('password-kept-elsewhere', 'IAM_PASSWORD_URL is not set')
}

async function rejectCommon(password: string, path: string): Promise<void> {
  if (await isCommonPassword(password)) throwInvalidValue(path, 'too-common', 'Among the most common passwords')
}

async function subjectOf(database: Database, userId: string): Promise<string> {
  const [user] = await database.select({ subject: users.subject }).from(users).where(eq(users.id, userId))
  return user?.subject ?? throwProblem('password-kept-elsewhere', 'The user has no account at the provider')
}

async function record(
  transaction: Database,
  { env, clock }: App,
  { kind, userId, language }: { kind: PasswordChangeKind; userId: string; language: Locale },
): Promise<void> {
  await recordCredentialChanges(transaction, env, { userId, changes: [{ kind }], language, now: clock() })
}

type PasswordChangeKind = 'password-set' | 'password-changed'

const list = new URL('./common-passwords.txt', import.meta.url)

let loading: Promise<ReadonlySet<string>> | undefined

/** Whether the password is among the 10 000 most common (D-28), ignoring case. The list is loaded on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= readFile(list, 'utf8').then(
    (text) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))),
  )
  return (await loading).has(password.normalize('NFKC').toLowerCase())
}
