import { email, typedPhone } from '#contract/forms.ts'
import { emailLength } from '#contract/limits.ts'
import type { AuditAction } from '#contract/people/audit.ts'
import { nameKey, sanitizeName } from '#contract/people/names.ts'
import { knownRoles, type Role } from '#contract/roles.ts'
import { throwProblem } from '#server/http-error.ts'
import { neededWith, StartupError } from '#server/startup-error.ts'
import { toValidText } from '#server/text-validation.ts'
import { splitName, withoutCapitals } from './claimed-name.ts'

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
  const firstName = withoutCapitals(given ?? whole.firstName)
  const lastName = withoutCapitals(family ?? whole.lastName)
  const isSamePerson = given === null || nameKey(given) === nameKey(whole.firstName)
  const patronym = nameOf(claims.middle_name) ?? (isSamePerson ? whole.patronym : null)
  return {
    login: textOf(claims.preferred_username) ?? textOf(claims.email) ?? textOf(claims.name),
    // The only name of a person is the first name.
    ...(firstName === '' ? { firstName: lastName, lastName: '' } : { firstName, lastName }),
    patronym: patronym && withoutCapitals(patronym),
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
  return throwProblem('sign-in-attempt-refused', 'The identity provider sent an invalid subject')
}

/** Authentication methods (`amr`, RFC 8176). */
export function authenticationMethods({ amr }: Claims): string[] {
  return Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : []
}

/** Seconds between the authentication and the ID token, by the provider's clock; null without `auth_time`. */
export function authenticationAge({ auth_time: authenticatedAt, iat: issuedAt }: Claims): number | null {
  return typeof authenticatedAt === 'number' && typeof issuedAt === 'number' ? issuedAt - authenticatedAt : null
}

function nameOf(claim: unknown): string | null {
  return typeof claim === 'string' ? sanitizeName(claim) || null : null
}

function textOf(claim: unknown): string | null {
  const text = typeof claim === 'string' ? toValidText(claim).trim() : ''
  return toValidText(text.slice(0, emailLength)) || null
}

/** The roles claim (`OIDC_ROLES_CLAIM`) and the mapping of its values (`OIDC_ROLES_MAP`). */
export type RoleRule = { claim: string; rolesOf: (value: string) => readonly Role[] }

/** Upper limit of values that are processed: the claim is foreign input. */
const maxValues = 1000

/**
 * Format: `lk-admin=administrator,staff=teacher`. Semicolons separate the pairs if values contain commas, such as LDAP
 * names.
 */
export function readRoleRule(claim: string | undefined, map: string | undefined): RoleRule | null {
  if (claim === undefined) {
    if (map !== undefined) throw neededWith('OIDC_ROLES_CLAIM', 'OIDC_ROLES_MAP')
    return null
  }
  if (map === undefined) return { claim, rolesOf: (value) => knownRoles([{ name: value }]) }
  const pairs = map.split(map.includes(';') ? ';' : ',').filter((pair) => pair.trim() !== '')
  const roles = Map.groupBy(pairs.map(readPair), ({ value }) => value)
  return { claim, rolesOf: (value) => roles.get(value)?.map(({ role }) => role) ?? [] }
}

function readPair(pair: string): { value: string; role: Role } {
  const at = pair.lastIndexOf('=')
  const [value, name] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  const [role] = knownRoles([{ name: name.toLowerCase() }])
  if (at > 0 && value !== '' && role !== undefined) return { value, role }
  throw new StartupError({
    ru: 'OIDC_ROLES_MAP: нужны пары вида lk-admin=administrator с ролями из contract/roles.ts.',
    en: 'OIDC_ROLES_MAP: pairs such as lk-admin=administrator, with roles of contract/roles.ts.',
  })
}

/** By exact name first, because some claim names are URLs with dots; then as a path such as `realm_access.roles`. */
export function claimByPath(claims: Claims, path: string): unknown {
  if (claims[path] !== undefined) return claims[path]
  return path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), claims)
}

/** Maps claim values to roles. Unknown values are returned for the log. */
export function rolesFromClaim(claim: unknown, { rolesOf }: RoleRule): { roles: Role[]; unknown: string[] } {
  const values = valuesOf(claim).slice(0, maxValues)
  const roles = [...new Set(values.flatMap(rolesOf))].sort()
  return { roles, unknown: values.filter((value) => rolesOf(value).length === 0) }
}

/** Providers send a list, a string, or an object whose keys are roles. A key with a falsy value, or the text `false`, grants nothing. */
function valuesOf(claim: unknown): string[] {
  if (typeof claim === 'string') return [claim]
  if (Array.isArray(claim)) return claim.filter((value) => typeof value === 'string')
  return isObject(claim)
    ? Object.entries(claim).flatMap(([role, granted]) => (granted && granted !== 'false' ? [role] : []))
    : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
