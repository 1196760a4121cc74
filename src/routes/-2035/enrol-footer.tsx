import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/button.tsx'
import type { Step } from './enrol-dialog.tsx'

type EnrolFooterProps = {
  step: Step
  busy: boolean
  canGoBack: boolean
  canGoOn: boolean
  isToBePaid: boolean
  send: (event: {
    type: 'enrolment.next' | 'enrolment.back' | 'enrolment.confirm' | 'purchase.open' | 'modal.close'
  }) => void
}

export function EnrolFooter({ step, busy, canGoBack, canGoOn, isToBePaid, send }: EnrolFooterProps) {
  if (step === 'enrolled')
    return isToBePaid ? (
      <Button variant="primary" onClick={() => send({ type: 'purchase.open' })}>
        <Trans>Перейти к договору</Trans>
      </Button>
    ) : (
      <Button variant="primary" onClick={() => send({ type: 'modal.close' })}>
        <Trans>Готово</Trans>
      </Button>
    )
  return (
    <>
      {step === 'confirming' ? (
        // A button of its own: one that turned into a disabled one would let the focus fall.
        <Button key="confirm" variant="primary" busy={busy} onClick={() => send({ type: 'enrolment.confirm' })}>
          <Trans>Записаться</Trans>
        </Button>
      ) : (
        <Button key="next" variant="primary" disabled={!canGoOn} onClick={() => send({ type: 'enrolment.next' })}>
          <Trans>Далее</Trans>
        </Button>
      )}
      {(canGoBack || busy) && (
        <Button disabled={busy} onClick={() => send({ type: 'enrolment.back' })}>
          <Trans>Назад</Trans>
        </Button>
      )}
    </>
  )
}
