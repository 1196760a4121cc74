import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { refuse } from '#server/refusal.ts'
import { codeOf, toldBy } from './oidc-faults.ts'
import type { ClientAuthMethod } from './oidc-settings.ts'
import type { RoleRule } from './role-claims.ts'

const rediscoverAfter = 60 * 60_000
const retryAfter = 250

export type OidcClientOptions = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** How the secret is shown; what the provider names decides unless told. */
  clientAuth?: ClientAuthMethod | undefined
  publicUrl: string
  /** Where on it the provider sends the visitor back to; that of sign-in (D-3) unless told otherwise. */
  resultPath?: string
  /** What the provider is asked to tell; `openid profile email` unless told otherwise. */
  scope?: string | undefined
  /** How it tells of roles, where it is asked for them. */
  roleRule?: RoleRule | null
  clock: () => Date
  log: FastifyBaseLogger
  /** Seconds each request to the provider may take. */
  timeout?: number
}

/** Asks for the provider's addresses at the first need and once an hour; one that is down for a while keeps its old ones. */
export function discoverLazily(options: OidcClientOptions): () => Promise<oidc.Configuration> {
  const { clock, log } = options
  let known: { configuration: oidc.Configuration; at: number } | undefined
  let asking: Promise<oidc.Configuration> | undefined

  async function ask(): Promise<oidc.Configuration> {
    try {
      const configuration = await discoverWithRetry(options)
      known = { configuration, at: clock().getTime() }
      return configuration
    } finally {
      asking = undefined
    }
  }

  return async () => {
    if (known && clock().getTime() - known.at < rediscoverAfter) return known.configuration
    asking ??= ask()
    try {
      return await asking
    } catch (error) {
      const told = await toldBy(error)
      log.error({ err: error, issuer: options.issuer, told }, 'the identity provider cannot be discovered')
      return known?.configuration ?? refuse('provider-unreachable', 'The identity provider does not answer')
    }
  }
}

async function discoverWithRetry(options: OidcClientOptions): Promise<oidc.Configuration> {
  try {
    return await discover(options)
  } catch (error) {
    if (codeOf(error) === 'OAUTH_TIMEOUT') throw error
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
    return discover(options)
  }
}

/** An issuer of plain http was named so on purpose; one of https is never spoken to over http, wherever it points. */
function discover(options: OidcClientOptions): Promise<oidc.Configuration> {
  const { issuer, clientId, timeout = 5 } = options
  const execute = [oidc.enableNonRepudiationChecks, ...insecure(issuer)]
  return oidc.discovery(new URL(issuer), clientId, clock, authentication(options), { timeout, execute })
}

/** The same provider as `known`, asked by way of another `fetch`. */
export function reachedBy(
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

/** By so many seconds the provider's clock and ours may differ. */
const clock = { [oidc.clockTolerance]: 60 }

function insecure(issuer: string) {
  return new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : []
}

/** `client_secret_basic` is what OpenID Connect presumes of a provider that names no method. */
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
