import { Outlet, useRouterState } from '@tanstack/react-router'
import { deepestRouteMetadata, type RouteGrant } from '#src/app/route-guard.ts'
import type { SessionSnapshot } from '#src/machines/session.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { NotForRoleGroup } from './not-for-role-group.tsx'
import { PagePending } from './route-fallbacks.tsx'

/**
 * Renders the page only for the user it was authorized for (D-5). When an impersonation starts or ends, the old page
 * would otherwise query as the new user until the navigation.
 */
export function AuthorizedPage() {
  const admitted = useRouterState({ select: ({ matches }) => matches[0]?.context.admitted })
  const name = useRouterState({ select: ({ matches }) => deepestRouteMetadata(matches)?.name })
  const isForAnother = useSessionSelector((snapshot) => isAnotherUser(snapshot, admitted))
  if (isForAnother) return <PagePending />
  return admitted?.isForOtherGroup && name !== undefined ? <NotForRoleGroup name={name} /> : <Outlet />
}

/** A user whose session ended keeps the page: its parts show that sign-in is needed. */
function isAnotherUser(snapshot: SessionSnapshot, admitted: RouteGrant | undefined): boolean {
  if (admitted === undefined) return false
  const { user } = snapshot.context
  return user === null ? admitted.userId !== null && snapshot.hasTag('settling') : user.id !== admitted.userId
}
