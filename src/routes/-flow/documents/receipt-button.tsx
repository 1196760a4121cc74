import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import type { Contract, Operation, Payment } from '#contract/enrolment/contracts.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { DocumentButton } from './document-button.tsx'
import { useOperationLabel } from './use-operation-label.ts'

type ReceiptButtonProps = {
  contract: Contract
  payment: Payment
  operation: Operation
}

/** Downloads the confirmation of an operation as PDF. */
export function ReceiptButton({ contract, payment, operation }: ReceiptButtonProps) {
  const { t } = useLingui()
  const about = useOperationLabel()({ contract, payment, operation })
  const openExternal = useRouteContext({ from: '__root__', select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('GET /v1/profile/contract/{contractId}/operation/{operationId}/receipt-link', {
      handlesError: true,
    }),
    onSuccess: ({ url }) => openExternal(url),
  })
  return (
    <DocumentButton
      variant="quiet"
      size="small"
      label={t`Подтверждение оплаты (PDF)`}
      about={about}
      short={t`Подтверждение`}
      ask={ask}
      failure={<Trans>Не удалось подготовить подтверждение.</Trans>}
      onClick={() => ask.mutate({ params: { contractId: contract.uuid, operationId: operation.uuid } })}
    />
  )
}
