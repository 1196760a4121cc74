import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { defaultClockTolerance, type OidcSettings } from '#server/environment/oidc-settings.ts'
import { timeLeft } from '#server/time/time-left.ts'
import { oidcErrorCode, toSignInError } from './errors.ts'
import { SignInError } from './sign-in-error.ts'

const rediscoverAfter = 60 * 60_000
/** Milliseconds between discoveries because of answers that do not fit the known metadata. */
const renewAfter = 60_000
const retryAfter = 250

export type OidcClientOptions = OidcSettings & {
  publicUrl: string
  clock: () => Date
  log: FastifyBaseLogger
  /** Timeout of each request, in seconds. */
  timeout?: number
}

/** Whether the authorization requests to this provider are pushed (RFC 9126). */
export function isPushed(
  { pushesRequests }: Pick<OidcClientOptions, 'pushesRequests'>,
  metadata: { require_pushed_authorization_requests?: boolean | undefined },
): boolean {
  return pushesRequests ?? metadata.require_pushed_authorization_requests ?? false
}

export type Discovery = ReturnType<typeof createDiscovery>

/**
 * Discovers the provider on first use and again after an hour. While discovery fails, the previous configuration is
 * used.
 */
export function createDiscovery(options: OidcClientOptions) {
  const { clock, log } = options
  let known: { configuration: oidc.Configuration; at: Date } | undefined
  let renewedAt: Date | undefined
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

  async function discoverOrKeep(): Promise<oidc.Configuration> {
    pending ??= discoverAndStore()
    try {
      return await pending
    } catch (error) {
      const failure = await toSignInError(error, options)
      if (!known) throw failure
      log.error({ issuer: options.issuer, ...factsOf(failure) }, 'the discovery of the identity provider failed')
      return known.configuration
    }
  }

  return {
    /** The configuration of the provider. */
    async current(): Promise<oidc.Configuration> {
      const isFresh = known && timeLeft(known.at, rediscoverAfter, clock()) !== null
      return known && isFresh ? known.configuration : discoverOrKeep()
    },

    /** A newer configuration than `used`, which an answer did not fit; null if it was read less than a minute ago. */
    async renew(used: oidc.Configuration): Promise<oidc.Configuration | null> {
      if (pending) return discoverOrKeep()
      if (known && known.configuration !== used) return known.configuration
      if (renewedAt && timeLeft(renewedAt, renewAfter, clock()) !== null) return null
      renewedAt = clock()
      return discoverOrKeep()
    },
  }
}

/** Whether the provider answers now. Never rejects. */
export async function isProviderReachable(options: OidcClientOptions): Promise<boolean> {
  try {
    await discoverWithRetry(options)
    return true
  } catch (error) {
    const failure = await toSignInError(error, options)
    options.log.warn({ issuer: options.issuer, ...factsOf(failure) }, 'the identity provider does not answer')
    return false
  }
}

function factsOf(failure: Error): object {
  return failure instanceof SignInError ? { reason: failure.reason, ...failure.facts } : { err: failure }
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
  const { issuer, clientId, timeout = defaultTimeout } = options
  const execute = [oidc.enableNonRepudiationChecks, ...insecure(issuer)]
  return oidc.discovery(new URL(issuer), clientId, clockOf(options), oidc.None(), { timeout, execute })
}

/** A configuration like `known` with a client authentication, and another `fetch` if given. */
export function configurationWith(
  { clientAuth, fetch }: { clientAuth: oidc.ClientAuth; fetch?: oidc.CustomFetch },
  known: oidc.Configuration,
  options: Pick<OidcClientOptions, 'issuer' | 'clientId' | 'clockTolerance' | 'timeout'>,
): oidc.Configuration {
  const { issuer, clientId, timeout = defaultTimeout } = options
  const other = new oidc.Configuration(known.serverMetadata(), clientId, clockOf(options), clientAuth)
  for (const extend of [oidc.enableNonRepudiationChecks, ...insecure(issuer)]) extend(other)
  if (fetch) other[oidc.customFetch] = fetch
  other.timeout = timeout
  return other
}

export const defaultTimeout = 5

function clockOf({ clockTolerance = defaultClockTolerance }: Pick<OidcClientOptions, 'clockTolerance'>) {
  return { [oidc.clockTolerance]: clockTolerance }
}

function insecure(issuer: string) {
  return new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : []
}
