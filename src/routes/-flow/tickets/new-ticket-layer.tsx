import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useMayWrite } from '#src/routes/-query/use-session.ts'
import { useTicketSearch } from './use-ticket-search.ts'

export const TicketDialog = lazyComponent('ticket-dialog', () => import('./ticket-dialog.tsx'), 'TicketDialog')

/** The dialog to write to the school, over any screen. */
export function NewTicketLayer() {
  const { tickets, close } = useTicketSearch()
  const mayWrite = useMayWrite()
  const isImpersonating = useIsImpersonating()
  if (tickets !== 'new' || !mayWrite || isImpersonating) return null
  return <TicketDialog onClose={() => close({ tickets: undefined })} />
}
