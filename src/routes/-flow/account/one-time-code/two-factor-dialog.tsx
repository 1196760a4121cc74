import { Trans } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useId } from 'react'
import { provideOneTimeCodes } from '#src/actors/one-time-code.actors.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { CodeUnavailable } from './code-form.tsx'
import { SentCodeForm } from './sent-code-form.tsx'

/** The two-factor dialog. `onClose` is for the loader: it answers for a dialog whose code does not load. */
export function TwoFactorDialog(_: { onClose: () => void }) {
  const { provideLazily } = useRouteContext({ from: '__root__' })
  const [state, send] = useDiagnosedMachine(provideLazily(provideOneTimeCodes).twoFactor)
  const form = useId()
  const { context } = state
  const isDeadEnd = state.matches('locked') || state.matches('hopeless')
  const isWithoutCode = isDeadEnd || state.matches('unsent')
  const cancel = () => send({ type: 'code.cancel' })
  const resend = () => send({ type: 'code.resend' })
  return (
    <Dialog
      onClose={cancel}
      title={<Trans>Подтвердите, что это вы</Trans>}
      description={<Trans>Важные действия мы защищаем кодом, чтобы никто не сделал их за вас.</Trans>}
      footer={
        <>
          <Button onClick={cancel}>{isDeadEnd ? <Trans>Понятно</Trans> : <Trans>Отменить</Trans>}</Button>
          {state.matches('unsent') && (
            <Button variant="primary" onClick={resend}>
              <Trans>Отправить код ещё раз</Trans>
            </Button>
          )}
          {!isWithoutCode && (
            <Button
              variant="primary"
              type="submit"
              form={form}
              busy={state.hasTag('busy')}
              disabled={state.matches({ awaiting: 'over' })}
            >
              <Trans>Подтвердить</Trans>
            </Button>
          )}
        </>
      }
    >
      {isWithoutCode && context.refusal ? (
        <CodeUnavailable refusal={context.refusal} />
      ) : (
        <SentCodeForm
          id={form}
          known={context}
          open={state.matches({ awaiting: 'entering' })}
          sending={state.matches('sending')}
          onSubmit={(code) => send({ type: 'code.submit', code })}
          onResend={resend}
        />
      )}
    </Dialog>
  )
}
