import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TicketTopic } from '#contract/enumerations.ts'
import type { TicketRecipient as Person } from '#contract/people/tickets.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { ticketRecipientsQuery } from '#src/api/schedule.ts'
import { ticketOfficeLabels } from '#src/i18n/ticket-labels.ts'
import { useIsFamily } from '#src/routes/-query/use-session.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'

type TicketRecipient = {
  /** Curators and teachers of the student whom the ticket is about; empty where the school has none to write to. */
  people: readonly Person[]
  chosen: Person | null
  onChoose: (person: string | null) => void
}

/** To whom a new ticket is addressed: a curator or teacher of the student whom it is about, or the office of its topic (null). */
export function useTicketRecipient(ofDraft: string | null | undefined, studentId: string | null): TicketRecipient {
  const isFamily = useIsFamily()
  const { data = [] } = useQuery({ ...optionalQuery(ticketRecipientsQuery()), enabled: isFamily })
  const [picked, setPicked] = useState(ofDraft)
  const people = isFamily ? data.filter(({ studentUuid }) => studentUuid === studentId) : []
  return { people, chosen: people.find(({ uuid }) => uuid === picked) ?? null, onChoose: setPicked }
}

export function RecipientField({ people, chosen, onChoose, topic }: TicketRecipient & { topic: TicketTopic }) {
  const { t, i18n } = useLingui()
  return (
    <Field label={t`Кому`}>
      <Select value={chosen?.uuid ?? ''} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">{i18n._(ticketOfficeLabels[topic])}</option>
        {people.map((person) => (
          <option key={person.uuid} value={person.uuid}>
            {personText(i18n, person)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** What the person teaches the student, or which groups of the student the person looks after. */
function personText(i18n: I18n, { name, courses, curatedGroups }: Person): string {
  const [group] = curatedGroups
  if (group === undefined) return [name, ...courses].join(', ')
  const curator = curatedGroups.length === 1 ? msg`Куратор группы «${group}»` : curatorOfGroups(curatedGroups.length)
  return [`${i18n._(curator)}: ${name}`, ...courses].join(', ')
}

const curatorOfGroups = (count: number) =>
  msg`${plural(count, { one: 'Куратор # группы', few: 'Куратор # групп', many: 'Куратор # групп', other: 'Куратор # группы' })}`
