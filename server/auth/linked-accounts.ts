import { and, asc, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { LinkError, Locale } from '#contract/enumerations.ts'
import type { App, Session } from '#server/app-types.ts'
import { recordSignInFailure, SignInError } from '#server/auth/oidc/sign-in-error.ts'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { audit, auditRejection } from '#server/security/audit-log.ts'
import { recordCredentialChanges } from './credentials/credential-changes.ts'
import { oidcAttemptStore } from './oidc/attempts.ts'
import type { AuthorizationResponse } from './oidc/client.ts'
import { linkErrorOf } from './oidc/errors.ts'
import { forceLoginParameters, rejectStaleLogin } from './oidc/reauthentication.ts'

export async function findLinkedAccounts(database: Database, userId: string) {
  const accounts = await database
    .select({
      id: linkedAccounts.id,
      provider: linkedAccounts.provider,
      login: linkedAccounts.login,
      linkedAt: linkedAccounts.linkedAt,
    })
    .from(linkedAccounts)
    .where(eq(linkedAccounts.userId, userId))
    .orderBy(asc(linkedAccounts.linkedAt), asc(linkedAccounts.id))
  return accounts.map((account) => ({ ...account, linkedAt: account.linkedAt.toISOString() }))
}

type Requester = { userId: string; sessionId: string; language: Locale; now: Date }
type Linking = Requester & { provider: string; externalSubject: string; login: string }

/** Links an account to one user. Of two concurrent requests the second gets `taken`. */
export async function linkAccount(
  { database, env }: Pick<App, 'database' | 'env'>,
  { userId, sessionId, language, now, ...account }: Linking,
): Promise<'linked' | 'taken'> {
  const { provider, externalSubject, login } = account
  return database.transaction(async (transaction) => {
    await lockUser(transaction, userId)
    const added = await transaction
      .insert(linkedAccounts)
      .values({ userId, ...account, linkedAt: now })
      .onConflictDoNothing({ target: [linkedAccounts.provider, linkedAccounts.externalSubject] })
      .returning({ id: linkedAccounts.id })
    if (added.length > 0) {
      const change = { kind: 'account-linked', ...account, linkedAt: now.toISOString() } as const
      await recordCredentialChanges(transaction, env, { userId, sessionId, changes: [change], language, now })
      await audit(transaction, { at: now, action: 'account.linked', subjectId: userId, detail: provider })
      return 'linked'
    }
    const isThisOne = and(eq(linkedAccounts.provider, provider), eq(linkedAccounts.externalSubject, externalSubject))
    const renewed = await transaction
      .update(linkedAccounts)
      .set({ login })
      .where(and(isThisOne, eq(linkedAccounts.userId, userId)))
      .returning({ id: linkedAccounts.id })
    return renewed.length > 0 ? 'linked' : 'taken'
  })
}

type Unlinking = Requester & { id: string }

/** Throws if it is the last credential. */
export async function removeLinkedAccount(
  { database, env }: Pick<App, 'database' | 'env'>,
  { userId, sessionId, id, language, now }: Unlinking,
): Promise<undefined> {
  await database.transaction(async (transaction) => {
    const user = await lockUser(transaction, userId)
    const linked = await transaction.select().from(linkedAccounts).where(eq(linkedAccounts.userId, userId))
    const account =
      linked.find((one) => one.id === id) ?? throwProblem('not-found', 'No such linked account of this user')
    if (!user?.hasPassword && linked.length === 1)
      throwProblem('last-sign-in-method', 'The last credential cannot be removed')
    await transaction.delete(linkedAccounts).where(eq(linkedAccounts.id, id))
    const { provider, externalSubject, login } = account
    const linkedAt = account.linkedAt.toISOString()
    const change = { kind: 'account-unlinked', provider, externalSubject, login, linkedAt } as const
    await recordCredentialChanges(transaction, env, { userId, sessionId, changes: [change], language, now })
    await audit(transaction, { at: now, action: 'account.unlinked', subjectId: userId, detail: provider })
  })
}

/** Locks the user row, so that concurrent changes cannot remove the last two credentials. */
async function lockUser(transaction: Database, userId: string) {
  const [user] = await transaction
    .select({ hasPassword: users.hasPassword })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return user
}

const attemptsAt = (database: Database, provider: string) => oidcAttemptStore(database, `link ${provider}`)

/** URL of the provider. Forces a new login, because the browser may be shared. */
export async function startLinking(
  { links, database, clock }: App,
  { session, provider, language }: { session: Session; provider: string; language: Locale },
): Promise<{ url: string }> {
  const client = links.get(provider) ?? throwProblem('not-found', 'No such provider')
  const secrets = await attemptsAt(database, provider).start({ holder: session.id, payload: {}, now: clock() })
  return { url: await client.authorizationUrl(secrets, language, forceLoginParameters) }
}

/** Finishes linking. The state works once, only for the session that started it. */
export async function finishLinking(
  app: App,
  {
    session,
    provider,
    answer,
    language,
    log,
  }: {
    session: Session | null
    provider: string
    answer: AuthorizationResponse
    language: Locale
    log: FastifyBaseLogger
  },
): Promise<'linked' | LinkError> {
  const { links, database, clock } = app
  const client = links.get(provider)
  const { state } = answer
  if (!client || !session || session.isImpersonating || state === undefined) return 'expired'
  const now = clock()
  const { userId, id: sessionId } = session
  const event = { at: now, action: 'account.linked', subjectId: userId } as const
  const response = { state, holders: [sessionId], now }
  const attempts = attemptsAt(database, provider)
  try {
    const attempt = await attempts.claim(response)
    if (!attempt) throw await attempts.explain(response)
    const person = await client.redeem(answer, attempt)
    rejectStaleLogin(person, { beganAt: attempt.beganAt, now })
    const account = { provider, externalSubject: person.subject, login: person.login ?? person.subject }
    const outcome = await linkAccount(app, { userId, sessionId, ...account, language, now })
    if (outcome === 'taken') await auditRejection(database, { ...event, problem: 'account-taken', detail: provider })
    return outcome
  } catch (error) {
    const outcome = linkErrorOf(error)
    if (error instanceof SignInError)
      await recordSignInFailure({ database, log }, error, { ...event, through: provider })
    return outcome
  }
}
