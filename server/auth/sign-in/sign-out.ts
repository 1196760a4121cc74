import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Session } from '#server/app-types.ts'
import { returnToAdministrator } from '#server/auth/impersonation/impersonation.ts'
import { requestNewLogin, requestsNewLogin } from '#server/auth/oidc/reauthentication.ts'
import { endSession } from '#server/auth/sessions/end-sessions.ts'
import {
  clearSessionCookie,
  ownSessionId,
  sessionTokenHash,
  setSessionCookie,
} from '#server/auth/sessions/session-plugin.ts'
import type { Database } from '#server/db/client.ts'
import { logoutLinks } from '#server/db/schema/identity.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'
import { readLastProvider } from './last-provider.ts'

const signOutPath = '/auth/sign-out/'
/** Page that offers a new link. */
const stillSignedIn = '/logout?from=/auth/sign-out'
/** Page for a session that ended only here: the provider has no end-session endpoint, or does not answer. */
const signedOutHere = '/logout?after=sign-out'

export async function createSignOutUrl(app: App, request: FastifyRequest): Promise<string> {
  const token = await createLogoutLink(app.database, browserOf(app, request), app.clock())
  return `${app.env.PUBLIC_URL}${signOutPath}${token}`
}

/**
 * One-time sign-out link (D-4), a page and not an API call. Works only in the browser that requested it. In another
 * browser, used again or expired, it redirects: signed-in users to a page that says so, visitors home. Ends an
 * impersonation and the administrator's own session together. If the session of the provider stays open, the next
 * sign-in requests a new login.
 */
export function serveSignOut(app: App): void {
  app.get<{ Params: { token: string } }>(`${signOutPath}:token`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return reply.redirect(await signOut(app, request, reply), 303)
  })
}

async function signOut(
  app: App,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): Promise<string> {
  const link = await consumeLogoutLink(app.database, request.params.token, app.clock())
  if (!link || !isOf(browserOf(app, request), link)) {
    if (request.session) return stillSignedIn
    return requestsNewLogin(request, app.env) ? signedOutHere : '/'
  }
  const { sessionId } = link
  const ending = { as: 'session.signed-out', now: app.clock(), address: request.ip, reason: 'signed-out' } as const
  const ended = sessionId === null ? null : await endSession(app.database, sessionId, ending)
  clearSessionCookie(reply, app.env)
  const provider = ended?.issuer
    ? app.providers.byIssuer(ended.issuer)
    : (app.providers.only ?? readLastProvider(request, app))
  const endSessionUrl = await provider?.client.endSessionUrl(ended?.idToken ?? null, pageLanguage(request))
  if (endSessionUrl) return endSessionUrl
  requestNewLogin(request, reply, { env: app.env, providers: provider ? [provider] : app.providers.all })
  return provider && !app.providers.only ? `${signedOutHere}&provider=${provider.name}` : signedOutHere
}

function browserOf(app: App, request: FastifyRequest): LogoutLink {
  return { sessionId: ownSessionId(request.session), cookieHash: sessionTokenHash(request, app.env) }
}

/** A start or an end of an impersonation since then changes either the session or the cookie, not both. */
function isOf(browser: LogoutLink, link: LogoutLink): boolean {
  if (browser.sessionId === link.sessionId) return true
  return browser.sessionId === null && browser.cookieHash !== null && browser.cookieHash === link.cookieHash
}

/** Returns to the administrator's own session with a new token. */
export async function leaveImpersonation(
  app: App,
  { session, request, reply }: { session: Session; request: FastifyRequest; reply: FastifyReply },
): Promise<undefined> {
  if (!session.isImpersonating) throwProblem('state-conflict', 'This session is not an impersonation')
  const token = createToken()
  const returned = await returnToAdministrator(app.database, {
    id: session.id,
    tokenHash: hashToken(token),
    action: 'impersonation.ended',
    now: app.clock(),
    address: request.ip,
  })
  if (!returned) throwProblem('state-conflict', 'This impersonation has just ended')
  setSessionCookie(reply, app.env, token)
}

const linkLifetime = 2 * 60_000

/** The session and the cookie that the link signs out; both null for a visitor. */
type LogoutLink = { sessionId: string | null; cookieHash: string | null }

/** Creates a sign-out link that works once, for two minutes, in the browser of this session. */
async function createLogoutLink(database: Database, link: LogoutLink, now: Date): Promise<string> {
  const token = createToken()
  await database
    .insert(logoutLinks)
    .values({ tokenHash: hashToken(token), ...link, expiresAt: new Date(now.getTime() + linkLifetime) })
  return token
}

export async function deleteExpiredLogoutLinks(database: Database, now: Date): Promise<void> {
  await database.delete(logoutLinks).where(lte(logoutLinks.expiresAt, now))
}

/** Consumes the link; null if it is unknown, used or expired. */
async function consumeLogoutLink(database: Database, token: string, now: Date): Promise<LogoutLink | null> {
  const [link] = await database
    .update(logoutLinks)
    .set({ usedAt: now })
    .where(and(eq(logoutLinks.tokenHash, hashToken(token)), isNull(logoutLinks.usedAt), gt(logoutLinks.expiresAt, now)))
    .returning({ sessionId: logoutLinks.sessionId, cookieHash: logoutLinks.cookieHash })
  return link ?? null
}
