import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeReturnPath } from '#contract/auth/return-path.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { App } from '#server/app-types.ts'
import { recordCredentialChanges } from '#server/auth/credentials/credential-changes.ts'
import {
  readDeviceToken,
  recordDeviceSignIn,
  requiresReauthentication,
  setDeviceCookie,
} from '#server/auth/devices/known-devices.ts'
import { matchAccount } from '#server/auth/oidc/account-matching.ts'
import {
  ensureBrowserBinding,
  finishAttempt,
  oidcAttemptStore,
  readBrowserBindings,
  requireArrival,
} from '#server/auth/oidc/attempts.ts'
import { signInAuditAction } from '#server/auth/oidc/claims.ts'
import type { AuthorizationResponse, OidcUser } from '#server/auth/oidc/client.ts'
import { CodeSpent, SignInCancelled } from '#server/auth/oidc/errors.ts'
import {
  clearNewLoginRequest,
  forceLoginParameters,
  rejectStaleLogin,
  requestsNewLogin,
  requireFreshLogin,
} from '#server/auth/oidc/reauthentication.ts'
import { SignInError } from '#server/auth/oidc/sign-in-error.ts'
import type { SignInProvider } from '#server/auth/oidc/sign-in-providers.ts'
import { recordUnmappedRoles } from '#server/auth/oidc/unmapped-roles.ts'
import { endSession } from '#server/auth/sessions/end-sessions.ts'
import { sessionEndOf, setSessionCookie } from '#server/auth/sessions/session-plugin.ts'
import { type CreatedSession, createSession } from '#server/auth/sessions/session-store.ts'
import type { Database } from '#server/db/client.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import { requestTheme } from '#server/http/request-theme.ts'
import { deviceFromRequest, deviceMessageValues } from '#server/http/user-agent.ts'
import { audit, auditRejection } from '#server/security/audit-log.ts'
import { createToken } from '#server/security/tokens.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { locationOfSignIn } from './consents-step.ts'
import { rememberProvider } from './last-provider.ts'
import { refreshProfile } from './refresh-profile.ts'

/** Target after a cancelled sign-in: this page works without a session. */
export const publicStartPath = '/catalog'

/** Begins a sign-in; with several providers, lets the visitor choose one first. */
export const signInPath = '/auth/sign-in'

/**
 * `fromUrl` has been validated. `provider`: its name. `anew`: whether a new login was requested;
 * `yes` if the provider must also prove it. `arrived`: of `noteArrival`. `location`: where the finished sign-in led.
 */
type AttemptPayload = {
  fromUrl: string
  provider: string
  anew: 'yes' | 'requested' | ''
  arrived?: string
  location?: string
}

const attemptsAt = (database: Database) => oidcAttemptStore<AttemptPayload>(database, 'sign-in')

/** A pending attempt, of any browser. */
export function findSignInAttempt({ database, clock }: App, state: string): Promise<AttemptPayload | null> {
  return attemptsAt(database).find({ state, now: clock() })
}

type SignInRequest = { language: Locale; request: FastifyRequest; reply: FastifyReply }

type SignInStart = SignInRequest & {
  fromUrl: string | undefined
  /** The chosen provider. With several and without a choice the person is asked for one first. */
  provider?: SignInProvider | null
  knowsReason?: boolean
  /** The email of the person, for the sign-in page of the provider. */
  loginHint?: string | undefined
}

/**
 * Starts a sign-in. Requests a new login if a session was ended from another device, or the user signed out while the
 * session of the provider stayed open; the embedded provider also shows why. `knowsReason`: the user has already seen it.
 */
