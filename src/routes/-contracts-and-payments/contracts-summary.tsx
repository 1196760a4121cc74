import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/enrolment/contracts.ts'
import {
  type DuePayment,
  duePayments,
  type PaymentPlan,
  paymentPlanOf,
  paymentSummaryOf,
} from '#src/domain/payments.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { BillButton } from '#src/routes/-flow/documents/bill-button.tsx'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { DueBadge, NextPaymentsText, OverdueText } from '#src/routes/-query/labels/due-payments.tsx'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Stat } from '#src/ui/data/list.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** The contracts of the chosen child: a part of those of the family. */
export type ChildContracts = { name: string; contracts: readonly Contract[] }

type SummaryProps = {
  /** All contracts of the family. */
  contracts: readonly Contract[]
  /** Null if no child is chosen. */
  child: ChildContracts | null
  today: string
}

/** Overdue payments and the next ones, then the remaining amount of all contracts by month. */
export function ContractsSummary(props: SummaryProps) {
  const { contracts, child, today } = props
  const { t, i18n } = useLingui()
  const { overdue, left } = paymentSummaryOf(contracts, today)
  return (
    <div className="flex flex-col gap-base">
      <ToPay {...props} />
      <Card aria-label={t`Итого`}>
        <div className="flex gap-x-xl gap-y-base max-md:flex-col md:items-start">
          <dl className="shrink-0 md:max-w-[200px]">
            <Stat
              label={t`Осталось оплатить`}
              value={formatMoney(left, i18n.locale)}
              note={
                <>
                  {overdue.count > 0 ? (
                    <Trans>по всем договорам, вместе с долгом</Trans>
                  ) : (
                    <Trans>по всем договорам</Trans>
                  )}
                  <ChildPart child={child} amountOf={(own) => paymentSummaryOf(own, today).left} />
                </>
              }
            />
          </dl>
          <PaymentMonths {...props} />
        </div>
      </Card>
    </div>
  )
}

type ChildPartProps = { child: ChildContracts | null; amountOf: (contracts: readonly Contract[]) => number }

/** How much of a sum of the family is for the chosen child. */
function ChildPart({ child, amountOf }: ChildPartProps) {
  const { i18n } = useLingui()
  if (child === null) return null
  const [name, sum] = [child.name, formatMoney(amountOf(child.contracts), i18n.locale)]
  return (
    <span className="block text-sm font-normal text-ink-muted tabular-nums">
      <Trans>
        из них {name}: {sum}
      </Trans>
    </span>
  )
}

/** Number of months whose sums are shown. */
const shownMonths = 4

