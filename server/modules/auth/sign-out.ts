import type { FastifyReply, FastifyRequest } from 'fastify'
import { endSession } from '#server/identity/ended-sessions.ts'
import { returnToAdministrator } from '#server/identity/impersonation.ts'
import { claimLogoutLink, type LogoutLink, makeLogoutLink } from '#server/identity/logout-links.ts'
import { hashOf, newSecret } from '#server/identity/secret.ts'
import { languageOfPage } from '#server/language.ts'
import { clearSessionCookie, ownSessionId, sessionTokenHash, setSessionCookie } from '#server/plugins/session.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'

const signOutPath = '/auth/sign-out/'
/** The page that offers a new link. */
const stillSignedIn = '/logout?from=/auth/sign-out'

export async function makeSignOutAddress(app: App, request: FastifyRequest): Promise<string> {
  const token = await makeLogoutLink(app.database, browserOf(app, request), app.clock())
  return `${app.env.PUBLIC_URL}${signOutPath}${token}`
}

/**
 * The one-time link of D-4: a plain page address, not a call. It signs out the browser it was made in, and nobody
 * else: opened elsewhere, or once more, or too late, it tells whoever is still signed in that they are, and leads
 * visitors home. Someone looking as another user signs out wholly.
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
  const link = await claimLogoutLink(app.database, request.params.token, app.clock())
  if (!link || !isOf(browserOf(app, request), link)) return request.session ? stillSignedIn : '/'
  const { sessionId } = link
  const ending = { as: 'session.signed-out', now: app.clock(), address: request.ip, reason: 'signed-out' } as const
  const ended = sessionId === null ? null : await endSession(app.database, sessionId, ending)
  clearSessionCookie(reply, app.env)
  return (await app.oidc.endSessionUrl(ended?.idToken ?? null, languageOfPage(request))) ?? '/'
}

function browserOf(app: App, request: FastifyRequest): LogoutLink {
  return { sessionId: ownSessionId(request.session), cookieHash: sessionTokenHash(request, app.env) }
}

/** An impersonation that began or ended since the link was made has changed either the session or the cookie, not both. */
function isOf(browser: LogoutLink, link: LogoutLink): boolean {
  if (browser.sessionId === link.sessionId) return true
  return browser.sessionId === null && browser.cookieHash !== null && browser.cookieHash === link.cookieHash
}

/** Back to the administrator's own session, under a new id (D-1). */
export async function leaveImpersonation(
  app: App,
  { session, request, reply }: { session: Session; request: FastifyRequest; reply: FastifyReply },
): Promise<undefined> {
  if (!session.isLoggedAs) refuse('state-conflict', 'This session is not an impersonation')
  const token = newSecret()
  const returned = await returnToAdministrator(app.database, {
    id: session.id,
    tokenHash: hashOf(token),
    action: 'impersonation.ended',
    now: app.clock(),
    address: request.ip,
  })
  if (!returned) refuse('state-conflict', 'This impersonation has just ended')
  setSessionCookie(reply, app.env, token)
}
