import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Channel, CodeRefusal } from '#src/machines/one-time-code.ts'
import { RefusalWords } from '#src/routes/-frame/one-time-code/refusal-words.tsx'
import { Field } from '#src/ui/field.tsx'
import { Form } from '#src/ui/form.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { type ContactFault, contactFrom, faultOf } from './contact.ts'

type ContactFormProps = {
  id: string
  channel: Channel
  present: string | null
  /** Also what was typed before the code was sent, or before the session ended; a person who comes back finds it. */
  text: string
  onType: (text: string) => void
  refusal: CodeRefusal | null
  busy: boolean
  onSubmit: (value: string) => void
}

/** The new address or number, before it is proved. */
export function ContactForm({ id, channel, present, text, onType, refusal, busy, onSubmit }: ContactFormProps) {
  const { t } = useLingui()
  const [fault, setFault] = useState<ContactFault | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = contactFrom(channel, text)
    const found = faultOf(channel, value, present)
    setFault(found)
    if (found === null) onSubmit(value)
  }
  const change = (next: string) => {
    setFault(null)
    onType(next)
  }
  const isEmail = channel === 'email'
  return (
    <Form id={id} onSubmit={submit}>
      <Field
        label={isEmail ? t`Новый адрес почты` : t`Новый номер телефона`}
        hint={isEmail ? t`Пришлём на него код из 6 цифр` : t`Пришлём на него СМС с кодом из 6 цифр`}
        error={fault ? <FaultWords fault={fault} /> : refusal && <ContactRefusalWords refusal={refusal} />}
      >
        <TextInput
          type={isEmail ? 'email' : 'tel'}
          autoComplete={isEmail ? 'email' : 'tel'}
          icon={isEmail ? 'email' : 'phone'}
          placeholder={isEmail ? undefined : '+7 912 345-67-89'}
          value={text}
          readOnly={busy}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </Field>
    </Form>
  )
}

function FaultWords({ fault }: { fault: ContactFault }) {
  if (fault === 'same') return <Trans>Это уже указано в профиле. Введите новое.</Trans>
  if (fault === 'no-email') return <Trans>Адрес не похож на почту. Проверьте, всё ли набрано: имя@сайт.ру</Trans>
  return <Trans>Номер не похож на телефон. Введите его с кодом страны: +7 912 345-67-89</Trans>
}

function ContactRefusalWords({ refusal }: { refusal: CodeRefusal }) {
  if (refusal.type === 'invalid-values')
    return <Trans>Это значение не принято. Проверьте, всё ли набрано, и подтвердите его кодом.</Trans>
  return <RefusalWords refusal={refusal} />
}
