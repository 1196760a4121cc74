import { AsyncLocalStorage } from 'node:async_hooks'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { displayName } from '#contract/people/names.ts'
import { roleGroupCookieName, selectGroup } from '#contract/roles.ts'
import { sessionLifetime } from '#server/access/session-lifetime.ts'
import type { App, Session } from '#server/app-types.ts'
import { readWithoutPrimary } from '#server/db/replicas.ts'
import type { SessionEnd } from '#server/db/schema/identity.ts'
import type { Env } from '#server/environment/env.ts'
import { displayLanguage } from '#server/http/request-language.ts'
import { cookieName, cookieOptions, hashToken, readTokenCookie } from '#server/security/tokens.ts'
import { endReasonLifetime, findEndReason } from './end-sessions.ts'
import { findSession, prepareSessionQuery, type SessionRow } from './session-store.ts'

const found = new AsyncLocalStorage<Session | null>()

/** Calls injected inside `work` use `session` without another lookup. */
export function runWithSession<Result>(session: Session | null, work: () => Promise<Result>): Promise<Result> {
  return found.run(session, work)
}

/** Sets `request.session` (D-1). Static files and calendar feeds need no session. */
export function sessions(app: App): void {
  const query = prepareSessionQuery(app.database, { withLastWrite: app.readsReplicas })
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const known = found.getStore()
    if (known !== undefined) {
      request.session = known
      return
    }
    const token = readTokenCookie(request, 'lk_session', app.env)
    if (token === null || /^\/(assets|storage|calendar)\//.test(request.url)) return
    const asked = { token, language: displayLanguage(request), now: app.clock() }
    const row = await readWithoutPrimary(() => findSession(app.database, query, asked))
    request.session = row && sessionOf(row, request)
  })
}

export function setSessionCookie(reply: FastifyReply, env: Env, token: string): void {
  const maxAge = (sessionLifetime + endReasonLifetime) / 1000
  reply.setCookie(cookieName('lk_session', env), token, { ...cookieOptions(env), maxAge })
}

/** Why the browser's session has ended; null if it is active or unknown. */
export async function sessionEndOf(request: FastifyRequest, { database, env }: App): Promise<SessionEnd | null> {
  if (request.session) return null
  const tokenHash = sessionTokenHash(request, env)
  const known = tokenHash === null ? null : await findEndReason(database, tokenHash)
  return known ?? (request.cookies[cookieName('lk_signed_out', env)] === undefined ? null : 'signed-out')
}

/** The browser's own session: the administrator's during an impersonation. */
export function ownSessionId(session: Session | null): string | null {
  return session?.administrator?.sessionId ?? session?.id ?? null
}

/** Hash of the session cookie, whether or not it is valid. */
export function sessionTokenHash(request: FastifyRequest, env: Env): string | null {
  const token = readTokenCookie(request, 'lk_session', env)
  return token === null ? null : hashToken(token)
}

/** Clears the session cookie. A short-lived cookie shows the next page and open tabs that the user signed out. */
export function clearSessionCookie(reply: FastifyReply, env: Env): void {
  reply.clearCookie(cookieName('lk_session', env), cookieOptions(env))
  reply.setCookie(cookieName('lk_signed_out', env), 'yes', { ...cookieOptions(env), maxAge: 600 })
}

function sessionOf(row: SessionRow, request: FastifyRequest): Session {
  const { id, roles, user, twoFactorLastCheck, createdAt: startedAt, lastWrite } = row
  const administrator = administratorOf(row)
  return {
    id,
    userId: user.id,
    roles,
    group: selectGroup(roles, request.cookies[roleGroupCookieName(user.id)]),
    isImpersonating: administrator !== null,
    administrator,
    twoFactorLastCheck,
    startedAt,
    lastWrite,
    user,
  }
}

function administratorOf(row: SessionRow): Session['administrator'] {
  const { administratorId, administratorSessionId, administratorName, impersonationUntil } = row
  if (!administratorId || !administratorSessionId || !administratorName || !impersonationUntil) return null
  const name = displayName(administratorName)
  return { userId: administratorId, sessionId: administratorSessionId, name, until: impersonationUntil }
}
