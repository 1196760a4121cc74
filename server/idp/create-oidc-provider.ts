import type { FastifyBaseLogger } from 'fastify'
import type OidcProvider from 'oidc-provider'
import type { Configuration } from 'oidc-provider'
import { Provider } from 'oidc-provider/lib/provider.js'
import { setRetryAfter } from './page-context.ts'

/** Creates oidc-provider with our proxy settings and our log. */
export function createOidcProvider(issuer: string, configuration: Configuration, log: FastifyBaseLogger): OidcProvider {
  const provider = new Provider(issuer, configuration)
  // Koa trusts X-Forwarded-* from any client: `settleForwarded` has removed values that no trusted proxy sent.
  provider.proxy = true
  // Koa would print errors of responses to the console.
  provider.silent = true
  provider.on('server_error', (context, error) => {
    log.error({ err: error, issuer }, 'the identity provider failed')
    setRetryAfter(context, error)
  })
  return provider
}
