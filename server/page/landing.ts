import { addressOf } from '#contract/addresses.ts'
import type { RouteName } from '#contract/enumerations.ts'
import { passes, type Role, type RoleGroup, rolesInGroup } from '#contract/roles.ts'

const patterns = Object.entries(addressOf).flatMap(([name, address]) =>
  address === null ? [] : [{ name: name as RouteName, pattern: patternOf(address) }],
)

/** The route that an address of the browser app names, with and without a trailing slash (D-15); null for none. */
export function routeAt(path: string): RouteName | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.name ?? null
}

const openRoutes: readonly RouteName[] = ['oauth-result', '403', '404', '500', 'logout']

/**
 * Where the browser's guard will lead someone who opens `route` (S6): a guess that only decides which code is
 * preloaded. The guard in src/admission.ts decides for itself.
 */
export function landingOf(
  route: RouteName | null,
  viewer: { roles: readonly Role[]; group: RoleGroup | null } | null,
): RouteName | null {
  if (route !== null && openRoutes.includes(route)) return route
  const held = viewer ? rolesInGroup(viewer.roles, viewer.group) : []
  if (passes('admin', held)) return 'admin'
  if (route === null) return '404'
  if (route !== 'home') return route
  if (passes('parent', held)) return 'parent-home-page'
  return passes('teacher', held) ? 'profile' : 'contracts-and-payments'
}

function patternOf(address: string): RegExp {
  const path = address.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')
  return new RegExp(`^${path}/?$`)
}
