import { useNavigate, useRouter } from '@tanstack/react-router'
import { landingOf } from '#contract/landing.ts'
import { knownRoles, type RoleGroup } from '#contract/roles.ts'
import { admissionOf, deepestRule } from '#src/admission.ts'
import { useRoleGroups, useSession, useSessionSelector } from '#src/routes/-frame/use-session.ts'

/** The other role groups of the person that may enter where this one was refused, and the one press that goes on so. */
export function useOtherGroups(from: string): { groups: RoleGroup[]; openAs: (group: RoleGroup) => void } {
  const router = useRouter()
  const navigate = useNavigate()
  const session = useSession()
  const held = useRoleGroups()
  const user = useSessionSelector(({ context }) => context.user)
  const matches = router
    .getMatchedRoutes(from.replace(/[?#].*/s, ''))[0]
    .map(({ options }) => ({ staticData: options.staticData ?? {} }))
  const rule = deepestRule(matches)
  const mayEnter = (group: RoleGroup) => {
    if (user === null || rule === null || rule.name === 'ui') return false
    const viewer = { roles: knownRoles(user.roles), group, isLoggedAs: user.isLoggedAs }
    return landingOf(admissionOf(matches, rule.name), viewer).screen === rule.name
  }
  return {
    groups: held.filter(mayEnter),
    openAs: (group) => {
      session.send({ type: 'roleGroup.select', group })
      // A switch opens the home of the group (S6); whoever was refused wanted this page.
      void navigate({ href: from, replace: true })
    },
  }
}
