import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { refuse } from '#server/refusal.ts'
import { codeOf } from './oidc-faults.ts'

const rediscoverAfter = 60 * 60_000
const retryAfter = 250

export type OidcClientOptions = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  publicUrl: string
  /** Where on it the provider sends the visitor back to; that of sign-in (D-3) unless told otherwise. */
  resultPath?: string
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
      log.error({ err: error, issuer: options.issuer }, 'the identity provider cannot be discovered')
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
function discover({ issuer, clientId, clientSecret, timeout = 5 }: OidcClientOptions): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  const insecure = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(server, clientId, clientSecret ?? {}, authentication(clientSecret), {
    timeout,
    execute: [oidc.enableNonRepudiationChecks, ...insecure],
  })
}

/** `client_secret_basic` is what OpenID Connect presumes of a provider that names no method. */
function authentication(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None()
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    method(secret)(server, ...rest)
  }
}
