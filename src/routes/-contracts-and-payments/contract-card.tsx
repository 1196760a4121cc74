import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { paymentSchemeWords } from '#src/i18n/contract-words.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { separator } from '#src/i18n/separator.ts'
import { ContractStatusBadge } from '#src/routes/-frame/contract-status-badge.tsx'
import type { StandingContract } from '#src/school/standings.ts'
import { ProgressBar } from '#src/ui/progress-bar.tsx'

/** Given by the list: to make them anew for each card would be felt while scrolling. */
export type CardSurroundings = { dates: Dates; ownId: string | null }

type CardProps = CardSurroundings & { of: StandingContract }

/** One contract of the list. The whole card is pressed through its one link. */
export function ContractCard(props: CardProps) {
  const { t, i18n } = useLingui()
  const { of, ownId } = props
  const { contract } = of
  const { uuid, number, status, program, student, paymentScheme, total, paid } = contract
  const [paidWords, totalWords] = [formatMoney(paid, i18n.locale), formatMoney(total, i18n.locale)]
  return (
    <article className="group relative grid items-center gap-x-xl gap-y-base rounded-lg border border-line-soft bg-surface p-base transition-shadow hover:shadow-raised md:grid-cols-[minmax(0,1fr)_200px] md:p-lg lg:grid-cols-[minmax(0,1fr)_200px_200px] xl:grid-cols-[minmax(0,1fr)_280px_200px] print:border-line">
      <div className="flex min-w-0 flex-col items-start gap-xs md:row-span-2 lg:row-span-1">
        <ContractStatusBadge status={status} />
        <h4 className="text-lg">
          <Link
            to="/contracts-and-payments/$id"
            params={{ id: uuid }}
            className="rounded-xs transition-colors group-hover:text-ink-link after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {program.title}
          </Link>
        </h4>
        <p className="text-ink-muted">
          {student.uuid !== ownId && (
            <>
              <span className="text-ink">
                {student.firstName} {student.lastName}
              </span>
              {separator}
            </>
          )}
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

/** What is still to be paid, and of that what is overdue or comes next. */
function Remainder({ of: { contract, summary }, dates }: CardProps) {
  const { i18n } = useLingui()
  const { next, overdue, left } = summary
  const [leftWords, overdueWords] = [formatMoney(left, i18n.locale), formatMoney(overdue.sum, i18n.locale)]
  if (left === 0) {
    return (
      <p className="text-ink-muted lg:text-right">
        {contract.paid >= contract.total ? <Trans>Оплачен полностью</Trans> : <Trans>Платить больше не нужно</Trans>}
      </p>
    )
  }
  const day = next && dates.day(next.payment.dueOn)
  if (overdue.count > 0) {
    return (
      <div className="tabular-nums lg:text-right">
        <p className="text-sm text-ink-error">
          <Trans>Долг с {day}</Trans>
        </p>
        <p className="text-lg font-strong text-ink-error">{overdueWords}</p>
        <p className="text-sm text-ink-muted">
          <Trans>всего осталось {leftWords}</Trans>
        </p>
      </div>
    )
  }
  return (
    <div className="tabular-nums lg:text-right">
      <p className="text-sm text-ink-muted">
        <Trans>Осталось оплатить</Trans>
      </p>
      <p className="text-lg font-strong">{leftWords}</p>
      {next && (
        <p className="text-sm text-ink-muted">
          <Trans>
            {formatMoney(next.left, i18n.locale)} до {day}
          </Trans>
        </p>
      )}
    </div>
  )
}
