import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeReturnPath } from '#contract/auth/return-path.ts'
import type { Screen } from '#contract/screens.ts'
import type { App, Session } from '#server/app-types.ts'
import {
  ensureBrowserBinding,
  oidcAttemptStore,
  readBrowserBindings,
  requireArrival,
} from '#server/auth/oidc/attempts.ts'
import { type OidcUser, parseAuthorizationResponse } from '#server/auth/oidc/client.ts'
import { LoginRequired, SignInCancelled } from '#server/auth/oidc/errors.ts'
import { findAccountOwner } from '#server/auth/oidc/issuer.ts'
import { SignInError } from '#server/auth/oidc/sign-in-error.ts'
import type { SignInProvider } from '#server/auth/oidc/sign-in-providers.ts'
import { endSession } from '#server/auth/sessions/end-sessions.ts'
import type { Database } from '#server/db/client.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { timeLeft } from '#server/time/time-left.ts'

/** Seconds in which the provider must answer before a page leads there. */
const reachableWithin = 2

type CheckPayload = { fromUrl: string; provider: string; sessionId: string; arrived?: string }

const checksAt = (database: Database) => oidcAttemptStore<CheckPayload>(database, 'session-check')

/** The check that a response of a provider belongs to, of any browser. */
export function findSessionCheck(database: Database, state: string): Promise<CheckPayload | null> {
  return checksAt(database).findAny(state)
}

/** Where the page leads instead, or when the provider is asked next; both null if it is not asked. */
type SessionCheck = { location: string | null; nextAt: Date | null }

const unchecked: SessionCheck = { location: null, nextAt: null }

/**
 * Asks the provider once per OIDC_SESSION_CHECK whether its session is still open (`prompt=none`), by redirect and without
 * a question to the person. The result page takes the answer and leads back to the page.
 */
export async function checkProviderSession(
  app: App,
  { request, reply, screen }: { request: FastifyRequest; reply: FastifyReply; screen: Screen },
): Promise<SessionCheck> {
  if (app.providers.all.every(({ sessionCheckMinutes }) => sessionCheckMinutes === null)) return unchecked
  if (screen.name === 'oauth-result') return { location: await finishCheck(app, request), nextAt: null }
  const { session } = request
  if (session === null || session.isImpersonating) return unchecked
  const [known] = await app.database.select().from(sessions).where(eq(sessions.id, session.id))
  const provider = known?.issuer ? app.providers.byIssuer(known.issuer) : app.providers.only
  if (!known || !provider || provider.sessionCheckMinutes === null) return unchecked
  const { providerAskedAt, createdAt } = known
  const now = app.clock()
  const interval = provider.sessionCheckMinutes * 60_000
  const left = timeLeft(providerAskedAt ?? createdAt, interval, now)
  const isDue = left === null && mayLeave(request, screen)
  if (!isDue) return { location: null, nextAt: new Date(now.getTime() + (left ?? 0)) }
  const isFirst = await noteAsking(app.database, { id: session.id, providerAskedAt, now })
  const location = isFirst ? await beginCheck(app, { request, reply, session, provider }) : null
  return { location, nextAt: new Date(now.getTime() + interval) }
}

/** Only a page that a person opens, and none whose address works without a session or belongs to a payment. */
function mayLeave({ method, headers }: FastifyRequest, { name, open }: Screen): boolean {
  const isOpenedByPerson = headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined
  return method === 'GET' && isOpenedByPerson && open !== true && name !== 'purchase'
}

type Asking = { id: string; providerAskedAt: Date | null; now: Date }

/** False if another tab was first, or the database is read-only. Whatever the answer is, the next try is an interval later. */
async function noteAsking(database: Database, { id, providerAskedAt, now }: Asking): Promise<boolean> {
  const isUnchanged =
    providerAskedAt === null ? isNull(sessions.providerAskedAt) : eq(sessions.providerAskedAt, providerAskedAt)
  try {
    const noted = await database
      .update(sessions)
      .set({ providerAskedAt: now })
      .where(and(eq(sessions.id, id), isUnchanged))
      .returning({ id: sessions.id })
    return noted.length > 0
  } catch (error) {
    if (isConnectionError(error)) return false
    throw error
  }
}

type Check = { request: FastifyRequest; reply: FastifyReply; session: Session; provider: SignInProvider }

/** A provider that does not answer would leave the browser at an error page: then the session goes on. */
async function beginCheck(app: App, { request, reply, session, provider }: Check): Promise<string | null> {
  if (!(await provider.client.isReachable(reachableWithin))) return goOn(request, 'it does not answer')
  const secrets = await checksAt(app.database).start({
    holder: ensureBrowserBinding(request, reply, app.env),
    payload: {
      fromUrl: safeReturnPath(request.url, app.env.PUBLIC_URL),
      provider: provider.name,
      sessionId: session.id,
    },
    now: app.clock(),
  })
  try {
    return await provider.client.authorizationUrl(secrets, pageLanguage(request), { prompt: 'none' })
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return goOn(request, error)
  }
}

function goOn({ log }: FastifyRequest, because: SignInError | string): null {
  const line = because instanceof SignInError ? { reason: because.reason, ...because.facts } : { reason: because }
  log.warn(line, 'the identity provider could not be asked for its session, which goes on here')
  return null
}

/** Takes the answer of a check. Null if the response belongs to no check. */
async function finishCheck(app: App, request: FastifyRequest): Promise<string | null> {
  const answer = parseAuthorizationResponse(request.query as object as Record<string, unknown>)
  if (answer.state === undefined) return null
  const checks = checksAt(app.database)
  const response = { state: answer.state, holders: readBrowserBindings(request, app.env), now: app.clock() }
  const check = await checks.claim(response)
  if (!check) return (await checks.findAny(answer.state))?.fromUrl ?? null
  const { fromUrl, sessionId } = check
  const { session } = request
  const provider = app.providers.byName(check.provider)
  // Another session began, or this one ended, while the provider was asked.
  if (session?.id !== sessionId || provider === null) return fromUrl
  try {
    requireArrival(provider, answer.code, check)
    const person = await provider.client.redeem(answer, check)
    const account = { issuer: provider.issuer, subject: person.subject }
    const isSame = (await findAccountOwner(app.database, account)) === session.userId
    if (!isSame) return await end(app, { request, session, fromUrl, reason: 'other-person-at-provider' })
    await renew(app, session, person)
  } catch (error) {
    if (isRefusal(error)) return end(app, { request, session, fromUrl, reason: 'ended-at-provider' })
    if (!(error instanceof SignInError)) throw error
    goOn(request, error)
  }
  return fromUrl
}

/** Whether the provider has said that the person has no session there, or may not use this client any more. */
function isRefusal(error: unknown): boolean {
  const isDenied = error instanceof SignInError && error.reason === 'provider-denied'
  return error instanceof LoginRequired || error instanceof SignInCancelled || isDenied
}

async function renew({ database, clock }: App, { id }: Session, person: OidcUser): Promise<void> {
  const { idToken, providerSessionId } = person
  await database
    .update(sessions)
    .set({ idToken, providerSessionId, providerAskedAt: clock() })
    .where(eq(sessions.id, id))
}

type Ended = {
  request: FastifyRequest
  session: Session
  fromUrl: string
  reason: 'ended-at-provider' | 'other-person-at-provider'
}

async function end({ database, clock }: App, { request, session, fromUrl, reason }: Ended): Promise<string> {
  const as = 'session.ended-at-provider'
  await endSession(database, session.id, { as, now: clock(), address: request.ip, reason })
  return `/auth/signed-out?from_url=${encodeURIComponent(fromUrl)}`
}
