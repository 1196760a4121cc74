import { useRouteContext } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { groupsHeld, knownRoles, type Role, type RoleGroup } from '#contract/roles.ts'
import { decideAccess } from '#contract/route-access.ts'
import { familyRoleGroups, type Screen, screens, servesRoleGroup, ticketRoleGroups } from '#contract/screens.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session.ts'
import type { User } from '#src/machines/setups/session-setup.ts'

/** The session actor, to send events to. */
export function useSession(): SessionActor {
  return useRouteContext({ from: '__root__', select: ({ session }) => session })
}

/** Selects from the session; `select` must return a stable value. */
export function useSessionSelector<Selected>(select: (snapshot: SessionSnapshot) => Selected): Selected {
  return useSelector(useSession(), select)
}

/** Props of a button that signs in and returns to the given path, or to this page. */
export function useSignIn(returnTo?: string): { busy: boolean; onClick: () => void } {
  const session = useSession()
  return {
    busy: useSessionSelector((snapshot) => snapshot.hasTag('leaving')),
    onClick: () => session.send({ type: 'signIn.request', returnTo }),
  }
}

/** Role groups of the user, in the order in which they are selected. */
export function useRoleGroups(): RoleGroup[] {
  return groupsOf(useSessionSelector(({ context }) => context.user))
}

export function useHasSeveralRoleGroups(): boolean {
  return useSessionSelector(({ context }) => groupsOf(context.user).length > 1)
}

function groupsOf(user: User | null): RoleGroup[] {
  return user === null ? [] : groupsHeld(knownRoles(user.roles))
}

/** Whether a screen serves the selected role group. */
export function useServesRoleGroup(screen: Parameters<typeof servesRoleGroup>[0]): boolean {
  return useSessionSelector(({ context }) => servesRoleGroup(screen, context.roleGroup))
}

/** Every role of the user. */
export function useRoles(): Role[] {
  return knownRoles(useSessionSelector(({ context }) => context.user?.roles) ?? [])
}

/** Whether the selected role group has children or own studies. */
export function useIsFamily(): boolean {
  return useServesRoleGroup({ groups: familyRoleGroups })
}

/** Whether the selected role group answers students and parents, as a teacher or curator. */
export function useAnswersFamilies(): boolean {
  return useServesRoleGroup({ groups: ['teacher'] })
}

/** Whether the user has a role. */
export function useHasRoleGroup(): boolean {
  return useSessionSelector(({ context }) => context.roleGroup !== null)
}

/** Whether the selected role group writes to the school. */
export function useMayWrite(): boolean {
  return useServesRoleGroup({ groups: ticketRoleGroups })
}

/** Whether the route guard lets the user open a screen. */
export function useMayOpen(name: Screen['name']): boolean {
  return useSessionSelector(({ context: { user, roleGroup: group, isImpersonating } }) => {
    const viewer = user && { roles: knownRoles(user.roles), group, isImpersonating }
    return decideAccess(screens[name], viewer).screen === name
  })
}

/** Id of the user: their own items are shown without a name. */
export function useCurrentUserId(): string | null {
  return useSessionSelector(({ context }) => context.user?.id ?? null)
}
