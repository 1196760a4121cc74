import { groupsHeld, knownRoles, type RoleGroup } from '#contract/roles.ts'
import type { User } from '#src/machines/session-setup.ts'
import { useSessionSelector } from './use-session.ts'

/** The groups the person holds, in the order of S6. */
export function useRoleGroups(): RoleGroup[] {
  return groupsOf(useSessionSelector(({ context }) => context.user))
}

export function useHoldsSeveralGroups(): boolean {
  return useSessionSelector(({ context }) => groupsOf(context.user).length > 1)
}

function groupsOf(user: User | null): RoleGroup[] {
  return user === null ? [] : groupsHeld(knownRoles(user.roles))
}
