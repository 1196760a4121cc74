import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TicketTopic } from '#contract/enumerations.ts'
import type { TicketRecipient as Teacher } from '#contract/people/tickets.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { ticketRecipientsQuery } from '#src/api/schedule.ts'
import { ticketOfficeLabels } from '#src/i18n/ticket-labels.ts'
import { useIsFamily } from '#src/routes/-query/use-session.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'

type TicketRecipient = {
  /** Teachers of the student whom the ticket is about; empty where the school allows none. */
  teachers: readonly Teacher[]
  chosen: Teacher | null
  onChoose: (teacher: string | null) => void
}

/** To whom a new ticket is addressed: a teacher of the student whom it is about, or the office of its topic (null). */
export function useTicketRecipient(ofDraft: string | null | undefined, studentId: string | null): TicketRecipient {
  const isFamily = useIsFamily()
  const { data = [] } = useQuery({ ...optionalQuery(ticketRecipientsQuery()), enabled: isFamily })
  const [picked, setPicked] = useState(ofDraft)
  const teachers = isFamily ? data.filter(({ studentUuid }) => studentUuid === studentId) : []
  return { teachers, chosen: teachers.find(({ uuid }) => uuid === picked) ?? null, onChoose: setPicked }
}

export function RecipientField({ teachers, chosen, onChoose, topic }: TicketRecipient & { topic: TicketTopic }) {
  const { t, i18n } = useLingui()
  return (
    <Field label={t`Кому`}>
      <Select value={chosen?.uuid ?? ''} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">{i18n._(ticketOfficeLabels[topic])}</option>
        {teachers.map(({ uuid, name, courses }) => (
          <option key={uuid} value={uuid}>
            {[name, ...courses].join(', ')}
          </option>
        ))}
      </Select>
    </Field>
  )
}
