import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app-types.ts'
import type { SignInProvider } from '#server/auth/oidc/sign-in-providers.ts'
import { cookieName, cookieOptions, maxCookieAge } from '#server/security/tokens.ts'

/** The provider of the last sign-in in this browser; null if unknown. */
export function readLastProvider({ cookies }: FastifyRequest, { env, providers }: App): SignInProvider | null {
  const name = cookies[cookieName('lk_provider', env)]
  return name === undefined ? null : providers.byName(name)
}

/** Only where there is a choice. */
export function rememberProvider(reply: FastifyReply, { env, providers }: App, { name }: SignInProvider): void {
  if (providers.only) return
  reply.setCookie(cookieName('lk_provider', env), name, { ...cookieOptions(env), maxAge: maxCookieAge })
}
