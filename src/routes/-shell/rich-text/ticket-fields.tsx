import { Trans, useLingui } from '@lingui/react/macro'
import { type TicketTopic, ticketTopics } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import { TicketTopicOptions } from '#src/routes/-shell/labels/ticket-topic-options.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'

type TopicFieldProps = { topic: TicketTopic; onChoose: (topic: TicketTopic) => void }

export function TopicField({ topic, onChoose }: TopicFieldProps) {
  const { t } = useLingui()
  return (
    <Field label={t`Тема`}>
      <Select
        value={topic}
        onChange={({ target }) => onChoose(ticketTopics.find((one) => one === target.value) ?? topic)}
      >
        <TicketTopicOptions />
      </Select>
    </Field>
  )
}

/** Error of the text of a message; null if it can be sent. */
export function messageErrorOf(html: string) {
  if (isBlank(html)) return <Trans>Напишите текст.</Trans>
  return html.length > ticketLength ? <Trans>Текст слишком длинный. Сократите его.</Trans> : null
}
