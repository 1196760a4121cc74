import { AsyncLocalStorage } from 'node:async_hooks'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { roleGroupCookieName, selectGroup } from '#contract/roles.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import type { Env } from '#server/env.ts'
import { cookieName, cookieOptions } from '#server/identity/cookies.ts'
import { spokenName } from '#server/identity/person.ts'
import { hashOf } from '#server/identity/secret.ts'
import { endOf, toldFor } from '#server/identity/session-ends.ts'
import { absoluteLimit } from '#server/identity/session-rules.ts'
import { findSession, prepareSessionQuery, type SessionRow } from '#server/identity/sessions.ts'
import { languageInUse } from '#server/language.ts'
import type { App, Session } from '#server/surroundings.ts'

const found = new AsyncLocalStorage<Session | null>()

/** Calls that the server asks of itself inside `ask` are made by `session`, which is not looked up once more. */
export function inNameOf<Result>(session: Session | null, ask: () => Promise<Result>): Promise<Result> {
  return found.run(session, ask)
}

/** Gives every request its `session` (D-1). The address of a static file, or of a calendar, is not worth a query. */
export function addSessions(app: App): void {
  const query = prepareSessionQuery(app.database)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const known = found.getStore()
    if (known !== undefined) {
      request.session = known
      return
    }
    const token = sessionToken(request, app.env)
    if (token === null || /^\/(assets|storage|calendar)\//.test(request.url)) return
    const row = await findSession(app.database, query, { token, language: languageInUse(request), now: app.clock() })
    request.session = row && sessionOf(row, request)
  })
}

export function setSessionCookie(reply: FastifyReply, env: Env, token: string): void {
  const maxAge = (absoluteLimit + toldFor) / 1000
  reply.setCookie(cookieName('lk_session', env), token, { ...cookieOptions(env), maxAge })
}

/** Why whoever asks is not signed in any more; null for those who are, and where nothing is known to have ended. */
export async function endKnownTo(request: FastifyRequest, { database, env }: App): Promise<SessionEnd | null> {
  if (request.session) return null
  const tokenHash = sessionTokenHash(request, env)
  const known = tokenHash === null ? null : await endOf(database, tokenHash)
  return known ?? (request.cookies[cookieName('lk_signed_out', env)] === undefined ? null : 'signed-out')
}

/** The session that is the browser's own: the administrator's, while another user is looked at. */
export function ownSessionId(session: Session | null): string | null {
  return session?.administrator?.sessionId ?? session?.id ?? null
}

/** Of the cookie as the browser sent it, whether it opens anything or not. */
export function sessionTokenHash(request: FastifyRequest, env: Env): string | null {
  const token = sessionToken(request, env)
  return token === null ? null : hashOf(token)
}

/** For a few minutes another cookie tells the next page, and tabs that were left open, that this was a sign-out. */
export function clearSessionCookie(reply: FastifyReply, env: Env): void {
  reply.clearCookie(cookieName('lk_session', env), cookieOptions(env))
  reply.setCookie(cookieName('lk_signed_out', env), 'yes', { ...cookieOptions(env), maxAge: 600 })
}

function sessionToken(request: FastifyRequest, env: Env): string | null {
  const token = request.cookies[cookieName('lk_session', env)]
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}

function sessionOf(row: SessionRow, request: FastifyRequest): Session {
  const { id, roles, user, twoFactorLastCheck } = row
  const administrator = administratorOf(row)
  return {
    id,
    userId: user.id,
    roles,
    group: selectGroup(roles, request.cookies[roleGroupCookieName(user.id)]),
    isLoggedAs: administrator !== null,
    administrator,
    twoFactorLastCheck,
    user,
  }
}

function administratorOf(row: SessionRow): Session['administrator'] {
  const { administratorId, administratorSessionId, administratorName, impersonationUntil } = row
  if (!administratorId || !administratorSessionId || !administratorName || !impersonationUntil) return null
  const name = spokenName(administratorName)
  return { userId: administratorId, sessionId: administratorSessionId, name, until: impersonationUntil }
}
