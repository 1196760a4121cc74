import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { displayName } from '#contract/people/names.ts'
import { displayedStatusOf } from '#src/domain/contract-status.ts'
import type { ContractGroup, ContractUrgency, ContractWithSummary } from '#src/domain/contract-urgency.ts'
import { paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { ContractStatusBadge } from '#src/routes/-query/labels/badges.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'

/** Created once by the list: one per card would slow down scrolling. */
export type CardContext = { dates: Dates; ownId: string | null; today: string }

type CardProps = CardContext & { of: ContractWithSummary }

/** A contract of the list; its link covers the whole card. */
export function ContractCard(props: CardProps) {
  const { t, i18n } = useLingui()
  const { of, ownId, today } = props
  const { contract } = of
  const { uuid, number, program, student, paymentScheme, total, paid } = contract
  const [paidWords, totalWords] = [formatMoney(paid, i18n.locale), formatMoney(total, i18n.locale)]
  return (
    <article className="group relative grid items-center gap-x-xl gap-y-base rounded-lg border border-line-soft bg-surface p-base transition-shadow hover:shadow-raised md:grid-cols-[minmax(0,1fr)_200px] md:p-lg lg:grid-cols-[minmax(0,1fr)_200px_200px] xl:grid-cols-[minmax(0,1fr)_280px_200px] print:border-line">
      <div className="flex min-w-0 flex-col items-start gap-xs md:row-span-2 lg:row-span-1">
        <ContractStatusBadge status={displayedStatusOf(contract, today)} />
        <h4 className="text-lg">
          <Link
            to="/contracts-and-payments/$id"
            params={{ id: uuid }}
            className={`${stretchedLink} group-hover:text-ink-link`}
          >
            {program.title}
          </Link>
        </h4>
        <p className="wrap-anywhere text-ink-muted">
          {student.uuid !== ownId && (
            <>
              <span className="text-ink">{displayName(student)}</span>
              {separator}
            </>
          )}
          {program.schoolYear}
          {separator}
          {i18n._(labelOf(paymentSchemeLabels, paymentScheme))}
        </p>
        <p className="text-sm text-ink-muted">
          <Trans>Договор №&nbsp;{number}</Trans>
        </p>
      </div>
      <ProgressBar
        label={t`Оплачено`}
        value={paid}
        max={total}
        valueText={t`${paidWords} из ${totalWords}`}
        tone={paid >= total ? 'success' : 'info'}
      />
      <RemainingAmount {...props} />
    </article>
  )
}

function RemainingAmount({ of: { contract, summary }, dates }: CardProps) {
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
  const [since] = overdue.payments
  if (since) {
    const day = dates.day(since.payment.dueOn)
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
  const until = next && dates.day(next.day)
  return (
    <div className="tabular-nums lg:text-right">
      <p className="text-sm text-ink-muted">
        <Trans>Осталось оплатить</Trans>
      </p>
      <p className="text-lg font-strong">{leftWords}</p>
      {next && until && (
        <p className="text-sm text-ink-muted">
          <Trans>
            {formatMoney(next.sum, i18n.locale)} до {until}
          </Trans>
        </p>
      )}
    </div>
  )
}

type GroupHeadingProps = {
  group: ContractGroup
  /** Name of the child whose contracts alone are listed. */
  child: string | null
}

/** Heading of a group: name, number of contracts and amount. */
export function GroupHeading({ group: { urgency, contracts, sum }, child }: GroupHeadingProps) {
  const { i18n } = useLingui()
  const total = formatMoney(sum, i18n.locale)
  return (
    <div className="mb-sm flex flex-wrap items-baseline justify-between gap-x-base pt-xs">
      <h3 className="text-base font-strong">
        <GroupName urgency={urgency} />
      </h3>
      <p className={classNames('text-sm tabular-nums', urgency === 'overdue' ? 'text-ink-error' : 'text-ink-muted')}>
        {child !== null && `${child}: `}
        <Plural value={contracts.length} one="# договор" few="# договора" many="# договоров" other="# договора" />
        {urgency !== 'finished' && sum > 0 && separator}
        {urgency === 'overdue' && <Trans>долг {total}</Trans>}
        {urgency === 'soon' && <Trans>заплатить {total}</Trans>}
        {urgency === 'active' && sum > 0 && <Trans>осталось оплатить {total}</Trans>}
      </p>
    </div>
  )
}

function GroupName({ urgency }: { urgency: ContractUrgency }) {
  switch (urgency) {
    case 'overdue':
      return <Trans>Просрочено</Trans>
    case 'soon':
      return <Trans>Скоро платить</Trans>
    case 'active':
      return <Trans>Действующие</Trans>
    case 'finished':
      return <Trans>Завершённые</Trans>
  }
}
