import { useLingui } from '@lingui/react'
import type { TicketState } from '#contract/enumerations.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { type TicketStateLook, ticketStateLooks, unknownTicketState } from '#src/i18n/ticket-labels.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'

export function TicketStateBadge({ state }: { state: TicketState }) {
  const { i18n } = useLingui()
  const { tone, icon, text } = lookUp<TicketStateLook>(ticketStateLooks, state, unknownTicketState)
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(text)}
    </Badge>
  )
}
