import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type TicketTopic, ticketTopics } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketAnswerHours, ticketLength } from '#contract/limits.ts'
import { ticketOfficeLabels } from '#src/i18n/ticket-labels.ts'
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

/** Who answers tickets of a topic, and within how many hours. `answeredBy`: a person instead of the office. */
export function AnswerNorm({ topic, answeredBy }: { topic: TicketTopic; answeredBy?: string | undefined }) {
  const { i18n } = useLingui()
  const office = answeredBy ?? i18n._(ticketOfficeLabels[topic])
  const hours = ticketAnswerHours[topic]
  return (
    <Plural
      value={hours}
      one={`${office}. Ответ в течение # часа`}
      few={`${office}. Ответ в течение # часов`}
      many={`${office}. Ответ в течение # часов`}
      other={`${office}. Ответ в течение # часа`}
    />
  )
}

/** Error of the text of a message; null if it can be sent. */
export function messageErrorOf(html: string) {
  if (isBlank(html)) return <Trans>Напишите текст.</Trans>
  return html.length > ticketLength ? <Trans>Текст слишком длинный. Сократите его.</Trans> : null
}
