import { randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from '#server/auth/sessions/cookies.ts'
import type { Env } from '#server/env.ts'
import { createToken } from '#server/tokens.ts'
import { attemptLifetime } from './attempts.ts'

/**
 * Cookies that bind sign-in attempts to the browser that started them (D-2). One value serves all attempts of a
 * browser. The cookie name has a random suffix, so that tabs opened at the same time do not overwrite each other's
 * cookie.
 */
export function readBrowserBindings(request: FastifyRequest, env: Env): string[] {
  const prefix = cookieName('lk_browser_', env)
  return Object.entries(request.cookies)
    .filter(([name]) => name.startsWith(prefix))
    .map(([, value]) => value)
    .filter((value): value is string => value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value))
    .slice(0, 20)
}

/** Returns the browser's binding, extended by ten minutes, or creates one. */
export function ensureBrowserBinding(request: FastifyRequest, reply: FastifyReply, env: Env): string {
  const prefix = cookieName('lk_browser_', env)
  const held = readBrowserBindings(request, env)[0]
  const name = Object.entries(request.cookies).find(([, value]) => held !== undefined && value === held)?.[0]
  const binding = held ?? createToken()
  reply.setCookie(name ?? `${prefix}${randomBytes(4).toString('hex')}`, binding, {
    ...cookieOptions(env),
    maxAge: attemptLifetime / 1000,
  })
  return binding
}
