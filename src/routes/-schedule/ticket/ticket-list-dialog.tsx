import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketState } from '#contract/enumerations.ts'
import type { Ticket } from '#contract/schedule.ts'
import { ticketsQuery } from '#src/api/schedule.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { Dialog } from '#src/routes/-shell/shell/dialog.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Appearance } from '#src/ui/tone.ts'
import { RichText } from './rich-text.tsx'
import { TicketButton } from './ticket-button.tsx'

/** The user's tickets about the schedule with their states and answers. */
export function TicketListDialog({ onClose }: { onClose: () => void }) {
  const { open } = useScreenSearch('schedule')
  const write = (
    <TicketButton variant="primary" onClick={() => open({ dialog: 'ticket' })}>
      <Trans>Написать</Trans>
    </TicketButton>
  )
  return (
    <Dialog size="wide" onClose={onClose} title={<Trans>Мои обращения</Trans>} footer={write}>
      <QueryBoundary
        query={ticketsQuery()}
        skeleton={<SkeletonCards />}
        isEmpty={(tickets) => tickets.length === 0}
        empty={
          <EmptyState icon="conversations" title={<Trans>Вы ещё не писали о расписании</Trans>}>
            <Trans>Здесь будут ваши обращения, их номера и ответы на них.</Trans>
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
      </QueryBoundary>
    </Dialog>
  )
}

function TicketCard({ ticket }: { ticket: Ticket }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { number, state, contentHtml, createdAt, answerHtml, answeredAt } = ticket
  const { tone, icon, text } = lookUp<StateLook>(stateLooks, state, unknownState)
  return (
    <details className="group rounded-lg border border-line-soft bg-surface">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-sm gap-y-xxs rounded-lg p-base hover:bg-surface-hover [&::-webkit-details-marker]:hidden">
        <span className="font-strong">{number}</span>
        <time dateTime={createdAt} className="text-sm text-ink-muted">
          {dates.dateTime(createdAt)}
        </time>
        <span className="ml-auto flex items-center gap-xs">
          <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
            {i18n._(text)}
          </Badge>
          <span className="inline-flex text-ink-muted transition-transform group-open:rotate-180">
            <Icon name="arrow-down" size={16} />
          </span>
        </span>
        <span className="basis-full truncate text-ink-muted group-open:hidden">{plainText(contentHtml)}</span>
      </summary>
      <div className="flex flex-col gap-base px-base pb-base">
        <RichText html={contentHtml} />
        {answerHtml !== null && (
          <div className="rounded border-l-2 border-mark-success bg-surface-success p-base">
            <p className="mb-xs text-sm text-ink-success">
              <Trans>Ответ школы</Trans>
              {answeredAt && <time dateTime={answeredAt}>, {dates.dateTime(answeredAt)}</time>}
            </p>
            <RichText html={answerHtml} />
          </div>
        )}
      </div>
    </details>
  )
}

type StateLook = Appearance & { text: MessageDescriptor }

const stateLooks: Record<TicketState, StateLook> = {
  received: { tone: 'info', icon: 'email', text: msg`Получено` },
  inProgress: { tone: 'warning', icon: 'conversations', text: msg`В работе` },
  answered: { tone: 'success', icon: 'check', text: msg`Есть ответ` },
  closed: { tone: 'neutral', icon: 'check', text: msg`Закрыто` },
}

const unknownState: StateLook = { tone: 'neutral', icon: 'info', text: msg`неизвестно` }

/** Text of a ticket without markup. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
