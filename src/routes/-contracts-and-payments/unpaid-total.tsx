import { Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import {
  type PaymentSummary,
  paymentPlanOf,
  paymentSummaryOf,
  suspendedAmountOf,
} from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Stat } from '#src/ui/data/list.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { type ChildContracts, ChildPart } from './child-part.tsx'

type UnpaidTotalProps = {
  /** All contracts of the family. */
  contracts: readonly Contract[]
  summary: PaymentSummary
  /** Null if no child is chosen. */
  child: ChildContracts | null
  today: string
}

/**
 * What is left to pay by all contracts of the family, with what is due now, and in which months. What is suspended is not
 * a part of it: its contract says so.
 */
export function UnpaidTotal({ summary, ...plan }: UnpaidTotalProps) {
  const { contracts, child, today } = plan
  const { t, i18n } = useLingui()
  const own = child?.contracts ?? []
  return (
    <Card aria-label={t`Итого`}>
      <div className="flex gap-x-lg gap-y-xs max-md:flex-col md:items-start">
        <dl className="shrink-0 md:w-[216px]">
          <Stat
            label={t`Всего осталось оплатить`}
            // Smaller than what is due now.
            value={
              <span className="text-xl">{formatMoney(summary.left - suspendedAmountOf(contracts), i18n.locale)}</span>
            }
            note={
              <>
                <IncludedText summary={summary} />
                <ChildPart child={child} sum={paymentSummaryOf(own, today).left - suspendedAmountOf(own)} />
              </>
            }
          />
        </dl>
        <PaymentMonths {...plan} />
      </div>
    </Card>
  )
}

/** The sum that is due now stands above: it is a part of this one. */
function IncludedText({ summary: { overdue, next } }: Pick<UnpaidTotalProps, 'summary'>) {
  const dates = useDates()
  if (overdue.count > 0) return <Trans>вместе с долгом</Trans>
  if (next === null) return null
  const day = dates.day(next.day)
  return next.count === 1 ? <Trans>вместе с платежом до {day}</Trans> : <Trans>вместе с платежами до {day}</Trans>
}

/** Number of months whose sums are shown. */
const shownMonths = 4

/** What each of the next months costs, as columns where there is room; nothing for a single sum, which stands beside it. */
function PaymentMonths({ contracts, child, today }: Omit<UnpaidTotalProps, 'summary'>) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const plan = paymentPlanOf(contracts, today, shownMonths)
  const ofChild = child && paymentPlanOf(child.contracts, today, Number.POSITIVE_INFINITY)
  const childMonth = (month: string) => ofChild?.months.find((each) => each.month === month)?.sum ?? 0
  const last = plan.months.at(-1)?.month ?? ''
  const later = ofChild?.months.filter(({ month }) => month > last).reduce((sum, each) => sum + each.sum, 0) ?? 0
  const rows = [
    ...plan.months.map(({ month, sum }) => ({ key: month, term: dates.month(month), sum, own: childMonth(month) })),
    { key: 'later', term: t`Позже`, sum: plan.later, own: later },
    { key: 'by-others', term: t`Заплатит банк или фонд`, sum: plan.byOthers, own: ofChild?.byOthers ?? 0 },
    { key: 'deferred', term: t`Отсрочено`, sum: plan.deferred, own: ofChild?.deferred ?? 0 },
  ].filter(({ sum }) => sum > 0)
  if (rows.length < 2) return null
  const months = (
    <dl className="min-w-0 max-md:divide-y max-md:divide-line-soft max-md:border-t max-md:border-line-soft md:grid md:grid-cols-[repeat(auto-fit,minmax(128px,1fr))] md:gap-x-sm md:gap-y-base">
      {rows.map(({ key, term, sum, own }) => (
        <div
          key={key}
          className="max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-base max-md:py-xs md:border-l md:border-line md:pl-sm"
        >
          <dt className="min-w-0 text-sm text-ink-muted first-letter:uppercase">{term}</dt>
          <dd className="font-medium whitespace-nowrap tabular-nums max-md:text-right">
            {formatMoney(sum, i18n.locale)}
            {child && own > 0 && (
              <span className="block text-sm font-normal text-ink-muted">
                {child.name}: {formatMoney(own, i18n.locale)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
  return (
    <div className="min-w-0 md:flex-1">
      <Responsive
        from="md"
        narrow={<Disclosure summary={<Trans>По месяцам</Trans>}>{months}</Disclosure>}
        wide={months}
      />
    </div>
  )
}
