import { createPrivateKey, type JsonWebKeyInput, type KeyObject, type webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Role } from '#contract/roles.ts'
import { neededWith, StartupError, unusedWith } from '#server/terminal/startup-error.ts'

/** Client authentication: Basic header, form field, an assertion signed by our key, or none for public clients. */
export const clientAuthMethods = ['basic', 'post', 'private_key_jwt', 'none'] as const
export type ClientAuthMethod = (typeof clientAuthMethods)[number]

/** The key of `private_key_jwt`, with its id if the file has one. */
export type ClientKey = { key: webcrypto.CryptoKey; kid: string | undefined }

/** How the provider returns its answer: in the address, or in a form that its page sends (OAuth 2.0 Form Post). */
export const responseModes = ['query', 'form_post'] as const
type ResponseMode = (typeof responseModes)[number]

/** The issuer of the embedded provider's accounts. Its address may change. */
export const embeddedIssuer = 'embedded'

/** The same issuer is configured with and without the slash at its end. */
export function issuerKey(address: string): string {
  return address.replace(/\/+$/, '')
}

export const defaultScopes = 'openid profile email'

/** Tolerated difference between the provider's clock and ours, in seconds. */
export const defaultClockTolerance = 60

/** How the account is a client of a provider. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  scope?: string | undefined
  /** What the names of the settings begin with; default: `OIDC`. */
  settingPrefix?: string
  /** The key of `private_key_jwt`, instead of a secret. */
  clientKey?: ClientKey | null
  /** Client authentication; default: from the provider's metadata. */
  clientAuth?: ClientAuthMethod | undefined
  /** Default: `query`. */
  responseMode?: ResponseMode
  /** Whether authorization requests are pushed (RFC 9126); default: if the provider's metadata require it. */
  pushesRequests?: boolean | undefined
  /** Requested authentication contexts (`acr_values`). */
  contextClasses?: string | undefined
  /** Values of `amr` or `acr` that count as a second factor; default: none. */
  secondFactor?: readonly string[]
  /** Tolerated difference between the provider's clock and ours, in seconds. */
  clockTolerance?: number
  /** Redirect path; default: that of sign-in (D-3). */
  resultPath?: string
  /** Which claims give which roles; none if roles do not come from the provider. */
  roleRules?: readonly RoleRule[] | undefined
  /** Whether the provider gives roles of staff; default: yes. */
  givesStaffRoles?: boolean
}

/**
 * A rule of the school's file: which values of a claim give which roles. Without `value` and `pattern` the values are names
 * of roles.
 */
export type RoleRule = {
  /** The only provider that it is about; default: each. */
  provider?: string | undefined
  /** Name or path of a claim: `groups`, `realm_access.roles`. */
  claim: string
  value?: string | undefined
  /** A value with `*` for any characters. */
  pattern?: string | undefined
  roles?: readonly Role[] | undefined
}

/** Whether the rule is about the provider of this name. */
export function isRuleOf({ provider }: RoleRule, name: string): boolean {
  return (provider ?? name) === name
}

type Given = {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_CLIENT_KEY_FILE?: string | undefined
  OIDC_CLIENT_AUTH?: ClientAuthMethod | undefined
  OIDC_SESSION_CHECK?: number | undefined
}

const onlyForOwnIssuer = ['OIDC_CLIENT_AUTH', 'OIDC_CLIENT_KEY_FILE', 'OIDC_SESSION_CHECK'] as const

/**
 * Reads the key of `private_key_jwt` and checks that the variables of an external issuer fit together. `prefix`: what their
 * names begin with for the operator.
 */
export function readClientKey(given: Given, prefix = 'OIDC'): ClientKey | null {
  const { OIDC_ISSUER, OIDC_CLIENT_SECRET: secret, OIDC_CLIENT_AUTH: method, OIDC_CLIENT_KEY_FILE: keyFile } = given
  const named = (variable: string) => variable.replace('OIDC', prefix)
  const [ofIssuer, ofSecret, ofKey] = ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET', 'OIDC_CLIENT_KEY_FILE'].map(named) as [
    string,
    string,
    string,
  ]
  const ofMethod = `${named('OIDC_CLIENT_AUTH')}=${method}`
  const forOwnIssuer = onlyForOwnIssuer.find((name) => given[name] !== undefined)
  if (forOwnIssuer && !OIDC_ISSUER) throw neededWith(ofIssuer, named(forOwnIssuer))
  if (method === 'none' && secret) throw unusedWith(ofSecret, ofMethod)
  if (keyFile && secret) throw unusedWith(ofSecret, ofKey)
  if (keyFile && method && method !== 'private_key_jwt') throw unusedWith(ofKey, ofMethod)
  if (method === 'private_key_jwt' && !keyFile) throw neededWith(ofKey, ofMethod)
  if ((method === 'basic' || method === 'post') && !secret) throw neededWith(ofSecret, ofMethod)
  return keyFile === undefined ? null : readKeyFile(keyFile, ofKey)
}

/** Web Crypto's names of the keys that sign: RS256, ES256 and EdDSA. */
const signingKeys: Record<string, Parameters<KeyObject['toCryptoKey']>[0]> = {
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  prime256v1: { name: 'ECDSA', namedCurve: 'P-256' },
  ed25519: { name: 'Ed25519' },
}

/** Reads a private key in PEM (PKCS #8) or as a JWK. */
function readKeyFile(path: string, variable: string): ClientKey {
  try {
    const text = readFileSync(path, 'utf8').trim()
    const jwk = text.startsWith('{') ? (JSON.parse(text) as JsonWebKeyInput['key'] & { kid?: string }) : null
    const key = jwk ? createPrivateKey({ key: jwk, format: 'jwk' }) : createPrivateKey(text)
    const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = key
    const algorithm = signingKeys[details?.namedCurve ?? type]
    if (algorithm === undefined) throw new Error(`a key of the type ${details?.namedCurve ?? type}`)
    return { key: key.toCryptoKey(algorithm, false, ['sign']), kid: jwk?.kid }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError({
      ru: `${variable}: ${path}: нужен закрытый ключ RSA, P-256 или Ed25519 в PEM (PKCS #8) или JWK (${reason}).`,
      en: `${variable}: ${path} must be a private key, RSA, P-256 or Ed25519, in PEM (PKCS #8) or as a JWK (${reason}).`,
    })
  }
}

/** An OpenID provider whose accounts users can link. */
export type LinkProvider = { name: string; issuer: string; clientId: string; clientSecret: string | undefined }

/** Reads LINK_<NAME>_ISSUER, _CLIENT_ID and _CLIENT_SECRET. Providers without an issuer are skipped. */
export function readLinkProviders(
  names: readonly string[],
  variables: Record<string, string | undefined>,
): LinkProvider[] {
  return names.flatMap((name) => {
    const variable = (part: string) => `LINK_${name.toUpperCase()}_${part}`
    const issuer = variables[variable('ISSUER')]
    if (!issuer) return []
    if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
      throw new StartupError({
        ru: `${variable('ISSUER')}: нужен адрес вида https://id.example.`,
        en: `${variable('ISSUER')}: must be an address such as https://id.example.`,
      })
    const clientId = variables[variable('CLIENT_ID')]
    if (!clientId) throw neededWith(variable('CLIENT_ID'), variable('ISSUER'))
    return [{ name, issuer, clientId, clientSecret: variables[variable('CLIENT_SECRET')] || undefined }]
  })
}
