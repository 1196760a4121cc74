import { Trans } from '@lingui/react/macro'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useIsLoggedAs } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useAbout } from './use-about.ts'
import { WriteButton } from './write-button.tsx'

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
  const isLoggedAs = useIsLoggedAs()
  if (userId === undefined) return null
  const { dialog, item } = search
  const closeDialog = () => close({ dialog: undefined })
  return (
    <>
      <WriteButton
        icon={<Icon name="email" />}
        onPointerEnter={TicketDialog.warm}
        onFocus={TicketDialog.warm}
        onClick={() => open({ dialog: 'ticket', item: undefined })}
      >
        <span>
          <Trans>
            Написать <span className="max-md:sr-only">о расписании</span>
          </Trans>
        </span>
      </WriteButton>
      <Button
        variant="quiet"
        onPointerEnter={TicketsDialog.warm}
        onFocus={TicketsDialog.warm}
        onClick={() => open({ dialog: 'tickets', item: undefined })}
      >
        <Trans>Мои обращения</Trans>
      </Button>
      {dialog === 'ticket' && !isLoggedAs && <Ticket key={item} onClose={closeDialog} />}
      {dialog === 'tickets' && <TicketsDialog onClose={closeDialog} />}
    </>
  )
}

/** What the letter is about is found in the page's own answers: the dialog's code needs none of them. */
function Ticket({ onClose }: { onClose: () => void }) {
  return <TicketDialog about={useAbout()} onClose={onClose} />
}
