import { useLingui } from '@lingui/react/macro'
import type { Ticket } from '#contract/people/tickets.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { ticketTopicLabels } from '#src/i18n/ticket-labels.ts'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { PromisedAnswer } from '#src/routes/-query/labels/promised-answer.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'

/** A ticket that the school has not answered, with the promised time. */
export function OpenTicketRow({ ticket: { uuid, topic, student, subject, dueAt } }: { ticket: Ticket }) {
  const { i18n } = useLingui()
  return (
    <HomeRow
      start="email"
      to={{ to: '/messages', search: { ticket: uuid } }}
      // The own words of the reader: on a phone their beginning is enough.
      title={
        <span className="max-md:line-clamp-1">
          <SchoolText>{subject}</SchoolText>
        </span>
      }
      who={student?.firstName ?? ''}
      due={dueAt && <PromisedAnswer dueAt={dueAt} />}
      note={[i18n._(labelOf(ticketTopicLabels, topic))]}
    />
  )
}
