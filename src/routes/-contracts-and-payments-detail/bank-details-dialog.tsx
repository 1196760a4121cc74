import { Trans, useLingui } from '@lingui/react/macro'
import type { Payee } from '#contract/enrolment/contracts.ts'
import { fullName } from '#contract/people/names.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { payeeQuery } from '#src/api/contracts.ts'
import type { DuePayment } from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { BillButton } from '#src/routes/-flow/documents/bill-button.tsx'
import { useCopy } from '#src/routes/-flow/use-copy.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type BankDetailsDialogProps = {
  due: DuePayment
  onClose: () => void
  /** Moves the focus where a link from the list opened the dialog. */
  onOpenerGone: () => void
}

/** Bank details for a manual transfer, each with a copy button. */
export function BankDetailsDialog({ due, onClose, onOpenerGone }: BankDetailsDialogProps) {
  const { t } = useLingui()
  const { contract, payment } = due
  const title = usePaymentTitle()(payment, contract.payments)
  return (
    <Dialog
      onClose={onClose}
      onOpenerGone={onOpenerGone}
      title={t`Реквизиты для оплаты`}
      description={t`${title}, договор №\u00a0${contract.number}`}
      footer={<BillButton contractId={contract.uuid} payment={{ ...payment, title }} />}
    >
      {/* The dialog shows the error itself. */}
      <QueryBoundary
        query={optionalQuery(payeeQuery(contract.uuid))}
        skeleton={<SkeletonLine width="full" height="control" />}
      >
        {(payee) => <BankDetails payee={payee} due={due} />}
      </QueryBoundary>
    </Dialog>
  )
}

function BankDetails({ payee, due: { contract, payment, left } }: { payee: Payee; due: DuePayment }) {
  const { t, i18n } = useLingui()
  // As on the bill: always in Russian.
  const purpose = `Договор ${contract.number}, ${payment.title}, ${fullName({ ...contract.student, patronym: null })}`
  // Banks accept an amount with a decimal point, without a currency sign.
  const sum = (left / 100).toFixed(2)
  const rows: DetailRow[] = [
    { term: t`Сумма`, value: sum, shown: formatMoney(left, i18n.locale) },
    { term: t`Назначение платежа`, value: purpose },
    { term: t`Получатель`, value: payee.name },
    { term: t`ИНН`, value: payee.taxNumber },
    ...(payee.taxReason === null ? [] : [{ term: t`КПП`, value: payee.taxReason }]),
    { term: t`Расчётный счёт`, value: payee.account },
    { term: t`Банк`, value: payee.bank },
    { term: t`БИК`, value: payee.bankCode },
    { term: t`Корреспондентский счёт`, value: payee.correspondentAccount },
  ]
  return (
    <>
      <CopyAll rows={rows} />
      <List>
        {rows.map((row) => (
          <CopyRow key={row.term} {...row} />
        ))}
      </List>
      <p className="mt-base text-sm text-ink-muted">
        <Trans>Платёж появится здесь, когда банк его передаст: обычно за один–три рабочих дня.</Trans>
      </p>
    </>
  )
}

/** `shown` is the formatted text of the value. */
type DetailRow = { term: string; value: string; shown?: string }

/** Copies all details as lines, for a message to the payer. */
function CopyAll({ rows }: { rows: readonly DetailRow[] }) {
  const { isCopied, copy } = useCopy()
  return (
    <div className="mb-xs flex max-md:flex-col">
      <Button onClick={() => copy(rows.map(({ term, value }) => `${term}: ${value}`).join('\n'))}>
        <span aria-live="polite">
          {isCopied ? <Trans>Все реквизиты скопированы</Trans> : <Trans>Скопировать все реквизиты</Trans>}
        </span>
      </Button>
    </div>
  )
}

/** A value with a copy button. */
function CopyRow({ term, value, shown = value }: DetailRow) {
  const { source, isCopied, copy } = useCopy<HTMLSpanElement>()
  return (
    <ListItem
      title={<span className="text-sm font-normal text-ink-muted">{term}</span>}
      end={
        <Button size="small" onClick={() => copy(value)}>
          <span aria-live="polite">
            {isCopied ? <Trans>Скопировано</Trans> : <Trans>Скопировать</Trans>}
            <VisuallyHidden>: {term}</VisuallyHidden>
          </span>
        </Button>
      }
    >
      <span ref={source} className="break-words tabular-nums">
        {shown}
      </span>
    </ListItem>
  )
}
