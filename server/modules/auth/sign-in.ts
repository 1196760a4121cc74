import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/enumerations.ts'
import { safeReturnPath } from '#contract/return-path.ts'
import type { Database } from '#server/db/client.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import type { Env } from '#server/env.ts'
import { bindBrowser, bindingsOf } from '#server/identity/browser-binding.ts'
import { deviceOf } from '#server/identity/device.ts'
import { endSession, forgetEndedSessions } from '#server/identity/ended-sessions.ts'
import { oidcAttemptsOf, rememberOutcome } from '#server/identity/oidc-attempts.ts'
import type { ProviderAnswer, SignedInPerson } from '#server/identity/oidc-client.ts'
import { SignInCancelled } from '#server/identity/oidc-faults.ts'
import { recognise } from '#server/identity/recognition.ts'
import { type OpenedSession, openSession } from '#server/identity/sessions.ts'
import { endKnownTo, setSessionCookie } from '#server/plugins/session.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

/** Whoever thinks better of signing in lands on the one screen that is whole without a session. */
export const visitorsPlace = '/catalog'

/** `fromUrl` is judged before it is kept. */
const attemptsAt = (database: Database) => oidcAttemptsOf<{ fromUrl: string }>(database, 'sign-in')

export async function startSignIn(
  app: App,
  {
    fromUrl,
    language,
    request,
    reply,
    isTold = false,
  }: {
    fromUrl: string | undefined
    language: Locale
    request: FastifyRequest
    reply: FastifyReply
    /** Why they were signed out they have just read. */
    isTold?: boolean
  },
): Promise<{ location: string }> {
  const place = safeReturnPath(fromUrl, app.env.PUBLIC_URL)
  const ended = await endKnownTo(request, app)
  if (ended && app.env.OIDC_ISSUER && !isTold) {
    return { location: `${app.env.PUBLIC_URL}/auth/signed-out?from_url=${encodeURIComponent(place)}` }
  }
  const secrets = await attemptsAt(app.database).start({
    holder: bindBrowser(request, reply, app.env),
    kept: { fromUrl: place },
    now: app.clock(),
  })
  return { location: await app.oidc.authorizationUrl(secrets, language, askedBecauseOf(ended, app.env)) }
}

/** Whoever was signed out on purpose is asked again, though the provider may remember the browser; ours also says why. */
function askedBecauseOf(ended: SessionEnd | null, { OIDC_ISSUER }: Env): Record<string, string> {
  const isOnPurpose = ended === 'ended-elsewhere' || ended === 'password-changed'
  return { ...(isOnPurpose && { prompt: 'login' }), ...(ended && !OIDC_ISSUER && { ended }) }
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
    if (error instanceof SignInCancelled) return { location: visitorsPlace }
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
  return app.database.transaction(async (transaction) => {
    const userId = await recognise(transaction, person, { language, now })
    const ending = { now, address: request.ip, reason: 'signed-out' } as const
    if (request.session) await endSession(transaction, request.session.id, ending)
    await forgetEndedSessions(transaction, now)
    const { idToken } = person
    const session = await openSession(transaction, { userId, idToken, device: deviceOf(request), now })
    await rememberOutcome(transaction, state, session.id)
    return session
  })
}
