import { Outlet, useRouterState } from '@tanstack/react-router'
import { type Admitted, deepestRule } from '#src/admission.ts'
import type { SessionSnapshot } from '#src/machines/session.ts'
import { NothingForGroup } from './nothing-for-group.tsx'
import { PagePending } from './page-faces.tsx'
import { useSessionSelector } from './use-session.ts'

/**
 * The page, for the person it was admitted for alone (D-5): between the start or the end of an impersonation and the
 * next page, the old one would ask in the new person's name for what only the old one may see.
 */
export function AdmittedPage() {
  const admitted = useRouterState({ select: ({ matches }) => matches[0]?.context.admitted })
  const name = useRouterState({ select: ({ matches }) => deepestRule(matches)?.name })
  const isForAnother = useSessionSelector((snapshot) => isAnother(snapshot, admitted))
  if (isForAnother) return <PagePending />
  return admitted?.isForOtherGroup && name !== undefined && name !== 'ui' ? <NothingForGroup name={name} /> : <Outlet />
}

/** Whoever has only been signed out keeps the page: it says by itself what is missing now. */
function isAnother(snapshot: SessionSnapshot, admitted: Admitted | undefined): boolean {
  if (admitted === undefined) return false
  const { user } = snapshot.context
  return user === null ? admitted.userId !== null && snapshot.hasTag('settling') : user.id !== admitted.userId
}
