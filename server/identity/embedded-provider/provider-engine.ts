import type { FastifyBaseLogger } from 'fastify'
import type OidcProvider from 'oidc-provider'
import type { Configuration } from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'
import { sayWhetherAway } from './context.ts'

/** oidc-provider as this server runs it: behind the same proxies, and silent but for our log. */
export function createProvider(issuer: string, configuration: Configuration, log: FastifyBaseLogger): OidcProvider {
  const provider = new Provider(issuer, configuration)
  // Koa believes X-Forwarded-* of whoever sends them: `settleForwarded` has left only what a trusted proxy said.
  provider.proxy = true
  // Koa would print to the console whatever goes wrong while an answer is being sent.
  provider.silent = true
  provider.on('server_error', (context, error) => {
    log.error({ err: error, issuer }, 'the identity provider failed')
    sayWhetherAway(context, error)
  })
  return provider
}
