import { knownRoles, type Role } from '#contract/roles.ts'
import { StartupError } from '#server/startup-error.ts'
import type { Claims } from './claims.ts'

/** The roles claim (`OIDC_ROLES_CLAIM`) and the mapping of its values (`OIDC_ROLES_MAP`). */
export type RoleRule = { claim: string; rolesOf: (value: string) => readonly Role[] }

/** Upper limit of values that are processed: the claim is foreign input. */
const mostValues = 1000

/**
 * Format: `lk-admin=administrator,staff=teacher`. Semicolons separate the pairs if values contain commas, such as LDAP
 * names.
 */
export function readRoleRule(claim: string | undefined, map: string | undefined): RoleRule | null {
  if (claim === undefined) {
    if (map !== undefined) throw new StartupError('OIDC_ROLES_CLAIM: needed with OIDC_ROLES_MAP.')
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
  throw new StartupError('OIDC_ROLES_MAP: pairs such as lk-admin=administrator, with roles of contract/roles.ts.')
}

/** By exact name first, because some claim names are URLs with dots; then as a path such as `realm_access.roles`. */
export function claimByPath(claims: Claims, path: string): unknown {
  if (claims[path] !== undefined) return claims[path]
  return path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), claims)
}

/** Maps claim values to roles. Unknown values are returned for the log. */
export function rolesFromClaim(claim: unknown, { rolesOf }: RoleRule): { roles: Role[]; unknown: string[] } {
  const values = valuesOf(claim).slice(0, mostValues)
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
