import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/enumerations.ts'
import { safeReturnPath } from '#contract/return-path.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { audit } from '#server/identity/audit.ts'
import { bindBrowser, bindingsOf } from '#server/identity/browser-binding.ts'
import { deviceOf } from '#server/identity/device.ts'
import { endSession, forgetEndedSessions } from '#server/identity/ended-sessions.ts'
import { oidcAttemptsOf, rememberOutcome } from '#server/identity/oidc-attempts.ts'
import type { ProviderAnswer, SignedInPerson } from '#server/identity/oidc-client.ts'
import { SignInCancelled } from '#server/identity/oidc-faults.ts'
import { type OpenedSession, openSession } from '#server/identity/sessions.ts'
import { wayIn } from '#server/identity/sign-in-methods.ts'
import { setSessionCookie } from '#server/plugins/session.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

/** Whoever thinks better of signing in lands on the one screen that is whole without a session. */
const placeForVisitors = '/catalog'

/** `fromUrl` is judged before it is kept. */
const attemptsAt = (database: Database) => oidcAttemptsOf<{ fromUrl: string }>(database, 'sign-in')

export async function startSignIn(
  app: App,
  {
    fromUrl,
    language,
    request,
    reply,
  }: { fromUrl: string | undefined; language: Locale; request: FastifyRequest; reply: FastifyReply },
): Promise<{ location: string }> {
  const secrets = await attemptsAt(app.database).start({
    holder: bindBrowser(request, reply, app.env),
    kept: { fromUrl: safeReturnPath(fromUrl, app.env.PUBLIC_URL) },
    now: app.clock(),
  })
  return { location: await app.oidc.authorizationUrl(secrets, language) }
}

/**
 * Ends a sign-in attempt (D-3). What the query says about where to go decides nothing. A result page that is loaded
 * again in its own browser is led on to the same place; in any other browser it is refused.
 */
export async function finishSignIn(
  app: App,
  {
    answer,
    language,
    request,
    reply,
  }: { answer: ProviderAnswer; language: Locale; request: FastifyRequest; reply: FastifyReply },
): Promise<{ location: string | null }> {
  const { state, code, error } = answer
  const now = app.clock()
  const holders = bindingsOf(request, app.env)
  if (state === undefined || (code ?? error) === undefined || holders.length === 0) return refuseAttempt()
  const attempts = attemptsAt(app.database)
  const attempt = await attempts.claim({ state, holders, now })
  if (!attempt) {
    const ended = await attempts.ofLivingSession({ state, holders, now })
    return { location: ended?.fromUrl ?? refuseAttempt() }
  }
  try {
    const person = await app.oidc.redeem(answer, attempt)
    const { token } = await signIn(app, { person, language, state, request, now })
    setSessionCookie(reply, app.env, token)
    return { location: attempt.fromUrl }
  } catch (error) {
    if (error instanceof SignInCancelled) return { location: placeForVisitors }
    throw error
  }
}

function refuseAttempt(): never {
  return refuse('sign-in-attempt-refused', 'Not an attempt that this browser started and that is still open')
}

/** The browser's earlier session, whosever it was, ends with the new one's beginning. */
async function signIn(
  app: App,
  {
    person,
    language,
    state,
    request,
    now,
  }: { person: SignedInPerson; language: Locale; state: string; request: FastifyRequest; now: Date },
): Promise<OpenedSession> {
  const isEmbedded = app.env.OIDC_ISSUER === undefined
  return app.database.transaction(async (transaction) => {
    const userId = await userOf(transaction, person, { language, now })
    if (request.session)
      await endSession(transaction, request.session.id, { as: 'session.replaced', now, address: request.ip })
    await forgetEndedSessions(transaction, now)
    const { idToken } = person
    const session = await openSession(transaction, { userId, idToken, device: deviceOf(request), now })
    await rememberOutcome(transaction, state, session.id)
    await audit(transaction, {
      at: now,
      action: wayIn(person.methods, { isEmbedded }),
      actorId: userId,
      subjectId: userId,
    })
    return session
  })
}

/** A subject nobody knows becomes a person without a role; what is known of a person is never overwritten from outside. */
async function userOf(
  database: Database,
  person: SignedInPerson,
  { language, now }: { language: Locale; now: Date },
): Promise<string> {
  const { subject, firstName, lastName, patronym, email } = person
  await database
    .insert(users)
    .values({ subject, firstName, lastName, patronym, email, hasPassword: true })
    .onConflictDoNothing({ target: users.subject })
  const [user] = await database
    .update(users)
    .set({ lastSignInAt: now, language })
    .where(eq(users.subject, subject))
    .returning({ id: users.id })
  return user?.id ?? refuse('internal-error', 'The person who signed in was not stored')
}
