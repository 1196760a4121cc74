import { randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '#server/env.ts'
import { cookieName, cookieOptions } from './cookies.ts'
import { attemptLifetime } from './oidc-attempts.ts'
import { newSecret } from './secret.ts'

/**
 * What this browser holds to end the sign-in attempts it started (D-2). One value serves every attempt of the
 * browser. The cookie's name ends at random, because tabs that open together each get one, and the last
 * must not overwrite the others.
 */
export function bindingsOf(request: FastifyRequest, env: Env): string[] {
  const prefix = cookieName('lk_browser_', env)
  return Object.entries(request.cookies)
    .filter(([name]) => name.startsWith(prefix))
    .map(([, value]) => value)
    .filter((value): value is string => value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value))
    .slice(0, 20)
}

/** The binding for a new attempt: the one the browser has, good for ten minutes more, or a new one. */
export function bindBrowser(request: FastifyRequest, reply: FastifyReply, env: Env): string {
  const prefix = cookieName('lk_browser_', env)
  const held = bindingsOf(request, env)[0]
  const name = Object.entries(request.cookies).find(([, value]) => held !== undefined && value === held)?.[0]
  const binding = held ?? newSecret()
  reply.setCookie(name ?? `${prefix}${randomBytes(4).toString('hex')}`, binding, {
    ...cookieOptions(env),
    maxAge: attemptLifetime / 1000,
  })
  return binding
}
