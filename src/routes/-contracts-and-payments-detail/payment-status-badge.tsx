import { Trans, useLingui } from '@lingui/react/macro'
import type { Payment } from '#contract/contracts.ts'
import type { PaymentStatus } from '#contract/enumerations.ts'
import { paymentStatusWords } from '#src/i18n/contract-words.ts'
import { known, wordsFor } from '#src/i18n/enumeration-words.ts'
import { isOverdue } from '#src/school/payments.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Tone } from '#src/ui/tone.ts'

const statusTones: Record<PaymentStatus, Tone> = {
  Open: 'info',
  Closed: 'success',
  Canceled: 'neutral',
  Error: 'error',
  DeferredPayment: 'purple',
}

/** In words; a payment whose day has passed says so instead. */
export function PaymentStatusBadge({ payment, today }: { payment: Payment; today: string }) {
  const { i18n } = useLingui()
  const { status } = payment
  if (isOverdue(payment, today) && status === 'Open') {
    return (
      <Badge tone="error" icon={<Icon name="warning" size={16} />}>
        <Trans>Просрочен</Trans>
      </Badge>
    )
  }
  return <Badge tone={known(statusTones, status, 'neutral')}>{i18n._(wordsFor(paymentStatusWords, status))}</Badge>
}
