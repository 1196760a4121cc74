import { Trans } from '@lingui/react/macro'
import type { DuePayment } from '#src/school/payments.ts'
import { Button, type ButtonProps } from '#src/ui/button.tsx'
import { BillButton } from './bill-button.tsx'
import { latePart } from './late-part.tsx'

const RequisitesDialog = latePart('requisites-dialog', () =>
  import('./requisites-dialog.tsx').then((module) => module.RequisitesDialog),
)

type PayActionsProps = Pick<ButtonProps, 'variant' | 'size'> & {
  due: DuePayment
  onRequisites: (payment: string) => void
}

/** Both ways to pay at once: the bill, and what to transfer the money to. */
export function PayActions({ due, onRequisites, variant, size }: PayActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-xs print:hidden">
      <BillButton variant={variant} size={size} contractId={due.contract.uuid} payment={due.payment} />
      <Button
        size={size}
        onClick={() => onRequisites(due.payment.uuid)}
        onPointerEnter={RequisitesDialog.warm}
        onFocus={RequisitesDialog.warm}
      >
        <Trans>Реквизиты</Trans>
      </Button>
    </div>
  )
}

type OpenRequisitesProps = { pay: string | undefined; due: readonly DuePayment[]; onClose: () => void }

/** The requisites of the payment that the address names, if it is still to be paid. */
export function OpenRequisites({ pay, due, onClose }: OpenRequisitesProps) {
  const chosen = due.find(({ payment }) => payment.uuid === pay)
  return chosen && <RequisitesDialog due={chosen} onClose={onClose} />
}
