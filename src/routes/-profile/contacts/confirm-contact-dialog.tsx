import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { provideOneTimeCodes } from '#src/actors/one-time-code.actors.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import type { Channel } from '#src/machines/one-time-code.ts'
import { CodeErrorMessage, CodeForm, CodeUnavailable } from '#src/routes/-flow/account/one-time-code/code-form.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Form } from '#src/ui/forms/form.tsx'

type ConfirmContactDialogProps = {
  channel: Channel
  /** The value in the profile. */
  present: string
  onClose: () => void
}

/** Verifies the present email or phone by a code that is sent to it; nothing else changes. */
export function ConfirmContactDialog({ channel, present, onClose }: ConfirmContactDialogProps) {
  const { t } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const codes = provideLazily(provideOneTimeCodes)
  const [confirmation] = useState(() => codes.contactConfirmation(channel, present))
  const machine = confirmation.provide({ actions: { close: onClose } })
  const [state, send] = useDiagnosedMachine(machine, { input: { channel } })
  const formId = useId()
  const { context } = state
  const { refusal } = context
  const isEmail = channel === 'email'
  const shown = isEmail ? present : formatPhone(present)
  const isStarting = state.matches('editing') || (state.matches('sending') && context.code === 'none')
  const isLocked = state.matches('locked')
  const isUnsaved = state.matches('unsaved') || state.matches('saving')
  const isCode = !isStarting && !isLocked && !isUnsaved
  const start = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'value.submit', value: present })
  }
  return (
    <Dialog
      onClose={() => send({ type: 'code.cancel' })}
      title={isEmail ? <Trans>Подтверждение почты</Trans> : <Trans>Подтверждение телефона</Trans>}
      description={
        isStarting &&
        (isEmail ? t`Пришлём на адрес ${shown} код из 6 цифр.` : t`Пришлём на номер ${shown} СМС с кодом из 6 цифр.`)
      }
      footer={
        <>
          <Button onClick={() => send({ type: 'code.cancel' })}>{isLocked ? t`Понятно` : t`Отменить`}</Button>
          {state.matches('unsaved') && (
            <Button variant="primary" onClick={() => send({ type: 'value.save' })}>
              <Trans>Обновить профиль</Trans>
            </Button>
          )}
          {(isStarting || isCode) && (
            <Button
              variant="primary"
              type="submit"
              form={formId}
              busy={state.hasTag('busy')}
              disabled={state.matches({ awaiting: 'over' })}
            >
              {isStarting ? <Trans>Отправить код</Trans> : <Trans>Подтвердить</Trans>}
            </Button>
          )}
        </>
      }
    >
      {isLocked && refusal && <CodeUnavailable refusal={refusal} />}
      {isUnsaved && (
        <p>{isEmail ? <Trans>Адрес {shown} подтверждён.</Trans> : <Trans>Номер {shown} подтверждён.</Trans>}</p>
      )}
      {isStarting && (
        <Form id={formId} onSubmit={start}>
          {refusal && (
            <Notice tone="error" role="alert" title={<Trans>Код не отправлен</Trans>}>
              <CodeErrorMessage refusal={refusal} />
            </Notice>
          )}
        </Form>
      )}
      {isCode && (
        <CodeForm
          id={formId}
          known={context}
          open={state.matches({ awaiting: 'entering' })}
          sending={state.matches('sending')}
          hint={isEmail ? t`6 цифр из письма на адрес ${shown}` : t`6 цифр из СМС на номер ${shown}`}
          onSubmit={(code) => send({ type: 'code.submit', code })}
          onResend={() => send({ type: 'code.resend' })}
        />
      )}
    </Dialog>
  )
}
