import { useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useIsFamily } from '#src/routes/-query/use-session.ts'
import { useTicketSearch } from './use-ticket-search.ts'

export const TicketDialog = lazyComponent('ticket-dialog', () => import('./ticket-dialog.tsx'), 'TicketDialog')
export const TicketListDialog = lazyComponent(
  'tickets-dialog',
  () => import('./ticket-list-dialog.tsx'),
  'TicketListDialog',
)

/** The dialogs to write a ticket and to list the user's tickets, over any screen. */
export function TicketDialogs() {
  const { tickets, close, replace } = useTicketSearch()
  const isFamily = useIsFamily()
  const isImpersonating = useIsImpersonating()
  if (tickets === undefined || !isFamily) return null
  const closeDialog = () => close({ tickets: undefined })
  if (tickets === 'new') return !isImpersonating && <TicketDialog onClose={closeDialog} />
  // Below an open ticket is the list, not the page.
  const closeTicket = () => replace({ tickets: undefined })
  return <TicketListDialog onClose={tickets === 'list' ? closeDialog : closeTicket} />
}