/** What each of the next months costs, as columns where there is room; nothing for a single sum, which stands beside it. */
function PaymentMonths({ contracts, child, today }: SummaryProps) {
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
    { key: 'suspended', term: t`Обучение приостановлено`, sum: plan.suspended, own: ofChild?.suspended ?? 0 },
    { key: 'deferred', term: t`Отсрочено`, sum: plan.deferred, own: ofChild?.deferred ?? 0 },
  ].filter(({ sum }) => sum > 0)
  if (rows.length < 2) return null
  const months = (
    <dl className="min-w-0 max-md:divide-y max-md:divide-line-soft max-md:border-t max-md:border-line-soft md:grid md:grid-cols-[repeat(auto-fit,minmax(112px,1fr))] md:gap-base">
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

/** Number of payments of a kind shown above the list of contracts. */
const room = 5

/** What is overdue, apart from what is due on the next day of the plan, with the payments of both. */
function ToPay({ contracts, child, today }: SummaryProps) {
  const { t } = useLingui()
  const { overdue, next } = paymentSummaryOf(contracts, today)
  if (next === null && overdue.count === 0) return <NothingToPay plan={paymentPlanOf(contracts, today, 0)} />
  const dueOn = (day: string) => (own: readonly Contract[]) =>
    duePayments(own, today).reduce((sum, { payment, left }) => (payment.dueOn === day ? sum + left : sum), 0)
  return (
    <Card aria-label={t`К оплате`}>
      <div className="flex flex-col gap-lg">
        {overdue.count > 0 && (
          <div>
            <h2 className="text-xl font-strong text-ink-error tabular-nums">
              <OverdueText overdue={overdue} />
            </h2>
            <ChildPart child={child} amountOf={(own) => paymentSummaryOf(own, today).overdue.sum} />
            <PaymentRows payments={overdue.payments} today={today} isFirst />
          </div>
        )}
        {next && (
          <div>
            <h2 className="flex flex-wrap items-center gap-x-sm gap-y-xxs text-xl font-strong tabular-nums">
              <span>
                <NextPaymentsText next={next} />
              </span>
              <DueBadge day={next.day} today={today} />
            </h2>
            <ChildPart child={child} amountOf={dueOn(next.day)} />
            <PaymentRows payments={next.payments} today={today} isFirst={overdue.count === 0} />
          </div>
        )}
      </div>
    </Card>
  )
}

type DuePaymentRowProps = {
  due: DuePayment
  today: string
  /** The first has the primary button. */
  isFirst: boolean
}

type RowsProps = { payments: readonly DuePayment[]; today: string; isFirst: boolean }

/** `isFirst` marks the list that begins with the payment to make first. */
function PaymentRows({ payments, today, isFirst }: RowsProps) {
  return (
    <ul className="mt-xs divide-y divide-line-soft">
      {payments.slice(0, room).map((due, index) => (
        <DuePaymentRow key={due.payment.uuid} due={due} today={today} isFirst={isFirst && index === 0} />
      ))}
      {payments.length > room && (
        <li className="pt-sm text-ink-muted">
          <Plural
            value={payments.length - room}
            one="И ещё # платёж: он ниже, в списке договоров"
            few="И ещё # платежа: они ниже, в списке договоров"
            many="И ещё # платежей: они ниже, в списке договоров"
            other="И ещё # платежа: они ниже, в списке договоров"
          />
        </li>
      )}
    </ul>
  )
}

function DuePaymentRow({ due, today, isFirst }: DuePaymentRowProps) {
  const { i18n } = useLingui()
  const ownId = useCurrentUserId()
  const { contract, payment, left, isOverdue } = due
  const { student, program } = contract
  const title = usePaymentTitle()(payment, contract.payments)
  return (
    <li className="flex items-center justify-between gap-x-base gap-y-xs py-sm max-md:py-xs md:flex-wrap">
      <div className="min-w-0 flex-1 md:basis-[240px]">
        <p className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <span className="text-lg font-strong tabular-nums">{formatMoney(left, i18n.locale)}</span>
          {student.uuid !== ownId && <span className="font-medium wrap-anywhere">{student.firstName}</span>}
          {isOverdue && <DueBadge day={payment.dueOn} today={today} />}
        </p>
        <p className="text-sm text-ink-muted">
          <ScreenLink to="/contracts-and-payments/$id" params={{ id: contract.uuid }}>
            {program.title}
          </ScreenLink>
          {separator}
          {title}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-xs print:hidden">
        <BillButton
          variant={isFirst ? 'primary' : 'secondary'}
          size="small"
          compact="phone"
          contractId={contract.uuid}
          payment={{ ...payment, title: `${program.title}, ${title}` }}
        />
        {/* On a phone they are on the page of the contract. */}
        <span className="max-md:hidden">
          <ButtonLink
            to="/contracts-and-payments/$id"
            params={{ id: contract.uuid }}
            search={{ pay: payment.uuid }}
            size="small"
          >
            <Trans>Реквизиты</Trans>
            <VisuallyHidden>
              : {program.title}, {title}
            </VisuallyHidden>
          </ButtonLink>
        </span>
      </div>
    </li>
  )
}

/** Nothing is due; what is left is paid by banks and funds, suspended or deferred. */
function NothingToPay({ plan: { byOthers, suspended, deferred } }: { plan: PaymentPlan }) {
  const { t, i18n } = useLingui()
  const [others, paused, later] = [byOthers, suspended, deferred].map((sum) => formatMoney(sum, i18n.locale))
  return (
    <Card tone="success" aria-label={t`К оплате`}>
      <div className="flex h-full items-center gap-base">
        <span className="text-ink-success">
          <Icon name="check" size={32} />
        </span>
        <div className="min-w-0">
          <h2 className="text-lg">
            <Trans>Сейчас платить ничего не нужно</Trans>
          </h2>
          {byOthers + suspended + deferred > 0 && (
            <p className="text-ink-muted">
              {byOthers > 0 && (
                <>
                  <Trans>{others} заплатит банк или фонд.</Trans>{' '}
                </>
              )}
              {suspended > 0 && (
                <>
                  <Trans>{paused} за приостановленное обучение платить не нужно, пока оно не возобновится.</Trans>{' '}
                </>
              )}
              {deferred > 0 && (
                <>
                  <Trans>{later} отсрочено.</Trans>{' '}
                </>
              )}
              <Trans>Если платить будет нужно вам, напомним за три дня до срока.</Trans>
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
