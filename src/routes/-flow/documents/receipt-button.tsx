import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import type { Contract, Operation, Payment } from '#contract/enrolment/contracts.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { DocumentButton } from './document-button.tsx'

type ReceiptButtonProps = {
  contract: Contract
  payment: Payment
  operation: Operation
}

/** Downloads the confirmation of an operation as PDF. */
export function ReceiptButton({ contract, payment, operation }: ReceiptButtonProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('GET /v1/profile/contract/{contractId}/operation/{operationId}/receipt-link', {
      handlesError: true,
    }),
    onSuccess: ({ url }) => openExternal(url),
  })
  const about = [
    titleOf(payment, contract.payments),
    formatMoney(operation.amount, i18n.locale),
    dates.dayWithYear(dates.dayOf(operation.at)),
  ]
  return (
    <DocumentButton
      variant="quiet"
      size="small"
      label={t`Подтверждение оплаты (PDF)`}
      about={about.join(', ')}
      short={t`Подтверждение`}
      ask={ask}
      failure={<Trans>Не удалось подготовить подтверждение.</Trans>}
      onClick={() => ask.mutate({ params: { contractId: contract.uuid, operationId: operation.uuid } })}
    />
  )
}
