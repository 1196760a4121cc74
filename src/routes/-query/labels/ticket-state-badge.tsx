import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { TicketState } from '#contract/enumerations.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { type TicketStateLook, ticketStateLooks, unknownTicketState } from '#src/i18n/ticket-labels.ts'
import { useNow } from '#src/routes/-query/use-now.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PromisedAnswer } from './promised-answer.tsx'

export function TicketStateBadge({ state }: { state: TicketState }) {
  const { i18n } = useLingui()
  const { tone, icon, text } = lookUp<TicketStateLook>(ticketStateLooks, state, unknownTicketState)
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(text)}
    </Badge>
  )
}

type TicketStatusProps = {
  state: TicketState
  dueAt: string | null
  /** To the user, who answers it. */
  isAddressed: boolean
}

/** The state to its author; to the person who answers, until when an answer is owed, or that it is given. */
export function TicketStatus({ state, dueAt, isAddressed }: TicketStatusProps) {
  const now = useNow()
  if (!isAddressed || state === 'closed') return <TicketStateBadge state={state} />
  if (dueAt === null)
    return (
      <Badge tone="success" icon={<Icon name="check" size={16} />}>
        <Trans>Вы ответили</Trans>
      </Badge>
    )
  const isLate = Date.parse(dueAt) <= now
  return (
    <Badge tone={isLate ? 'error' : 'warning'} icon={<Icon name={isLate ? 'warning' : 'bell'} size={16} />}>
      <PromisedAnswer dueAt={dueAt} isOwed />
    </Badge>
  )
}
