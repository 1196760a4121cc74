import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { useId } from 'react'
import { wireCodes } from '#src/code-wiring.ts'
import { readablePhone } from '#src/i18n/person-words.ts'
import type { Channel } from '#src/machines/one-time-code.ts'
import { CodeForm } from '#src/routes/-frame/one-time-code/code-form.tsx'
import { NoCode } from '#src/routes/-frame/one-time-code/refusal-words.tsx'
import { useTyped } from '#src/routes/-frame/use-typed.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ContactForm } from './contact-form.tsx'

export type VerificationDialogProps = {
  channel: Channel
  /** What the profile holds now. */
  present: string | null
  onClose: () => void
}

/** Changes the email or the phone: the new value, the code sent to it, and only then the profile (D-27). */
export function VerificationDialog({ channel, present, onClose }: VerificationDialogProps) {
  const { t } = useLingui()
  const wireLate = useRouteContext({ from: '__root__', select: (context) => context.wireLate })
  const { text, type, forget } = useTyped(channel, { contact: '' })
  const close = () => {
    forget()
    onClose()
  }
  const machine = wireLate(wireCodes).accountVerification.provide({ actions: { close } })
  const [state, send] = useActor(machine, { input: { channel } })
  const form = useId()
  const { context } = state
  const { value, refusal } = context
  const isEmail = channel === 'email'
  const isEditing = state.matches('editing') || (state.matches('sending') && context.code === 'none')
  const isStopped = state.matches('locked') || state.matches('unsaved')
  const isBusy = state.hasTag('busy')
  const cancel = () => send({ type: 'code.cancel' })
  return (
    <Dialog
      open
      onClose={cancel}
      title={isEmail ? <Trans>Смена адреса почты</Trans> : <Trans>Смена номера телефона</Trans>}
      description={<Change channel={channel} present={present} />}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button onClick={cancel}>{state.matches('locked') ? t`Понятно` : t`Отменить`}</Button>
          {state.matches('unsaved') && (
            <Button variant="primary" onClick={() => send({ type: 'value.save' })}>
              <Trans>Сохранить ещё раз</Trans>
            </Button>
          )}
          {!isStopped && (
            <Button
              variant="primary"
              type="submit"
              form={form}
              busy={isBusy}
              disabled={state.matches({ awaiting: 'over' })}
            >
              {isEditing ? <Trans>Отправить код</Trans> : <Trans>Подтвердить</Trans>}
            </Button>
          )}
        </>
      }
    >
      {isStopped && refusal && <NoCode refusal={refusal} />}
      {isEditing && (
        <ContactForm
          id={form}
          channel={channel}
          present={present}
          text={text.contact}
          onType={(contact) => type({ contact })}
          refusal={refusal}
          busy={isBusy}
          onSubmit={(typed) => send({ type: 'value.submit', value: typed })}
        />
      )}
      {!isStopped && !isEditing && (
        <CodeForm
          id={form}
          known={context}
          open={state.matches({ awaiting: 'entering' })}
          sending={state.matches('sending')}
          hint={isEmail ? t`6 цифр из письма на адрес ${value}` : t`6 цифр из СМС на номер ${readablePhone(value)}`}
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
    </Dialog>
  )
}

function Change({ channel, present }: Pick<VerificationDialogProps, 'channel' | 'present'>) {
  if (present === null) return <Trans>Начнёт действовать, когда вы введёте код.</Trans>
  const phone = readablePhone(present)
  return channel === 'email' ? (
    <Trans>
      Сейчас {present}. Новый адрес начнёт действовать, когда вы введёте код; на прежний придёт письмо о замене.
    </Trans>
  ) : (
    <Trans>Сейчас {phone}. Новый номер начнёт действовать, когда вы введёте код; на прежний придёт СМС о замене.</Trans>
  )
}
