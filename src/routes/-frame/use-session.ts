import { useRouteContext } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { groupsHeld, knownRoles, type RoleGroup } from '#contract/roles.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session.ts'
import type { User } from '#src/machines/session-setup.ts'

/** The session actor itself, to send events to. */
export function useSession(): SessionActor {
  return useRouteContext({ from: '__root__', select: ({ session }) => session })
}

/** One thing of the session; `select` returns something that stays the same while nothing changes. */
export function useSessionSelector<Selected>(select: (snapshot: SessionSnapshot) => Selected): Selected {
  return useSelector(useSession(), select)
}

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

/** Whose page it is: what is the person’s own needs no name on it. */
export function useOwnId(): string | null {
  return useSessionSelector(({ context }) => context.user?.id ?? null)
}
