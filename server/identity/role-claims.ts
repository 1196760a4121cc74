import { knownRoles, type Role } from '#contract/roles.ts'
import { StartFailure } from '#server/start-failure.ts'
import type { Claims } from './oidc-claims.ts'

/** Where a provider tells of roles (`OIDC_ROLES_CLAIM`), and what its words mean here (`OIDC_ROLES_MAP`). */
export type RoleRule = { claim: string; rolesOf: (value: string) => readonly Role[] }

/** More roles than a directory of any school gives one person; a claim is not ours to be as long as it likes. */
const mostValues = 1000

/** `lk-admin=administrator,staff=teacher`; where values have commas, as those of a directory, with semicolons. */
export function readRoleRule(claim: string | undefined, map: string | undefined): RoleRule | null {
  if (claim === undefined) {
    if (map !== undefined) throw new StartFailure('OIDC_ROLES_CLAIM: needed with OIDC_ROLES_MAP.')
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
  throw new StartFailure('OIDC_ROLES_MAP: pairs such as lk-admin=administrator, with roles of contract/roles.ts.')
}

/** By its whole name, for some are addresses with dots; else as a path, as `realm_access.roles`. */
export function claimAt(claims: Claims, path: string): unknown {
  if (claims[path] !== undefined) return claims[path]
  return path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), claims)
}

/** What the values of the claim mean; those that mean nothing here are told for the log. */
export function rolesToldBy(claim: unknown, { rolesOf }: RoleRule): { roles: Role[]; unknown: string[] } {
  const values = valuesOf(claim).slice(0, mostValues)
  const roles = [...new Set(values.flatMap(rolesOf))].sort()
  return { roles, unknown: values.filter((value) => rolesOf(value).length === 0) }
}

/** A list, one word, or an object whose keys are the roles: each is what some provider sends. */
function valuesOf(claim: unknown): string[] {
  if (typeof claim === 'string') return [claim]
  if (Array.isArray(claim)) return claim.filter((value) => typeof value === 'string')
  return isObject(claim) ? Object.keys(claim) : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
