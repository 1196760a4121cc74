import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Contract, Operation, Payment } from '#contract/enrolment/contracts.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { CallError } from '#src/routes/-shell/query/error-message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type ReceiptButtonProps = {
  contract: Contract
  payment: Payment
  operation: Operation
  /** Shows only the icon; the label is for screen readers. */
  compact?: boolean
}

/** Downloads the confirmation of an operation as PDF. The URL is requested on click, because it expires after minutes. */
export function ReceiptButton({ contract, payment, operation, compact = false }: ReceiptButtonProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = useMutation({
    ...callMutation('GET /v1/profile/contract/{contractId}/operation/{operationId}/receipt-link', {
      handlesError: true,
    }),
    onSuccess: ({ url }) => openExternal(url),
  })
  const label = t`Подтверждение оплаты (PDF)`
  const about = [titleOf(payment, contract.payments), formatMoney(operation.amount, i18n.locale)]
  return (
    <>
      <Button
        {...(compact ? { title: label } : { variant: 'quiet', size: 'small' })}
        icon={<Icon name="download" size={compact ? 20 : 16} />}
        busy={ask.isPending}
        onClick={() => ask.mutate({ params: { contractId: contract.uuid, operationId: operation.uuid } })}
      >
        <span>
          {compact ? <VisuallyHidden>{label}</VisuallyHidden> : label}
          {/* Distinguishes several buttons of one page for screen readers. */}
          <VisuallyHidden>: {[...about, dates.dayWithYear(dates.dayOf(operation.at))].join(', ')}</VisuallyHidden>
        </span>
      </Button>
      <CallError error={ask.error}>
        <Trans>Не удалось подготовить подтверждение.</Trans>
      </CallError>
    </>
  )
}
