import { email, typedPhone } from '#contract/forms.ts'
import { emailLength } from '#contract/limits.ts'
import type { AuditAction } from '#contract/people/audit.ts'
import { nameKey, sanitizeName } from '#contract/people/names.ts'
import { toValidText } from '#server/http/text-validation.ts'
import { splitName, withoutCapitals } from './claimed-name.ts'
import { SignInError } from './sign-in-error.ts'

export type Claims = Readonly<Record<string, unknown>>

export type ClaimedProfile = {
  /** Login shown by the provider. */
  login: string | null
  firstName: string
  lastName: string
  patronym: string | null
  /** Null unless the provider asserts that it is verified. */
  email: string | null
  phone: string | null
  /** Contacts without that assertion, which identify no person. */
  unverified: { email: string | null; phone: string | null }
}

/** Whether the ID token holds the profile, so that UserInfo is not needed. */
export function hasProfileClaims(claims: Claims): boolean {
  const hasName = nameOf(claims.given_name) !== null || nameOf(claims.name) !== null
  return hasName && claims.email !== undefined && claims.email_verified !== undefined
}

/**
 * Builds a profile from claims. Invalid values are dropped, because they must not prevent a sign-in. `name` is split if
 * the parts are not given. Later sources override earlier ones.
 */
export function profileFromClaims(...sources: readonly Claims[]): ClaimedProfile {
  const claims: Claims = Object.assign({}, ...sources)
  const given = nameOf(claims.given_name)
  const family = nameOf(claims.family_name)
  const whole = splitName(nameOf(claims.name) ?? '')
  const firstName = partOf(given ?? whole.firstName)
  const lastName = partOf(family ?? whole.lastName)
  const isSamePerson = given === null || nameKey(given) === nameKey(whole.firstName)
  const patronym = nameOf(claims.middle_name) ?? (isSamePerson ? whole.patronym : null)
  return {
    login: textOf(claims.preferred_username) ?? textOf(claims.email) ?? textOf(claims.name),
    // The only name of a person is the first name.
    ...(firstName === '' ? { firstName: lastName, lastName: '' } : { firstName, lastName }),
    patronym: partOf(patronym ?? '') || null,
    email: verified(sources, 'email', readEmail),
    phone: verified(sources, 'phone_number', readPhone),
    unverified: {
      email: unverified(sources, 'email', readEmail),
      phone: unverified(sources, 'phone_number', readPhone),
    },
  }
}

const readEmail = (text: string) => email.safeParse(text).data
const readPhone = (text: string) => typedPhone.safeParse(text).data

/**
 * Takes the value from a source that also asserts its verification: one source may hold the address and another the
 * flag of a different address. Only the boolean `true` counts as verified (OpenID Connect Core, 5.1).
 */
function verified(sources: readonly Claims[], name: string, read: (text: string) => string | undefined): string | null {
  const source = sources.findLast((claims) => claims[name] !== undefined && claims[`${name}_verified`] === true)
  const text = textOf(source?.[name])
  return text === null ? null : (read(text) ?? null)
}

function unverified(sources: readonly Claims[], name: string, read: (text: string) => string | undefined) {
  const source = sources.findLast((claims) => claims[name] !== undefined && claims[`${name}_verified`] !== true)
  const text = textOf(source?.[name])
  return text === null ? null : (read(text) ?? null)
}

/** OpenID Connect Core, 2: `sub` must not be truncated or corrected, or it would identify another account. */
export function subjectFromClaims({ sub }: Claims): string {
  if (typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub)) return sub
  const seen = typeof sub === 'string' ? `a sub of ${sub.length} characters` : `a sub of type ${typeof sub}`
  throw new SignInError('id-token-invalid', { setting: null, expected: 'sub of 1 to 255 ASCII characters', seen })
}

/** Authentication methods (`amr`, RFC 8176). */
export function authenticationMethods({ amr }: Claims): string[] {
  return Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : []
}

/** Whether the methods (`amr`) or the context (`acr`) of the authentication are among the accepted values. */
export function provesSecondFactor(claims: Claims, accepted: readonly string[]): boolean {
  return [...authenticationMethods(claims), claims.acr].some((value) => accepted.some((known) => known === value))
}

/**
 * Seconds between the authentication and the ID token, by the provider's clock; null without `auth_time`. Glewlwyd on
 * SQLite sends 0 for a time that it does not know.
 */
export function authenticationAge({ auth_time: authenticatedAt, iat: issuedAt }: Claims): number | null {
  const isKnown = typeof authenticatedAt === 'number' && authenticatedAt > 0
  return isKnown && typeof issuedAt === 'number' ? issuedAt - authenticatedAt : null
}

/** Part of a valid name, which may be none itself: `’`. */
function partOf(name: string): string {
  return sanitizeName(withoutCapitals(name))
}

function nameOf(claim: unknown): string | null {
  return typeof claim === 'string' ? sanitizeName(claim) || null : null
}

function textOf(claim: unknown): string | null {
  const text = typeof claim === 'string' ? toValidText(claim).trim() : ''
  return toValidText(text.slice(0, emailLength)) || null
}

type SignInAction = Extract<AuditAction, `sign-in.${string}`>

/** `amr` values (RFC 8176) that the embedded provider sends. */
export const amrValues = {
  'sign-in.password': 'pwd',
  'sign-in.linked': 'fed',
  'sign-in.demo': 'demo',
} as const satisfies Partial<Record<SignInAction, string>>
export type EmbeddedSignInMethod = keyof typeof amrValues

/**
 * Audit action of a sign-in. `amr` of external issuers is not used, because the same values may have another meaning.
 */
export function signInAuditAction(methods: readonly string[], { isEmbedded }: { isEmbedded: boolean }): SignInAction {
  if (!isEmbedded) return 'sign-in.issuer'
  const known = (Object.keys(amrValues) as EmbeddedSignInMethod[]).find((method) => methods.includes(amrValues[method]))
  return known ?? 'sign-in.issuer'
}
