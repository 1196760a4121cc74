import { Trans, useLingui } from '@lingui/react/macro'
import { type TicketTopic, ticketTopics } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import { TicketTopicOptions } from '#src/routes/-query/labels/ticket-topic-options.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { SavingSelect } from '#src/ui/forms/saving-select.tsx'

type TopicFieldProps = { topic: TicketTopic; busy?: boolean; onChoose: (topic: TicketTopic) => void }

export function TopicField({ topic, busy = false, onChoose }: TopicFieldProps) {
  const { t } = useLingui()
  return (
    <Field label={t`Тема`}>
      <SavingSelect
        value={topic}
        busy={busy}
        onChange={({ target }) => onChoose(ticketTopics.find((one) => one === target.value) ?? topic)}
      >
        <TicketTopicOptions />
      </SavingSelect>
    </Field>
  )
}

/** Error of the text of a message; null if it can be sent. */
export function messageErrorOf(html: string) {
  if (isBlank(html)) return <Trans>Напишите текст.</Trans>
  return html.length > ticketLength ? <Trans>Текст слишком длинный. Сократите его.</Trans> : null
}
