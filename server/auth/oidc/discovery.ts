import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { throwProblem } from '#server/http-error.ts'
import { timeLeft } from '#server/time-left.ts'
import type { RoleRule } from './claims.ts'
import { oidcErrorCode, providerErrorDetails } from './errors.ts'
import type { ClientAuthMethod } from './settings.ts'

const rediscoverAfter = 60 * 60_000
const retryAfter = 250

export type OidcClientOptions = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Client authentication; default: from the provider's metadata. */
  clientAuth?: ClientAuthMethod | undefined
  publicUrl: string
  /** Redirect path; default: that of sign-in (D-3). */
  resultPath?: string
  /** Requested scopes; default: `openid profile email`. */
  scope?: string | undefined
  /** Mapping of the roles claim; null if roles do not come from the provider. */
  roleRule?: RoleRule | null
  clock: () => Date
  log: FastifyBaseLogger
  /** Timeout of each request, in seconds. */
  timeout?: number
}

/**
 * Discovers the provider on first use and again after an hour. While discovery fails, the previous configuration is
 * used.
 */
export function createDiscovery(options: OidcClientOptions): () => Promise<oidc.Configuration> {
  const { clock, log } = options
  let known: { configuration: oidc.Configuration; at: Date } | undefined
  let pending: Promise<oidc.Configuration> | undefined

  async function discoverAndStore(): Promise<oidc.Configuration> {
    try {
      const configuration = await discoverWithRetry(options)
      known = { configuration, at: clock() }
      return configuration
    } finally {
      pending = undefined
    }
  }

  return async () => {
    if (known && timeLeft(known.at, rediscoverAfter, clock()) !== null) return known.configuration
    pending ??= discoverAndStore()
    try {
      return await pending
    } catch (error) {
      const details = await providerErrorDetails(error)
      log.error({ err: error, issuer: options.issuer, details }, 'the discovery of the identity provider failed')
      return known?.configuration ?? throwProblem('provider-unreachable', 'The identity provider does not answer')
    }
  }
}

/** Whether the provider answers now. Never rejects. */
export async function isProviderReachable(options: OidcClientOptions): Promise<boolean> {
  try {
    await discoverWithRetry(options)
    return true
  } catch (error) {
    const details = await providerErrorDetails(error)
    options.log.warn({ err: error, issuer: options.issuer, details }, 'the identity provider does not answer')
    return false
  }
}

async function discoverWithRetry(options: OidcClientOptions): Promise<oidc.Configuration> {
  try {
    return await discover(options)
  } catch (error) {
    if (oidcErrorCode(error) === 'OAUTH_TIMEOUT') throw error
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
    return discover(options)
  }
}

/** Plain http is allowed only if the configured issuer uses it; endpoints of an https issuer must use https. */
function discover(options: OidcClientOptions): Promise<oidc.Configuration> {
  const { issuer, clientId, timeout = 5 } = options
  const execute = [oidc.enableNonRepudiationChecks, ...insecure(issuer)]
  return oidc.discovery(new URL(issuer), clientId, clock, authentication(options), { timeout, execute })
}

/** A configuration like `known` with another `fetch`. */
export function configurationWithFetch(
  fetch: oidc.CustomFetch,
  known: oidc.Configuration,
  options: OidcClientOptions,
): oidc.Configuration {
  const { issuer, clientId, timeout = 5 } = options
  const other = new oidc.Configuration(known.serverMetadata(), clientId, clock, authentication(options))
  for (const extend of [oidc.enableNonRepudiationChecks, ...insecure(issuer)]) extend(other)
  other[oidc.customFetch] = fetch
  other.timeout = timeout
  return other
}

/** Tolerated clock difference, in seconds. */
export const clockToleranceSeconds = 5
const clock = { [oidc.clockTolerance]: clockToleranceSeconds }

function insecure(issuer: string) {
  return new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : []
}

/** OpenID Connect assumes `client_secret_basic` if the provider lists no method. */
function authentication({ clientSecret, clientAuth }: OidcClientOptions): oidc.ClientAuth {
  if (clientSecret === undefined || clientAuth === 'none') return oidc.None()
  if (clientAuth === 'basic') return oidc.ClientSecretBasic(clientSecret)
  if (clientAuth === 'post') return oidc.ClientSecretPost(clientSecret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    method(clientSecret)(server, ...rest)
  }
}
