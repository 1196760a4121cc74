import { Trans, useLingui } from '@lingui/react/macro'
import type { Payment } from '#contract/contracts.ts'
import { known, paymentStatusWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import { isOverdue } from '#src/routes/-contracts-and-payments/payments.ts'
import { useToday } from '#src/routes/-contracts-and-payments/use-today.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { paymentStatusTones } from './payment-look.ts'

/** A payment's status in words; one whose day has passed says so instead. */
export function PaymentStatusBadge({ payment }: { payment: Payment }) {
  const { i18n } = useLingui()
  const { status } = payment
  if (isOverdue(payment, useToday()) && status === 'Open') {
    return (
      <Badge tone="error" icon={<Icon name="warning" size={16} />}>
        <Trans>Просрочен</Trans>
      </Badge>
    )
  }
  return (
    <Badge tone={known(paymentStatusTones, status, 'neutral')}>{i18n._(wordsFor(paymentStatusWords, status))}</Badge>
  )
}
