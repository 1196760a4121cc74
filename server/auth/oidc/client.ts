import * as oidc from 'openid-client'
import type { Locale } from '#contract/enumerations.ts'
import type { Role } from '#contract/roles.ts'
import { defaultScopes, type LinkProvider } from '#server/environment/oidc-settings.ts'
import { resultPath as signInResultPath } from '#server/environment/provider-settings.ts'
import {
  authenticationAge,
  authenticationMethods,
  type ClaimedProfile,
  type Claims,
  hasProfileClaims,
  profileFromClaims,
  provesSecondFactor,
  subjectFromClaims,
} from './claims.ts'
import { createClientAuthentication } from './client-authentication.ts'
import { createClockCheck } from './clock-check.ts'
import { createCodeExchange } from './code-exchange.ts'
import {
  configurationWith,
  createDiscovery,
  defaultTimeout,
  isProviderReachable,
  isPushed,
  type OidcClientOptions,
} from './discovery.ts'
import { toSignInError } from './errors.ts'
import { createLogoutTokenCheck, type LogoutToken, LogoutTokenRefused, LogoutTokenUnverified } from './logout-token.ts'
import { lacksClaims, mapRoles, splitStaffRoles, type UnmappedValue } from './role-mapping.ts'
import { SignInError } from './sign-in-error.ts'

/** Longer ID tokens would exceed URL limits; without the hint the provider asks the user to confirm. */
const maxHintLength = 4096

/** Unmapped values that a process remembers as logged. */
const maxSeenValues = 1000

/** Secrets of a sign-in attempt that stay on the server. */
export type AttemptSecrets = { state: string; nonce: string; codeVerifier: string }

/** The provider's authorization response. */
export type AuthorizationResponse = Partial<Record<'code' | 'state' | 'iss' | 'error' | 'error_description', string>>

export type OidcUser = ClaimedProfile & {
  subject: string
  /** Authentication methods (`amr`, RFC 8176). */
  methods: readonly string[]
  /** `authenticationAge` of the ID token, in seconds. */
  secondsSinceLogin: number | null
  idToken: string
  /** `sid`: the session at the provider; null if it does not name sessions. */
  providerSessionId: string | null
  /** When the person proved a second factor at the provider that counts here, in seconds ago; null if unproven. */
  secondsSinceSecondFactor: number | null
  /** Null if roles do not come from the provider. */
  roles: Role[] | null
  /** Values of the claims that give no role. */
  unmapped: readonly UnmappedValue[]
}

/** OpenID Connect client (D-1) for any issuer. Errors of the provider are thrown as `HttpError`. */
export type OidcClient = ReturnType<typeof createOidcClient>

