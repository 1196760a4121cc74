import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/button.tsx'

type TicketFooterProps = {
  step: 'writing' | 'reviewing' | 'sent'
  busy: boolean
  onReview: () => void
  onEdit: () => void
  onSend: () => void
  onList: () => void
  onClose: () => void
}

/** The way on from each step. The focus follows to the button that does nothing which cannot be undone. */
export function TicketFooter({ step, busy, onReview, onEdit, onSend, onList, onClose }: TicketFooterProps) {
  if (step === 'writing') {
    return (
      <Button variant="primary" onClick={onReview}>
        <Trans>Проверить и отправить</Trans>
      </Button>
    )
  }
  if (step === 'reviewing') {
    return (
      <>
        <Button autoFocus disabled={busy} onClick={onEdit}>
          <Trans>Изменить</Trans>
        </Button>
        <Button variant="primary" busy={busy} onClick={onSend}>
          <Trans>Отправить</Trans>
        </Button>
      </>
    )
  }
  return (
    <>
      <Button onClick={onList}>
        <Trans>Мои обращения</Trans>
      </Button>
      <Button variant="primary" autoFocus onClick={onClose}>
        <Trans>Готово</Trans>
      </Button>
    </>
  )
}
