import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/enumerations.ts'
import { safeReturnPath } from '#contract/return-path.ts'
import type { Database } from '#server/db/client.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import { askingAnew, refuseRemembered } from '#server/identity/asked-anew.ts'
import { audit } from '#server/identity/audit.ts'
import { bindBrowser, bindingsOf } from '#server/identity/browser-binding.ts'
import { deviceOf, spokenDevice } from '#server/identity/device.ts'
import { endSession, forgetEndedSessions } from '#server/identity/ended-sessions.ts'
import {
  deviceSecretOf,
  isToSignInAnew,
  newDeviceSecret,
  setDeviceCookie,
  welcomeDevice,
} from '#server/identity/known-devices.ts'
import { oidcAttemptsOf, rememberOutcome } from '#server/identity/oidc-attempts.ts'
import type { ProviderAnswer, SignedInPerson } from '#server/identity/oidc-client.ts'
import { SignInCancelled } from '#server/identity/oidc-faults.ts'
import { recognise } from '#server/identity/recognition.ts'
import { type OpenedSession, openSession } from '#server/identity/sessions.ts'
import { wayIn } from '#server/identity/sign-in-methods.ts'
import { recordChanges } from '#server/identity/ways-in.ts'
import { endKnownTo, setSessionCookie } from '#server/plugins/session.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

/** Whoever thinks better of signing in lands on the one screen that is whole without a session. */
export const visitorsPlace = '/catalog'

/** `fromUrl` is judged before it is kept; `anew` is empty where the provider may know the person already. */
type Kept = { fromUrl: string; anew: 'yes' | '' }

const attemptsAt = (database: Database) => oidcAttemptsOf<Kept>(database, 'sign-in')

type Visit = { language: Locale; request: FastifyRequest; reply: FastifyReply }

/**
 * Where a session was ended from elsewhere, the provider is to ask again even whom it knows; ours also says why.
 * `isTold`: why they were signed out they have just read.
 */
export async function startSignIn(
  app: App,
  { fromUrl, language, request, reply, isTold = false }: Visit & { fromUrl: string | undefined; isTold?: boolean },
): Promise<{ location: string }> {
  const { database, env } = app
  const place = safeReturnPath(fromUrl, env.PUBLIC_URL)
  const ended = await endKnownTo(request, app)
  if (ended && ended !== 'signed-out' && env.OIDC_ISSUER && !isTold) {
    return { location: `${env.PUBLIC_URL}/auth/signed-out?from_url=${encodeURIComponent(place)}` }
  }
  const isAnew = isOnPurpose(ended) || (await isToSignInAnew(database, deviceSecretOf(request, env)))
  const secrets = await attemptsAt(database).start({
    holder: bindBrowser(request, reply, env),
    kept: { fromUrl: place, anew: isAnew ? 'yes' : '' },
    now: app.clock(),
  })
  const asked = { ...(isAnew && askingAnew), ...(ended && !env.OIDC_ISSUER && { ended }) }
  return { location: await app.oidc.authorizationUrl(secrets, language, asked) }
}

/** Whoever was signed out on purpose is asked again, though the provider may remember the browser. */
function isOnPurpose(ended: SessionEnd | null): boolean {
  return ended === 'ended-elsewhere' || ended === 'password-changed'
}

/**
 * Ends a sign-in attempt (D-3). What the query says about where to go decides nothing. A result page that is loaded
 * again in its own browser is led on to the same place; in any other browser it is refused.
 */
export async function finishSignIn(
  app: App,
  { answer, language, request, reply }: Visit & { answer: ProviderAnswer },
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
    const { fromUrl, anew, beganAt } = attempt
    if (anew === 'yes') refuseRemembered(person, { beganAt, now })
    const held = deviceSecretOf(request, app.env)
    // Begun before the session was ended: the provider may have taken somebody at their word whom it should have asked.
    if (anew === '' && (await isToSignInAnew(app.database, held, person.subject))) {
      return await startSignIn(app, { fromUrl, language, request, reply })
    }
    const deviceSecret = held ?? newDeviceSecret()
    const { token } = await signIn(app, { person, language, state, request, deviceSecret, now })
    setSessionCookie(reply, app.env, token)
    setDeviceCookie(reply, app.env, deviceSecret)
    return { location: fromUrl }
  } catch (error) {
    if (error instanceof SignInCancelled) return { location: visitorsPlace }
    throw error
  }
}

function refuseAttempt(): never {
  return refuse('sign-in-attempt-refused', 'Not an attempt that this browser started and that is still open')
}

type SigningIn = {
  person: SignedInPerson
  language: Locale
  state: string
  request: FastifyRequest
  deviceSecret: string
  now: Date
}

/** The browser's earlier session, whosever it was, ends with the new one's beginning. */
async function signIn(
  app: App,
  { person, language, state, request, deviceSecret, now }: SigningIn,
): Promise<OpenedSession> {
  const isEmbedded = app.env.OIDC_ISSUER === undefined
  return app.database.transaction(async (transaction) => {
    const userId = await recognise(transaction, person, { language, now })
    const ending = { as: 'session.replaced', now, address: request.ip, reason: 'signed-out' } as const
    if (request.session) await endSession(transaction, request.session.id, ending)
    await forgetEndedSessions(transaction, now)
    const { idToken } = person
    const device = deviceOf(request)
    const known = await welcomeDevice(transaction, { userId, secret: deviceSecret, now })
    const { id: knownDeviceId, isNew, isFirst } = known
    const session = await openSession(transaction, { userId, idToken, device, knownDeviceId, now })
    await rememberOutcome(transaction, state, session.id)
    if (isNew && !isFirst) {
      const change = { kind: 'new-device', knownDeviceId, ...spokenDevice(device) } as const
      await recordChanges(transaction, app.env, { userId, changes: [change], language, now })
    }
    await audit(transaction, {
      at: now,
      action: wayIn(person.methods, { isEmbedded }),
      actorId: userId,
      subjectId: userId,
    })
    return session
  })
}
