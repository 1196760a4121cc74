import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract, Operation, Payment } from '#contract/enrolment/contracts.ts'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ReceiptButton } from './receipt-button.tsx'
import { useOperationLabel } from './use-operation-label.ts'

type OperationDocumentsProps = { contract: Contract; payment: Payment; operation: Operation }

/** The confirmation of what was paid, and the fiscal receipt of what was paid or returned online. */
export function OperationDocuments({ contract, payment, operation }: OperationDocumentsProps) {
  const { hasReceipt, fiscalReceipt } = operation
  if (!hasReceipt && !fiscalReceipt) return null
  return (
    <div className="flex flex-wrap items-center">
      {hasReceipt && <ReceiptButton contract={contract} payment={payment} operation={operation} />}
      {fiscalReceipt && (
        <FiscalReceipt contract={contract} payment={payment} operation={operation} url={fiscalReceipt.url} />
      )}
    </div>
  )
}

/** Opens the fiscal receipt at the operator of fiscal data; says so while it is not registered. */
function FiscalReceipt({ contract, payment, operation, url }: OperationDocumentsProps & { url: string | null }) {
  const { t } = useLingui()
  const about = useOperationLabel()({ contract, payment, operation })
  if (url === null)
    return (
      <span className="px-sm py-xxs text-sm text-ink-muted">
        <Trans>Чек готовится</Trans>
      </span>
    )
  return (
    <LinkButton
      href={url}
      target="_blank"
      rel="noopener"
      variant="quiet"
      size="small"
      icon={<Icon name="external" size={16} />}
    >
      <span>
        <span aria-hidden="true">
          <Trans>Чек</Trans>
        </span>
        <VisuallyHidden>
          {operation.kind === 'ReturnDS' ? t`Чек возврата` : t`Чек об оплате`}: {about}
        </VisuallyHidden>
      </span>
    </LinkButton>
  )
}
