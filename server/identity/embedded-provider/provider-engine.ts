import type { FastifyBaseLogger } from 'fastify'
import type OidcProvider from 'oidc-provider'
import type { Configuration } from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { Env } from '#server/env.ts'

/** oidc-provider as this server runs it: behind the same proxy, and silent but for our log. */
export function createProvider(
  issuer: string,
  configuration: Configuration,
  { env, log }: { env: Pick<Env, 'TRUST_PROXY'>; log: FastifyBaseLogger },
): OidcProvider {
  const provider = new Provider(issuer, configuration)
  provider.proxy = env.TRUST_PROXY
  // Of the addresses in X-Forwarded-For only the last is the proxy's word; the others are the visitor's.
  provider.maxIpsCount = 1
  // Koa would print to the console whatever goes wrong while an answer is being sent.
  provider.silent = true
  provider.on('server_error', (_context, error) => log.error({ err: error, issuer }, 'the identity provider failed'))
  return provider
}
