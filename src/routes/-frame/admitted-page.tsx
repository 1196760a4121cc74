import { Outlet, useRouterState } from '@tanstack/react-router'
import type { AdmittedFor } from '#src/admission.ts'
import type { SessionSnapshot } from '#src/machines/session.ts'
import { PagePending } from './page-pending.tsx'
import { useSessionSelector } from './use-session.ts'

/**
 * The page, for the person it was admitted for alone (D-5): between the start or the end of an impersonation and the
 * next page, the old one would ask in the new person's name for what only the old one may see.
 */
export function AdmittedPage() {
  const admittedFor = useRouterState({ select: ({ matches }) => matches[0]?.context.admittedFor })
  const isForAnother = useSessionSelector((snapshot) => isAnother(snapshot, admittedFor))
  return isForAnother ? <PagePending /> : <Outlet />
}

/** Whoever has only been signed out keeps the page: it says by itself what is missing now. */
function isAnother(snapshot: SessionSnapshot, admittedFor: AdmittedFor): boolean {
  if (admittedFor === undefined) return false
  const { user } = snapshot.context
  return user === null ? admittedFor !== null && snapshot.hasTag('settling') : user.id !== admittedFor
}
