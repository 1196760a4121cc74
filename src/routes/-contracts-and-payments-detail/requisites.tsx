import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { BillButton } from '#src/routes/-frame/bill-button.tsx'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { DuePayment } from '#src/school/payments.ts'
import { Button } from '#src/ui/button.tsx'

const RequisitesDialog = latePart('requisites-dialog', () =>
  import('./requisites-dialog.tsx').then((module) => module.RequisitesDialog),
)

/** Both ways to pay: the bill, and what to transfer the money to, which the address keeps open over the page. */
export function PayActions({ next, due }: { next: DuePayment; due: readonly DuePayment[] }) {
  const { search, open, close } = useAddress('contracts-and-payments-detail')
  const button = useRef<HTMLButtonElement>(null)
  const shown = due.find(({ payment }) => payment.uuid === search.pay)
  return (
    <div className="flex flex-wrap items-center gap-xs print:hidden">
      <BillButton variant="primary" contractId={next.contract.uuid} payment={next.payment} />
      <Button
        ref={button}
        onClick={() => open({ pay: next.payment.uuid })}
        onPointerEnter={RequisitesDialog.warm}
        onFocus={RequisitesDialog.warm}
      >
        <Trans>Реквизиты</Trans>
      </Button>
      {shown && (
        <RequisitesDialog
          due={shown}
          onClose={() => close({ pay: undefined })}
          onOpenerGone={() => button.current?.focus()}
        />
      )}
    </div>
  )
}
