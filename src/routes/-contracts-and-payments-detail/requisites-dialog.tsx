import { Trans, useLingui } from '@lingui/react/macro'
import type { Payee } from '#contract/contracts.ts'
import { payeeQuery } from '#src/api/contracts.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { usePaymentTitle } from '#src/i18n/payment-words.ts'
import { BillButton } from '#src/routes/-frame/bill-button.tsx'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import type { DuePayment } from '#src/school/payments.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Rows } from '#src/ui/rows.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { CopyRow } from './copy-row.tsx'

/** The dialog says itself what cannot be had: the page below stands (D-39). */
const inBackground = { ...payeeQuery(), meta: { optional: true } }

type RequisitesDialogProps = {
  due: DuePayment
  onClose: () => void
  /** Whoever came from the list has pressed what is no longer there. */
  onOpenerGone: () => void
}

/** What a bank asks for when the money is transferred by hand: each value is copied by one press. */
export function RequisitesDialog({ due, onClose, onOpenerGone }: RequisitesDialogProps) {
  const { t } = useLingui()
  const { contract, payment } = due
  const title = usePaymentTitle()(payment, contract.payments)
  return (
    <Dialog
      open
      onClose={onClose}
      onOpenerGone={onOpenerGone}
      title={t`Реквизиты для оплаты`}
      description={t`${title}, договор № ${contract.number}`}
      closeLabel={t`Закрыть`}
      footer={<BillButton contractId={contract.uuid} payment={{ ...payment, title }} />}
    >
      <Loaded query={inBackground} skeleton={<SkeletonLine width="full" height="control" />}>
        {(payee) => <Requisites payee={payee} due={due} />}
      </Loaded>
    </Dialog>
  )
}

function Requisites({ payee, due: { contract, payment, left } }: { payee: Payee; due: DuePayment }) {
  const { t, i18n } = useLingui()
  const { lastName, firstName } = contract.student
  // As on the bill, in the language of the bank, whatever that of the page.
  const purpose = `Договор ${contract.number}, ${payment.title}, ${lastName} ${firstName}`
  // Banks take a sum with a point, or with a comma, but never with the sign of a rouble.
  const sum = (left / 100).toFixed(2)
  return (
    <>
      <Rows>
        <CopyRow term={t`Сумма`} value={sum} shown={formatMoney(left, i18n.locale)} />
        <CopyRow term={t`Назначение платежа`} value={purpose} />
        <CopyRow term={t`Получатель`} value={payee.name} />
        <CopyRow term={t`ИНН`} value={payee.taxNumber} />
        {payee.taxReason !== null && <CopyRow term={t`КПП`} value={payee.taxReason} />}
        <CopyRow term={t`Расчётный счёт`} value={payee.account} />
        <CopyRow term={t`Банк`} value={payee.bank} />
        <CopyRow term={t`БИК`} value={payee.bankCode} />
        <CopyRow term={t`Корреспондентский счёт`} value={payee.correspondentAccount} />
      </Rows>
      <p className="mt-base text-sm text-ink-muted">
        <Trans>Платёж появится здесь, когда банк его передаст: обычно за один–три рабочих дня.</Trans>
      </p>
    </>
  )
}