export async function startSignIn(
  app: App,
  { fromUrl, provider = app.providers.only, language, request, reply, knowsReason = false, loginHint }: SignInStart,
): Promise<{ location: string }> {
  const { database, env } = app
  const returnPath = safeReturnPath(fromUrl, env.PUBLIC_URL)
  const pageOf = (path: string) => ({ location: `${env.PUBLIC_URL}${path}?from_url=${encodeURIComponent(returnPath)}` })
  if (provider === null) return pageOf(signInPath)
  const ended = await sessionEndOf(request, app)
  if (ended && ended !== 'signed-out' && !provider.isEmbedded && !knowsReason) return pageOf('/auth/signed-out')
  const mustReauthenticate =
    requiresNewLogin(ended) || (await requiresReauthentication(database, readDeviceToken(request, env)))
  const isOther = ended === 'other-person-at-provider'
  const anew = mustReauthenticate ? 'yes' : isOther || requestsNewLogin(request, env, provider) ? 'requested' : ''
  const secrets = await attemptsAt(database).start({
    holder: ensureBrowserBinding(request, reply, env),
    payload: { fromUrl: returnPath, provider: provider.name, anew },
    now: app.clock(),
  })
  const theme = requestTheme(request)
  const parameters = {
    ...(anew !== '' && forceLoginParameters),
    ...(ended && provider.isEmbedded && { ended }),
    ...(theme !== 'system' && provider.isEmbedded && { theme }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
  }
  const asked = provider.client.authorizationUrl(secrets, language, parameters)
  return { location: await asked.catch((error: unknown) => throwNamed(app, error, provider)) }
}

/** Failures name the provider if there are several. */
function throwNamed({ providers }: App, error: unknown, { name }: SignInProvider): never {
  if (error instanceof SignInError && providers.only === null) error.provider = name
  throw error
}

/** After these ends a new login is forced, even if the provider has a session. */
function requiresNewLogin(ended: SessionEnd | null): boolean {
  return ended === 'ended-elsewhere' || ended === 'ended-by-school' || ended === 'password-changed'
}

/**
 * Finishes a sign-in attempt (D-3). The target comes from the attempt, never from the query. Reloading the result page
 * in the same browser redirects again; another browser is rejected.
 */
export async function finishSignIn(
  app: App,
  { answer, language, request, reply }: SignInRequest & { answer: AuthorizationResponse },
): Promise<{ location: string | null }> {
  const { state, code, error } = answer
  const now = app.clock()
  if (state === undefined || (code ?? error) === undefined) throw incompleteCallback(answer)
  const response = { state, holders: readBrowserBindings(request, app.env), now }
  const attempts = attemptsAt(app.database)
  const attempt = await attempts.claim(response)
  if (!attempt) {
    const ended = await attempts.findWithActiveSession(response)
    if (!ended) throw await attempts.explain(response)
    return { location: ended.location ?? ended.fromUrl }
  }
  const provider = app.providers.byName(attempt.provider)
  if (provider === null) throw providerRemoved(attempt.provider)
  try {
    requireArrival(provider, code, attempt)
    const person = await provider.client.redeem(answer, attempt)
    const { fromUrl, anew, beganAt } = attempt
    if (anew === 'yes') requireFreshLogin(person, { beganAt, now })
    if (anew === 'requested') rejectStaleLogin(person, { beganAt, now })
    const held = readDeviceToken(request, app.env)
    // The attempt began before the session was ended, so the provider was not asked for a new login.
    const isBeforeSignOut = anew === '' && requestsNewLogin(request, app.env, provider)
    const account = { issuer: provider.issuer, subject: person.subject }
    const mustProve = anew !== 'yes' && (await requiresReauthentication(app.database, held, account))
    if (isBeforeSignOut || mustProve) {
      return await startSignIn(app, { fromUrl, provider, language, request, reply })
    }
    const deviceSecret = held ?? createToken()
    const started = { provider, person, language, state, fromUrl, request, deviceSecret, now }
    const { token, location } = await signIn(app, started)
    await recordUnmappedRoles(app.database, person.unmapped, now)
    setSessionCookie(reply, app.env, token)
    setDeviceCookie(reply, app.env, deviceSecret)
    clearNewLoginRequest(request, reply, { env: app.env, provider })
    rememberProvider(reply, app, provider)
    return { location }
  } catch (error) {
    const { fromUrl } = attempt
    if (error instanceof CodeSpent) return startSignIn(app, { fromUrl, provider, language, request, reply })
    if (!(error instanceof SignInCancelled)) return throwNamed(app, error, provider)
    request.log.info('a sign-in was cancelled at the provider')
    await auditRejection(app.database, { at: now, action: 'sign-in.issuer', subjectId: null, problem: 'cancelled' })
    return { location: publicStartPath }
  }
}

function incompleteCallback(answer: AuthorizationResponse): SignInError {
  const expected = 'state, and code or error, in the callback of the provider'
  const seen = Object.keys(answer).join(', ') || 'no parameters'
  return new SignInError('callback-incomplete', { setting: null, expected, seen })
}

function providerRemoved(name: string): SignInError {
  const expected = 'an attempt at a provider of OIDC_PROVIDERS'
  return new SignInError('attempt-unknown', { setting: 'OIDC_PROVIDERS', expected, seen: name || 'no provider' })
}

type SignInInput = {
  provider: SignInProvider
  person: OidcUser
  language: Locale
  state: string
  fromUrl: string
  request: FastifyRequest
  deviceSecret: string
  now: Date
}

/** Creates the session and ends the browser's previous one. `location`: where the sign-in leads. */
async function signIn(
  app: App,
  { provider, person, language, state, fromUrl, request, deviceSecret, now }: SignInInput,
): Promise<CreatedSession & { location: string }> {
  const { issuer, isEmbedded, matching } = provider
  return app.database.transaction(async (transaction) => {
    const userId = await matchAccount(transaction, person, {
      issuer,
      matching,
      language,
      now,
      log: request.log,
    })
    await refreshProfile(transaction, app.env, person, { userId, issuer, matching, language, now })
    const ending = { as: 'session.replaced', now, address: request.ip, reason: 'signed-out' } as const
    if (request.session) await endSession(transaction, request.session.id, ending)
    const { idToken, providerSessionId, secondsSinceSecondFactor: age } = person
    const twoFactorLastCheck = age === null ? null : new Date(now.getTime() - Math.max(0, age) * 1000)
    const device = deviceFromRequest(request)
    const known = await recordDeviceSignIn(transaction, { userId, secret: deviceSecret, now })
    const { id: knownDeviceId, isNew, isFirst } = known
    const session = await createSession(transaction, {
      userId,
      issuer,
      idToken,
      providerSessionId,
      device,
      knownDeviceId,
      twoFactorLastCheck,
      now,
    })
    const today = dayInZone(now, app.env.TIME_ZONE)
    const location = await locationOfSignIn(transaction, { userId, texts: app.env.CONSENTS, today, fromUrl })
    await finishAttempt(transaction, state, { sessionId: session.id, location })
    if (isNew && !isFirst) {
      const change = { kind: 'new-device', knownDeviceId, ...deviceMessageValues(device) } as const
      await recordCredentialChanges(transaction, app.env, { userId, changes: [change], language, now })
    }
    await audit(transaction, {
      at: now,
      action: signInAuditAction(person.methods, { isEmbedded }),
      actorId: userId,
      subjectId: userId,
    })
    return { ...session, location }
  })
}
