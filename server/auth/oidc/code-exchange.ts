import * as oidc from 'openid-client'
import { configurationWithFetch, type OidcClientOptions } from './discovery.ts'
import { oidcErrorCode } from './errors.ts'

type Keys = NonNullable<ReturnType<typeof oidc.getJwksCache>>

/** Milliseconds between downloads of the JWKS for ID tokens that no known key fits. */
const refetchInterval = 60_000

/**
 * Exchanges authorization codes. If no cached key fits the ID token, the JWKS is fetched again, at most once a minute.
 * The library alone waits until its cache is a minute old, which would waste the code.
 */
export function createCodeExchange(options: OidcClientOptions) {
  let keys: Keys | undefined
  let refetchedAt = Number.NEGATIVE_INFINITY

  return async (known: oidc.Configuration, answer: URL, checks: oidc.AuthorizationCodeGrantChecks) => {
    const { token_endpoint: tokenEndpoint, jwks_uri: jwksUri } = known.serverMetadata()
    const repeated = repeatResponse(tokenEndpoint)
    let hasFetchedKeys = false
    const fetch: oidc.CustomFetch = (url, request) => {
      if (jwksUri !== undefined && url === new URL(jwksUri).href) hasFetchedKeys = true
      return repeated(url, request)
    }

    async function redeem(knownKeys: Keys | undefined) {
      const provider = configurationWithFetch(fetch, known, options)
      if (knownKeys) oidc.setJwksCache(provider, knownKeys)
      try {
        return await oidc.authorizationCodeGrant(provider, new URL(answer), checks)
      } finally {
        keys = oidc.getJwksCache(provider)
      }
    }

    const knownKeys = keys
    try {
      return await redeem(knownKeys)
    } catch (error) {
      if (!knownKeys || !isKeyError(error)) throw error
      const now = options.clock().getTime()
      const isTooSoon = now - refetchedAt < refetchInterval
      // The library itself downloads keys older than a minute: they are the current ones.
      if (hasFetchedKeys || !isTooSoon) refetchedAt = now
      if (hasFetchedKeys || isTooSoon) throw error
      return redeem(undefined)
    }
  }
}

/** Requests an endpoint once and repeats its response. */
function repeatResponse(endpoint: string | undefined): oidc.CustomFetch {
  let response: Response | undefined
  return async (url, request) => {
    // `CustomFetchOptions` equals `RequestInit` but is declared separately.
    const ask = () => fetch(url, request as RequestInit)
    if (endpoint === undefined || url !== new URL(endpoint).href) return ask()
    response ??= await ask()
    return response.clone()
  }
}

/** No key has this id, or the key with this id does not verify the signature. */
function isKeyError(error: unknown): boolean {
  const code = oidcErrorCode(error)
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return true
  const { cause } = error as { cause?: unknown }
  return code === 'OAUTH_INVALID_RESPONSE' && cause instanceof Error && cause.message.includes('signature')
}
