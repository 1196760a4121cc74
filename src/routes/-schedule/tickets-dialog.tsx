import { Trans, useLingui } from '@lingui/react/macro'
import type { Ticket } from '#contract/schedule.ts'
import { ticketsQuery } from '#src/api/tickets.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { TicketCard } from './ticket-card.tsx'
import { WriteButton } from './write-button.tsx'

/** The letters about the schedule that the person has written, with what has become of them. */
export function TicketsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { open } = useAddress('schedule')
  const write = (
    <WriteButton variant="primary" onClick={() => open({ dialog: 'ticket' })}>
      <Trans>Написать</Trans>
    </WriteButton>
  )
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={<Trans>Мои обращения</Trans>}
      closeLabel={t`Закрыть`}
      footer={write}
    >
      <Loaded
        query={ticketsQuery()}
        skeleton={<SkeletonCards />}
        isEmpty={(tickets) => tickets.length === 0}
        empty={
          <EmptyState icon="conversations" title={<Trans>Вы ещё не писали о расписании</Trans>}>
            <Trans>Здесь будут ваши письма, их номера и ответы на них.</Trans>
          </EmptyState>
        }
      >
        {(tickets: readonly Ticket[]) => (
          <ul className="flex flex-col gap-sm">
            {tickets.map((ticket) => (
              <li key={ticket.uuid}>
                <TicketCard ticket={ticket} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}
