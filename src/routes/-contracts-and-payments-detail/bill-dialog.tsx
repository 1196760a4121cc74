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
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type BillDialogProps = {
  due: DuePayment
  onClose: () => void
  /** Moves the focus where a link from the list opened the dialog. */
  onOpenerGone: () => void
}

/** The bill of a payment: bank details for a transfer, of which a press on a row copies one, and the PDF with the QR code. */
export function BillDialog({ due, onClose, onOpenerGone }: BillDialogProps) {
  const { t } = useLingui()
  const { contract, payment } = due
  const title = usePaymentTitle()(payment, contract.payments)
  return (
    <Dialog
      onClose={onClose}
      onOpenerGone={onOpenerGone}
      title={t`Счёт на оплату`}
      description={
        <Trans>
          {title}, договор <ContractNumber>{contract.number}</ContractNumber>
        </Trans>
      }
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
      <ul className="divide-y divide-line-soft">
        {rows.map((row) => (
          <CopyRow key={row.term} {...row} />
        ))}
      </ul>
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
        <span aria-live="polite">{isCopied ? <Trans>Всё скопировано</Trans> : <Trans>Скопировать все</Trans>}</span>
      </Button>
    </div>
  )
}

/** The row is the button: the whole of it copies the value. */
function CopyRow({ term, value, shown = value }: DetailRow) {
  const { source, isCopied, copy } = useCopy<HTMLSpanElement>()
  return (
    <li>
      <button
        type="button"
        onClick={() => copy(value)}
        className="-mx-xs flex min-h-[56px] w-[calc(100%+16px)] items-center gap-sm rounded px-xs py-xs text-left select-text hover:bg-surface-hover active:bg-surface-pressed"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-sm text-ink-muted">
            <VisuallyHidden>
              <span aria-live="polite">{isCopied ? <Trans>Скопировано</Trans> : <Trans>Скопировать</Trans>}</span>:{' '}
            </VisuallyHidden>
            {term}
          </span>
          <span ref={source} className="block break-words tabular-nums">
            {shown}
          </span>
        </span>
        <span aria-hidden="true" className={isCopied ? 'text-ink-success' : 'text-ink-muted'}>
          <Icon name={isCopied ? 'check' : 'copy'} />
        </span>
      </button>
    </li>
  )
}
