import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Contract } from '#contract/contracts.ts'
import { paymentSchemeWords } from '#src/i18n/contract-words.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { separator } from '#src/i18n/separator.ts'
import { ContractStatusBadge } from '#src/routes/-frame/contract-status-badge.tsx'
import { type DuePayment, summaryOf } from '#src/school/payments.ts'
import { ProgressBar } from '#src/ui/progress-bar.tsx'

/** Given by the list: to make them anew for each card would be felt while scrolling. */
export type CardSurroundings = { today: string; dates: Dates }

type CardProps = CardSurroundings & { contract: Contract }

/** One contract of the list. The whole card is pressed through its one link. */
export function ContractCard(props: CardProps) {
  const { t, i18n } = useLingui()
  const { contract } = props
  const { uuid, number, status, program, student, paymentScheme, total, paid } = contract
  const [paidWords, totalWords] = [formatMoney(paid, i18n.locale), formatMoney(total, i18n.locale)]
  return (
    <article className="group relative grid items-center gap-x-xl gap-y-base rounded-lg border border-line-soft bg-surface p-base transition-shadow hover:shadow-raised md:grid-cols-[minmax(0,1fr)_200px] md:p-lg lg:grid-cols-[minmax(0,1fr)_200px_200px] xl:grid-cols-[minmax(0,1fr)_280px_200px] print:border-line">
      <div className="flex min-w-0 flex-col items-start gap-xs md:row-span-2 lg:row-span-1">
        <ContractStatusBadge status={status} />
        <h3 className="text-lg">
          <Link
            to="/contracts-and-payments/$id"
            params={{ id: uuid }}
            className="rounded-xs transition-colors group-hover:text-ink-link after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {program.title}
          </Link>
        </h3>
        <p className="text-ink-muted">
          <span className="text-ink">
            {student.firstName} {student.lastName}
          </span>
          {separator}
          {program.schoolYear}
          {separator}
          {i18n._(wordsFor(paymentSchemeWords, paymentScheme))}
        </p>
        <p className="text-sm text-ink-muted">
          <Trans>Договор № {number}</Trans>
        </p>
      </div>
      <ProgressBar
        label={t`Оплачено`}
        value={paid}
        max={total}
        valueText={t`${paidWords} из ${totalWords}`}
        tone={paid >= total ? 'success' : 'accent'}
      />
      <Remainder {...props} />
    </article>
  )
}

function Remainder({ contract, today, dates }: CardProps) {
  const { i18n } = useLingui()
  const { next, overdue } = summaryOf([contract], today)
  const debt = formatMoney(contract.debt, i18n.locale)
  return (
    <div className="lg:text-right">
      {contract.debt > 0 ? (
        <p className="font-strong tabular-nums">
          <Trans>Долг {debt}</Trans>
        </p>
      ) : (
        <p className="text-ink-muted">
          <Trans>Долга нет</Trans>
        </p>
      )}
      {next && <NextLine due={next} overdue={overdue.sum} day={dates.day(next.payment.dueOn)} />}
    </div>
  )
}

type NextLineProps = { due: DuePayment; overdue: number; day: string }

function NextLine({ due: { left, isOverdue }, overdue, day }: NextLineProps) {
  const { i18n } = useLingui()
  const sum = formatMoney(isOverdue ? overdue : left, i18n.locale)
  return (
    <p className={isOverdue ? 'text-sm text-ink-error' : 'text-sm text-ink-muted'}>
      {isOverdue ? (
        <Trans>
          {sum} просрочено с {day}
        </Trans>
      ) : (
        <Trans>
          {sum} до {day}
        </Trans>
      )}
    </p>
  )
}
