import * as oidc from 'openid-client'
import { type OidcClientOptions, reachedBy } from './oidc-discovery.ts'
import { codeOf } from './oidc-faults.ts'

type Keys = NonNullable<ReturnType<typeof oidc.getJwksCache>>

/**
 * Redeems codes. Where the keys that are known do not fit an ID token, the provider may have changed them since: they
 * are asked for anew at once. The library itself waits a minute first, and a code that was shown once is spent.
 */
export function createRedemption(options: OidcClientOptions) {
  let keys: Keys | undefined

  return async (known: oidc.Configuration, answer: URL, checks: oidc.AuthorizationCodeGrantChecks) => {
    const fetch = keepingAnswerOf(known.serverMetadata().token_endpoint)

    async function redeem(knownKeys: Keys | undefined) {
      const provider = reachedBy(fetch, known, options)
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
      if (!knownKeys || !isAboutKeys(error)) throw error
      return redeem(undefined)
    }
  }
}

/** Asks an endpoint once; whoever asks it again hears the same. */
function keepingAnswerOf(endpoint: string | undefined): oidc.CustomFetch {
  let kept: Response | undefined
  return async (url, request) => {
    // As the library asks: `CustomFetchOptions` says the same as `RequestInit`, in types of its own.
    const ask = () => fetch(url, request as RequestInit)
    if (endpoint === undefined || url !== new URL(endpoint).href) return ask()
    kept ??= await ask()
    return kept.clone()
  }
}

/** None of the keys is the one, or the one of that name has signed something else. */
function isAboutKeys(error: unknown): boolean {
  const code = codeOf(error)
  if (code === 'OAUTH_KEY_SELECTION_FAILED') return true
  const { cause } = error as { cause?: unknown }
  return code === 'OAUTH_INVALID_RESPONSE' && cause instanceof Error && cause.message.includes('signature')
}
