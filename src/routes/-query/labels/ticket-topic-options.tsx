import { useLingui } from '@lingui/react'
import { ticketTopics } from '#contract/enumerations.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'

/** The topics of tickets as the options of a select. */
export function TicketTopicOptions() {
  const { i18n } = useLingui()
  return ticketTopics.map((topic) => (
    <option key={topic} value={topic}>
      {i18n._(ticketTopicLabels[topic])}
    </option>
  ))
}
