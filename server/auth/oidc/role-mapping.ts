import { knownRoles, type Role, staffRoles } from '#contract/roles.ts'
import type { RoleRule } from '#server/environment/oidc-settings.ts'
import type { Claims } from './claims.ts'

/** A value of a claim, and the roles that a rule gave for it; `rule` counts from 0. */
type RoleMatch = { rule: number; claim: string; value: string; roles: readonly Role[] }

/** A value without a rule; null: the claim was missing. */
export type UnmappedValue = { claim: string; value: string | null }

/** Upper limit of values that are processed: claims are foreign input. */
const maxValues = 1000

/** Maps claims to roles. */
export function mapRoles(
  claims: Claims,
  rules: readonly RoleRule[],
): { roles: Role[]; matches: RoleMatch[]; unmapped: UnmappedValue[] } {
  const names = [...new Set(rules.map(({ claim }) => claim))]
  const values = names.flatMap((claim) =>
    valuesOf(claimByPath(claims, claim))
      .slice(0, maxValues)
      .map((value) => ({ claim, value })),
  )
  const matches = values.flatMap(({ claim, value }) =>
    rules.flatMap((rule, at) => {
      const roles = rule.claim === claim ? rolesByRule(value, rule) : []
      return roles.length > 0 ? [{ rule: at, claim, value, roles }] : []
    }),
  )
  const isMapped = (of: { claim: string; value: string }) =>
    matches.some(({ claim, value }) => claim === of.claim && value === of.value)
  const isMissing = names.every((claim) => claimByPath(claims, claim) === undefined)
  const missing = isMissing ? names.map((claim) => ({ claim, value: null })) : []
  return {
    roles: [...new Set(matches.flatMap(({ roles }) => roles))].sort(),
    matches,
    unmapped: [...missing, ...values.filter((value) => !isMapped(value))],
  }
}

/** The roles that a provider gives, and those of staff, which it gives only if it is for staff. */
export function splitStaffRoles(
  roles: readonly Role[],
  { givesStaffRoles }: { givesStaffRoles: boolean },
): Record<'given' | 'refused', Role[]> {
  const isRefused = (role: Role) => !givesStaffRoles && staffRoles.includes(role)
  return { given: roles.filter((role) => !isRefused(role)), refused: roles.filter(isRefused) }
}

/** Whether a claim of a rule is missing; UserInfo may have it. */
export function lacksClaims(claims: Claims, rules: readonly RoleRule[]): boolean {
  return rules.some(({ claim }) => claimByPath(claims, claim) === undefined)
}

function rolesByRule(value: string, rule: RoleRule): readonly Role[] {
  if (rule.value !== undefined) return rule.value === value ? (rule.roles ?? []) : []
  if (rule.pattern !== undefined) return matchesPattern(value, rule.pattern) ? (rule.roles ?? []) : []
  return knownRoles([{ name: value }])
}

/** `*` is any text. Compared part by part: a regular expression of many `*` could take very long. */
function matchesPattern(value: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return value === pattern
  if (!value.startsWith(first) || !value.endsWith(last) || value.length < first.length + last.length) return false
  const middle = value.slice(first.length, value.length - last.length)
  let at = 0
  for (const part of rest) {
    const found = middle.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

/** By exact name first, because some claim names are URLs with dots; then as a path such as `realm_access.roles`. */
function claimByPath(claims: Claims, path: string): unknown {
  if (claims[path] !== undefined) return claims[path]
  return path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), claims)
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
