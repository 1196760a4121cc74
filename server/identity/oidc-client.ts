import * as oidc from 'openid-client'
import type { Locale } from '#contract/enumerations.ts'
import type { Role } from '#contract/roles.ts'
import { refuse } from '#server/refusal.ts'
import {
  type Claims,
  type DescribedPerson,
  methodsOf,
  personOf,
  shownFor,
  subjectOf,
  tellsOfPerson,
} from './oidc-claims.ts'
import { discoverLazily, type OidcClientOptions } from './oidc-discovery.ts'
import { meaningOf } from './oidc-faults.ts'
import { createRedemption } from './oidc-redemption.ts'
import { usualScopes } from './oidc-settings.ts'
import { claimAt, rolesToldBy } from './role-claims.ts'

/** A longer ID token would not fit into the address that it signs out by; the provider then asks its visitor. */
const longestHint = 4096

/** What only the server knows about a sign-in attempt (D-2). */
export type AttemptSecrets = { state: string; nonce: string; codeVerifier: string }

/** What the provider sent back through the browser. */
export type ProviderAnswer = Partial<Record<'code' | 'state' | 'iss' | 'error' | 'error_description', string>>

export type SignedInPerson = DescribedPerson & {
  subject: string
  /** How the provider knew the person (RFC 8176). */
  methods: readonly string[]
  /** `shownFor` of the ID token. */
  shownFor: number | null
  idToken: string
  /** Null where the provider is not asked for roles. */
  roles: Role[] | null
}

/** Our side of OpenID Connect (D-1), against any issuer. Whatever the provider does wrong leaves here as a `Refusal`. */
export type OidcClient = ReturnType<typeof createOidcClient>

export function createOidcClient(options: OidcClientOptions) {
  const { clientId, publicUrl, resultPath = '/auth/oauth-result', scope = usualScopes, roleRule = null, log } = options
  const redirectUri = `${publicUrl}${resultPath}`
  const configuration = discoverLazily(options)
  const redeemCode = createRedemption(options)

  return {
    /** Where to sign in. */
    async authorizationUrl(
      { state, nonce, codeVerifier }: AttemptSecrets,
      language: Locale,
      more: Readonly<Record<string, string>> = {},
    ): Promise<string> {
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: language,
        ...more,
      })
      return url.href
    },

    /** Turns the provider's answer into the person who signed in; a code is good for one call. */
    async redeem(answer: ProviderAnswer, attempt: AttemptSecrets): Promise<SignedInPerson> {
      const known = await configuration()
      checkIssuer(answer.iss, known.serverMetadata())
      try {
        const tokens = await redeemCode(known, addressOfAnswer(redirectUri, answer), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) throw new Error('the provider sent no ID token')
        const subject = subjectOf(claims)
        const more = isWhole(claims) ? {} : await askUserInfo(known, tokens.access_token, claims)
        const roles = rolesOf({ ...claims, ...more })
        const how = { methods: methodsOf(claims), shownFor: shownFor(claims) }
        return { subject, ...personOf(claims, more), roles, ...how, idToken: tokens.id_token }
      } catch (error) {
        throw await meaningOf(error, log)
      }
    },

    /** The provider's end-session address, which comes back to `/`; null where there is none to be had (D-4). */
    async endSessionUrl(idToken: string | null, language: Locale): Promise<string | null> {
      try {
        const known = await configuration()
        if (known.serverMetadata().end_session_endpoint === undefined) return null
        return oidc.buildEndSessionUrl(known, {
          client_id: clientId,
          post_logout_redirect_uri: `${publicUrl}/`,
          ui_locales: language,
          ...(idToken && idToken.length <= longestHint && { id_token_hint: idToken }),
        }).href
      } catch (error) {
        log.warn({ err: error }, 'signing out here only: the identity provider does not answer')
        return null
      }
    },
  }

  function isWhole(claims: Claims): boolean {
    return tellsOfPerson(claims) && !lacksRoles(claims)
  }

  function lacksRoles(claims: Claims): boolean {
    return roleRule !== null && claimAt(claims, roleRule.claim) === undefined
  }

  /** Who has no roles there is told of without the claim by some; who may have some is not let in without them, or with old ones. */
  async function askUserInfo(known: oidc.Configuration, accessToken: string, claims: Claims): Promise<Claims> {
    if (known.serverMetadata().userinfo_endpoint === undefined) return {}
    try {
      return await oidc.fetchUserInfo(known, accessToken, subjectOf(claims))
    } catch (error) {
      if (lacksRoles(claims)) throw error
      log.warn({ err: error }, 'the identity provider tells no more of a person')
      return {}
    }
  }

  function rolesOf(claims: Claims): Role[] | null {
    if (roleRule === null) return null
    const { roles, unknown } = rolesToldBy(claimAt(claims, roleRule.claim), roleRule)
    if (unknown.length > 0)
      log.debug({ claim: roleRule.claim, unknown }, 'roles of the provider that mean nothing here')
    return roles
  }
}

/** RFC 9207: an answer of another provider, mixed up or slipped in, is not redeemed. */
function checkIssuer(iss: string | undefined, server: oidc.ServerMetadata): void {
  const isMissing = iss === undefined && server.authorization_response_iss_parameter_supported === true
  if (isMissing || (iss !== undefined && iss !== server.issuer)) {
    refuse('sign-in-attempt-refused', 'The answer comes from another identity provider')
  }
}

function addressOfAnswer(redirectUri: string, answer: ProviderAnswer): URL {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  return url
}