export function createOidcClient(options: OidcClientOptions) {
  const {
    clientId,
    publicUrl,
    resultPath = signInResultPath,
    scope = defaultScopes,
    roleRules = [],
    givesStaffRoles = true,
    settingPrefix = 'OIDC',
    log,
  } = options
  const redirectUri = `${publicUrl}${resultPath}`
  const discovery = createDiscovery(options)
  const authenticate = createClientAuthentication(options)
  const exchangeCode = createCodeExchange(options, discovery, authenticate)
  const clockCheck = createClockCheck(options)
  const checkLogoutToken = createLogoutTokenCheck(options)
  const seenValues = new Set<string>()

  return {
    /** Whether the provider answers now, within `timeout` seconds. */
    isReachable: (timeout = options.timeout ?? defaultTimeout) => isProviderReachable({ ...options, timeout }),

    /**
     * Verifies a logout token. Throws `LogoutTokenRefused`, or `LogoutTokenUnverified` if the provider does not answer.
     * A token that does not fit what is known of the provider is verified again with what it says of itself now.
     */
    async readLogoutToken(token: string): Promise<LogoutToken> {
      const unanswered = (error: unknown): never => {
        throw new LogoutTokenUnverified('the provider does not answer', { cause: error })
      }
      const known = await discovery.current().catch(unanswered)
      try {
        return await checkLogoutToken(token, known.serverMetadata())
      } catch (error) {
        const renewed = error instanceof LogoutTokenRefused ? await discovery.renew(known).catch(unanswered) : null
        if (renewed === null) throw error
        return checkLogoutToken(token, renewed.serverMetadata())
      }
    },

    /** How far the provider's clock was ahead of ours at the last sign-in, in seconds; null before the first. */
    clockSkew: clockCheck.lastSkew,

    /** URL of the authorization request. */
    async authorizationUrl(
      { state, nonce, codeVerifier }: AttemptSecrets,
      language: Locale,
      more: Readonly<Record<string, string>> = {},
    ): Promise<string> {
      return requestUrl(await discovery.current(), {
        ...(options.contextClasses && { acr_values: options.contextClasses }),
        ...(options.responseMode === 'form_post' && { response_mode: 'form_post' }),
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: language,
        ...more,
      })
    },

    /** Redeems the authorization response. A code works once. */
    async redeem(answer: AuthorizationResponse, attempt: AttemptSecrets): Promise<OidcUser> {
      const known = await configurationOfIssuer(answer.iss)
      try {
        const { tokens, provider, receivedAt } = await exchangeCode(known, responseUrl(redirectUri, answer), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
        clockCheck.assertIssuedInPast(claims, receivedAt)
        const subject = subjectFromClaims(claims)
        const more = isComplete(claims) ? {} : await fetchUserInfo(provider, tokens.access_token, claims)
        const roles = rolesOf({ ...claims, ...more })
        const secondsSinceLogin = authenticationAge(claims)
        const isSecondFactor = provesSecondFactor(claims, options.secondFactor ?? [])
        const login = {
          methods: authenticationMethods(claims),
          secondsSinceLogin,
          secondsSinceSecondFactor: isSecondFactor ? secondsSinceLogin : null,
        }
        const providerSessionId = typeof claims.sid === 'string' ? claims.sid : null
        const session = { idToken: tokens.id_token, providerSessionId }
        return { subject, ...profileFromClaims(claims, more), ...roles, ...login, ...session }
      } catch (error) {
        throw await toSignInError(clockCheck.explain(error), options, [answer.code, attempt.codeVerifier])
      }
    },

    /** URL of RP-initiated logout, which returns to `/`; null if the provider has none or does not answer. */
    async endSessionUrl(idToken: string | null, language: Locale): Promise<string | null> {
      try {
        const known = await discovery.current()
        if (known.serverMetadata().end_session_endpoint === undefined) return null
        return oidc.buildEndSessionUrl(known, {
          client_id: clientId,
          post_logout_redirect_uri: `${publicUrl}/`,
          ui_locales: language,
          ...(idToken && idToken.length <= maxHintLength && { id_token_hint: idToken }),
        }).href
      } catch (error) {
        log.warn({ err: error }, 'the identity provider does not answer: only the local session ends')
        return null
      }
    },
  }

  /** The address that the browser opens; with a pushed request it has only the reference to it (RFC 9126). */
  async function requestUrl(known: oidc.Configuration, parameters: Record<string, string>): Promise<string> {
    if (!isPushed(options, known.serverMetadata())) return oidc.buildAuthorizationUrl(known, parameters).href
    try {
      const url = await authenticate(known.serverMetadata(), (clientAuth) =>
        oidc.buildAuthorizationUrlWithPAR(configurationWith({ clientAuth }, known, options), parameters),
      )
      return url.href
    } catch (error) {
      throw await toSignInError(error, options, [parameters.state])
    }
  }

  /** RFC 9207: rejects a response of another provider (mix-up attack), unless the provider has a new issuer. */
  async function configurationOfIssuer(iss: string | undefined): Promise<oidc.Configuration> {
    const known = await discovery.current()
    if (isFromIssuer(iss, known.serverMetadata())) return known
    const renewed = await discovery.renew(known)
    if (renewed && isFromIssuer(iss, renewed.serverMetadata())) return renewed
    throw new SignInError('issuer-differs', {
      setting: `${settingPrefix}_ISSUER`,
      expected: known.serverMetadata().issuer,
      seen: iss === undefined ? 'a response without iss' : `a response of ${iss.slice(0, 200)}`,
    })
  }

  function isComplete(claims: Claims): boolean {
    return hasProfileClaims(claims) && !lacksClaims(claims, roleRules)
  }

  /**
   * Some providers omit the claim for users without roles. If UserInfo fails while the ID token lacks a claim with roles,
   * the sign-in fails: otherwise outdated roles would stay.
   */
  async function fetchUserInfo(known: oidc.Configuration, accessToken: string, claims: Claims): Promise<Claims> {
    if (known.serverMetadata().userinfo_endpoint === undefined) return {}
    try {
      return await oidc.fetchUserInfo(known, accessToken, subjectFromClaims(claims))
    } catch (error) {
      if (lacksClaims(claims, roleRules)) throw error
      log.warn({ err: error }, 'the UserInfo request failed')
      return {}
    }
  }

  function rolesOf(claims: Claims): Pick<OidcUser, 'roles' | 'unmapped'> {
    if (roleRules.length === 0) return { roles: null, unmapped: [] }
    const { roles: mapped, unmapped } = mapRoles(claims, roleRules)
    const { given: roles, refused } = splitStaffRoles(mapped, { givesStaffRoles })
    if (refused.length > 0) log.warn({ issuer: options.issuer, refused }, 'this provider gives no roles of staff')
    const missing = unmapped.flatMap(({ claim, value }) => (value === null ? [claim] : []))
    const unseen = unmapped
      .flatMap(({ claim, value }) => (value === null ? [] : [`${claim}: ${value}`]))
      .filter(isUnseen)
    if (missing.length > 0)
      log.warn(
        { issuer: options.issuer, missing, received: Object.keys(claims) },
        'neither the ID token nor UserInfo has a claim with roles',
      )
    if (unseen.length > 0)
      log.warn({ issuer: options.issuer, unmapped: unseen }, 'no rule of the school file gives a role for these values')
    return { roles, unmapped }
  }

  /** Each value is logged once; the panel of administrators lists them. */
  function isUnseen(value: string): boolean {
    if (seenValues.has(value) || seenValues.size >= maxSeenValues) return false
    seenValues.add(value)
    return true
  }
}

function isFromIssuer(iss: string | undefined, server: oidc.ServerMetadata): boolean {
  if (iss === undefined) return server.authorization_response_iss_parameter_supported !== true
  return iss === server.issuer
}

function responseUrl(redirectUri: string, answer: AuthorizationResponse): URL {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  return url
}

/** OIDC clients by provider name. */
export type LinkProviderClients = ReadonlyMap<string, OidcClient>

declare module 'fastify' {
  interface FastifyInstance {
    links: LinkProviderClients
  }
}

export function createLinkProviderClients(
  providers: readonly LinkProvider[],
  common: Pick<OidcClientOptions, 'publicUrl' | 'clock' | 'log'>,
  resultPath: (name: string) => string = linkCallbackPath,
): LinkProviderClients {
  return new Map(
    providers.map(({ name, ...provider }) => [
      name,
      createOidcClient({
        ...common,
        ...provider,
        resultPath: resultPath(name),
        settingPrefix: `LINK_${name.toUpperCase()}`,
      }),
    ]),
  )
}

/** Redirect path after linking an account. */
export function linkCallbackPath(name: string): string {
  return `/auth/link-result/${name}`
}

/** Redirect path of the embedded provider after a sign-in through a linked account. */
export function signInCallbackPath(name: string): string {
  return `/sign-in-result/${name}`
}

const parts = ['code', 'state', 'iss', 'error', 'error_description'] as const

/** Parses the response parameters of a query. Repeated parameters are ignored. */
export function parseAuthorizationResponse(query: Record<string, unknown>): AuthorizationResponse {
  return Object.fromEntries(parts.flatMap((part) => (typeof query[part] === 'string' ? [[part, query[part]]] : [])))
}
