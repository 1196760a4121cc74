import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { contactForm } from '#contract/forms.ts'
import { provideOneTimeCodes } from '#src/actors/one-time-code.actors.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import type { Channel, CodeError } from '#src/machines/one-time-code.ts'
import { CodeForm, CodeUnavailable } from '#src/routes/-flow/account/one-time-code/code-form.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useUnsavedChangesGuard } from '#src/routes/-flow/forms/unsaved-changes.tsx'
import { type SchemaForm, useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, Form } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'
import { ContactErrorText, ContactRefusalText } from './contact-errors.tsx'

export type VerificationDialogProps = {
  channel: Channel
  /** The value in the profile. */
  present: string | null
  onClose: () => void
}

/** Changes the email or the phone: asks for the new value, verifies it by a code, then saves the profile. */
export function VerificationDialog({ channel, present, onClose }: VerificationDialogProps) {
  const { t } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const codes = provideLazily(provideOneTimeCodes)
  const persistence = useFormPersistence(channel)
  const [recalled] = useState(() => codes.recallContact(channel))
  const form = useSchemaForm({
    schema: contactForm(channel, present),
    defaultValues: { contact: '' },
    persistence: { ...persistence, restored: { ...(recalled && { contact: recalled }), ...persistence.restored } },
  })
  const close = () => {
    form.forget()
    onClose()
  }
  const machine = codes.accountVerification.provide({ actions: { close } })
  const [state, send] = useDiagnosedMachine(machine, { input: { channel } })
  const formId = useId()
  const { context } = state
  const { value, refusal } = context
  const isEmail = channel === 'email'
  const isEditing = state.matches('editing') || (state.matches('sending') && context.code === 'none')
  const isStopped = state.matches('locked') || state.matches('unsaved')
  const isBusy = state.hasTag('busy')
  const guard = useUnsavedChangesGuard({
    hasChanges: () => state.matches('editing') && form.hasChanges(),
    onDiscard: form.forget,
  })
  const cancel = () => guard.close(() => send({ type: 'code.cancel' }))
  return (
    <Dialog
      onClose={cancel}
      title={isEmail ? <Trans>Смена электронной почты</Trans> : <Trans>Смена номера телефона</Trans>}
      description={<Change channel={channel} present={present} />}
      footer={
        <>
          <Button onClick={cancel}>{state.matches('locked') ? t`Понятно` : t`Отменить`}</Button>
          {state.matches('unsaved') && (
            <Button variant="primary" onClick={() => send({ type: 'value.save' })}>
              {refusal ? <Trans>Сохранить ещё раз</Trans> : <Trans>Сохранить</Trans>}
            </Button>
          )}
          {!isStopped && (
            <Button
              variant="primary"
              type="submit"
              form={formId}
              busy={isBusy}
              disabled={state.matches({ awaiting: 'over' })}
            >
              {isEditing ? <Trans>Отправить код</Trans> : <Trans>Подтвердить</Trans>}
            </Button>
          )}
        </>
      }
    >
      {isStopped && refusal && <CodeUnavailable refusal={refusal} />}
      {state.matches('unsaved') && <Verified channel={channel} value={value} />}
      {isEditing && (
        <ContactForm
          id={formId}
          channel={channel}
          form={form}
          refusal={refusal}
          busy={isBusy}
          onSubmit={(contact) => send({ type: 'value.submit', value: contact })}
        />
      )}
      {!isStopped && !isEditing && (
        <CodeForm
          id={formId}
          known={context}
          open={state.matches({ awaiting: 'entering' })}
          sending={state.matches('sending')}
          hint={isEmail ? t`6 цифр из письма на адрес ${value}` : t`6 цифр из СМС на номер ${formatPhone(value)}`}
          onSubmit={(code) => send({ type: 'code.submit', code })}
          onResend={() => send({ type: 'code.resend' })}
          aside={
            <Button
              size="small"
              variant="quiet"
              disabled={!state.matches('awaiting')}
              onClick={() => send({ type: 'value.edit' })}
            >
              {isEmail ? <Trans>Изменить адрес</Trans> : <Trans>Изменить номер</Trans>}
            </Button>
          }
        />
      )}
      {guard.question}
    </Dialog>
  )
}

function Change({ channel, present }: Pick<VerificationDialogProps, 'channel' | 'present'>) {
  if (present === null) return <Trans>Начнёт действовать, когда вы введёте код.</Trans>
  const phone = formatPhone(present)
  return channel === 'email' ? (
    <Trans>
      Сейчас {present}. Новый адрес начнёт действовать, когда вы введёте код; на прежний придёт письмо о замене.
    </Trans>
  ) : (
    <Trans>Сейчас {phone}. Новый номер начнёт действовать, когда вы введёте код; на прежний придёт СМС о замене.</Trans>
  )
}

/** The contact that was verified and is not saved, also after a reload. */
function Verified({ channel, value }: { channel: Channel; value: string }) {
  const phone = formatPhone(value)
  return (
    <p>
      {channel === 'email' ? (
        <Trans>Адрес {value} подтверждён, осталось сохранить его.</Trans>
      ) : (
        <Trans>Номер {phone} подтверждён, осталось сохранить его.</Trans>
      )}
    </p>
  )
}

type ContactFormProps = {
  id: string
  channel: Channel
  form: SchemaForm<{ contact: string }>
  refusal: CodeError | null
  busy: boolean
  onSubmit: (contact: string) => void
}

/** The new address or number, before it is verified. */
function ContactForm({ id, channel, form, refusal, busy, onSubmit }: ContactFormProps) {
  const { t } = useLingui()
  const error = form.errorOf('contact')
  const isEmail = channel === 'email'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit(({ contact }) => {
      onSubmit(contact)
      return undefined
    })
  }
  return (
    <Form id={id} onSubmit={submit}>
      <Field
        label={isEmail ? t`Новая электронная почта` : t`Новый номер телефона`}
        hint={isEmail ? t`Пришлём на него код из 6 цифр` : t`Пришлём на него СМС с кодом из 6 цифр`}
        error={
          error ? (
            <ContactErrorText error={error} channel={channel} />
          ) : (
            refusal && <ContactRefusalText refusal={refusal} />
          )
        }
      >
        <TextInput
          {...form.register('contact')}
          type={isEmail ? 'email' : 'tel'}
          autoComplete={isEmail ? 'email' : 'tel'}
          icon={isEmail ? 'email' : 'phone'}
          placeholder={isEmail ? undefined : '+7 912 345-67-89'}
          readOnly={busy}
        />
      </Field>
    </Form>
  )
}
