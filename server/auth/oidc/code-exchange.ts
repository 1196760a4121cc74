import * as oidc from 'openid-client'
import type { ClientAuthentication } from './client-authentication.ts'
import { configurationWith, type Discovery, type OidcClientOptions } from './discovery.ts'
import { isOutdatedMetadata } from './errors.ts'

type Keys = NonNullable<ReturnType<typeof oidc.getJwksCache>>

type ValidatedTokens = {
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
  /** The configuration with which they were validated. */
  provider: oidc.Configuration
  /** When the provider's answer arrived, by `Date.now()`. */
  receivedAt: number
}

/**
 * Exchanges authorization codes. If the answer does not fit what is known of the provider (keys, algorithm, issuer,
 * addresses), the provider is discovered again and the same answer is validated again: a code works only once.
 */
export function createCodeExchange(
  options: OidcClientOptions,
  discovery: Discovery,
  authenticate: ClientAuthentication,
) {
  let keys: Keys | undefined

  return async (
    known: oidc.Configuration,
    answer: URL,
    checks: oidc.AuthorizationCodeGrantChecks,
  ): Promise<ValidatedTokens> => {
    let issued: Response | undefined
    let receivedAt = 0

    function exchange(at: oidc.Configuration, knownKeys: Keys | undefined): Promise<ValidatedTokens> {
      const tokenEndpoint = tokenEndpointOf(at)
      const fetchOnce: oidc.CustomFetch = async (url, request) => {
        // `CustomFetchOptions` equals `RequestInit` but is declared separately.
        const ask = () => fetch(url, request as RequestInit)
        if (url !== tokenEndpoint) return ask()
        if (issued) return issued.clone()
        const response = await ask()
        receivedAt = Date.now()
        if (response.ok) issued = response.clone()
        return response
      }
      return authenticate(at.serverMetadata(), async (clientAuth) => {
        const provider = configurationWith({ clientAuth, fetch: fetchOnce }, at, options)
        if (knownKeys) oidc.setJwksCache(provider, knownKeys)
        try {
          const tokens = await oidc.authorizationCodeGrant(provider, new URL(answer), checks)
          return { tokens, provider: at, receivedAt }
        } finally {
          keys = oidc.getJwksCache(provider)
        }
      })
    }

    try {
      return await exchange(known, keys)
    } catch (error) {
      const renewed = isOutdatedMetadata(error) ? await discovery.renew(known) : null
      // Without an answer the code is sent again only to another address.
      if (renewed === null || (!issued && tokenEndpointOf(renewed) === tokenEndpointOf(known))) throw error
      options.log.warn({ err: error }, 'the identity provider has changed: its answer is validated again')
      return exchange(renewed, undefined)
    }
  }
}

function tokenEndpointOf(provider: oidc.Configuration): string {
  const { token_endpoint: address = '' } = provider.serverMetadata()
  return URL.canParse(address) ? new URL(address).href : address
}
