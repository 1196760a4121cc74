import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useAbout } from './use-about.ts'

const TicketDialog = latePart('ticket-dialog', () =>
  import('./ticket-dialog.tsx').then((module) => module.TicketDialog),
)
const TicketsDialog = latePart('tickets-dialog', () =>
  import('./tickets-dialog.tsx').then((module) => module.TicketsDialog),
)

/** The ways to write to the school about the schedule and to what was written, with the dialogs that they open (D-18). */
export function TicketActions() {
  const { search, open, close } = useAddress('schedule')
  const userId = useSessionSelector(({ context }) => context.user?.id)
  const isLoggedAs = useSessionSelector(({ context }) => context.isLoggedAsAdmin)
  const reason = useId()
  if (userId === undefined) return null
  const { dialog, item } = search
  const closeDialog = () => close({ dialog: undefined })
  return (
    <>
      <Button
        icon={<Icon name="email" />}
        disabled={isLoggedAs}
        aria-describedby={isLoggedAs ? reason : undefined}
        onPointerEnter={TicketDialog.warm}
        onFocus={TicketDialog.warm}
        onClick={() => open({ dialog: 'ticket', item: undefined })}
      >
        <Trans>Написать о расписании</Trans>
      </Button>
      <Button
        variant="quiet"
        onPointerEnter={TicketsDialog.warm}
        onFocus={TicketsDialog.warm}
        onClick={() => open({ dialog: 'tickets', item: undefined })}
      >
        <Trans>Мои обращения</Trans>
      </Button>
      {isLoggedAs && (
        <p id={reason} className="basis-full text-sm text-ink-muted">
          <Trans>Вы вошли под пользователем: писать за него нельзя.</Trans>
        </p>
      )}
      {dialog === 'ticket' && !isLoggedAs && <Ticket key={item} onClose={closeDialog} />}
      {dialog === 'tickets' && <TicketsDialog onClose={closeDialog} />}
    </>
  )
}

function Ticket({ onClose }: { onClose: () => void }) {
  return <TicketDialog about={useAbout()} onClose={onClose} />
}
