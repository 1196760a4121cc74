import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { maxCheckoutLines } from '#contract/limits.ts'
import type { DuePayment, PaymentSummary } from '#src/domain/billing/payments.ts'
import { displayedStatusOf } from '#src/domain/contract-status.ts'
import { contractStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { JointBillButton } from '#src/routes/-flow/documents/joint-bill-button.tsx'
import { PayLink, usePayableOnline } from '#src/routes/-flow/payments/pay-link.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { ContractStatusBadge, FirstPaymentReason } from '#src/routes/-query/labels/badges.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { DueBadge, NextPaymentsText, OverdueText } from '#src/routes/-query/labels/due-payments.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { classNames } from '#src/ui/class-names.ts'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { type ChildContracts, ChildPart } from './child-part.tsx'
import { RowLines } from './row-lines.tsx'

/** Number of payments of a kind that are shown. */
const room = 5

export type FirstPayments = { overdue: readonly DuePayment[]; next: readonly DuePayment[] }

/** The payments of the chosen child, or of the family, that are overdue or due on the family's next day. */
export function firstPaymentsOf({ overdue, next }: PaymentSummary, child: ChildContracts | null): FirstPayments {
  const ofChild = ({ contract }: DuePayment) => child === null || contract.student.uuid === child.uuid
  return { overdue: overdue.payments.filter(ofChild), next: next?.payments.filter(ofChild) ?? [] }
}

/** The contracts without those whose payments are shown here. */
export function otherContracts(contracts: readonly Contract[], { overdue, next }: FirstPayments): readonly Contract[] {
  const shown = new Set([...overdue.slice(0, room), ...next.slice(0, room)].map(({ contract }) => contract))
  return contracts.filter((contract) => !shown.has(contract))
}

type DuePaymentsProps = {
  summary: PaymentSummary
  first: FirstPayments
  child: ChildContracts | null
  today: string
}

/** What the family has to pay: what is overdue, apart from what is due on the next day of the plan. */
export function DuePayments({ summary: { overdue, next }, first, child, today }: DuePaymentsProps) {
  const { t } = useLingui()
  const all = [...first.overdue, ...first.next]
  const isNamed = child === null && (first.overdue.length === 0 || first.next.length === 0)
  return (
    <Card padding="flush" aria-label={t`К оплате`}>
      <div className="divide-y divide-line-soft">
        {overdue.count > 0 && (
          <PaymentSection
            payments={first.overdue}
            child={child}
            today={today}
            isFirst
            heading={
              <span className="text-ink-error">
                <OverdueText overdue={overdue} />
              </span>
            }
          />
        )}
        {next && (
          <PaymentSection
            payments={first.next}
            child={child}
            today={today}
            isFirst={first.overdue.length === 0}
            heading={
              <>
                <span>
                  <NextPaymentsText next={next} />
                </span>
                <DueBadge day={next.day} today={today} />
              </>
            }
          />
        )}
        {all.length > 1 && all.length <= maxCheckoutLines && (
          <p className="py-xs md:px-xs print:hidden">
            <JointBillButton of={isNamed ? 'named' : 'all'} payments={all} variant="quiet" />
          </p>
        )}
      </div>
    </Card>
  )
}

type PaymentSectionProps = {
  /** Those of the chosen child, or of the family. */
  payments: readonly DuePayment[]
  child: ChildContracts | null
  today: string
  /** Has the payment to make first: the primary button of the page, which pays online or is the bill of a single payment. */
  isFirst: boolean
  heading: ReactNode
}

/** A sum, with the way to pay it, and the bill of a single payment. Several payments have their own bills below it. */
function PaymentSection({ payments, child, today, isFirst, heading }: PaymentSectionProps) {
  const [first] = payments
  const isSingle = payments.length === 1
  const online = usePayableOnline(payments)
  const isOnline = online.length > 0
  const variant = isFirst ? 'primary' : 'secondary'
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-sm p-base md:px-lg md:py-base">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-sm gap-y-xxs text-2xl font-strong tabular-nums">
            {heading}
          </h2>
          <ChildPart child={child} sum={payments.reduce((sum, { left }) => sum + left, 0)} />
        </div>
        {first && (isSingle || isOnline) && (
          <div className="grid gap-xs max-md:w-full min-[360px]:grid-cols-[1fr_auto] md:flex print:hidden">
            {isOnline && (
              <div className="grid min-[360px]:col-span-2">
                <PayLink
                  payments={online}
                  variant={variant}
                  isSumShown={child === null && online.length === payments.length}
                />
              </div>
            )}
            {isSingle && (
              <div className="grid min-[360px]:col-span-2">
                <BillLink due={first} variant={isOnline ? 'secondary' : variant} />
              </div>
            )}
          </div>
        )}
      </div>
      {payments.length > 0 && (
        <ul className="divide-y divide-line-soft border-t border-line-soft">
          {payments.slice(0, room).map((due) => (
            <PaymentRow key={due.payment.uuid} due={due} today={today} isAlone={isSingle} />
          ))}
          {payments.length > room && (
            <li className="px-base py-sm text-ink-muted md:px-lg">
              <Plural
                value={payments.length - room}
                one="И ещё # платёж — на странице договора"
                few="И ещё # платежа — на страницах договоров"
                many="И ещё # платежей — на страницах договоров"
                other="И ещё # платежа — на страницах договоров"
              />
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** `isAlone`: the heading has its sum and its actions. */
type PaymentRowProps = { due: DuePayment; today: string; isAlone: boolean }

/** A payment, and a link to its bill. */
function PaymentRow({ due, today, isAlone }: PaymentRowProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const ownId = useCurrentUserId()
  const { contract, payment, left, isOverdue } = due
  const day = dates.dayShort(payment.dueOn)
  const { student, program, number } = contract
  const status = displayedStatusOf(contract, today)
  const title = usePaymentTitle()(payment, contract.payments)
  return (
    <li
      className={classNames(
        'group relative grid min-h-[56px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-base px-base py-xs hover:bg-grey-2 md:px-lg',
        !isAlone && 'md:grid-cols-[minmax(0,1fr)_auto_auto]',
      )}
    >
      <RowLines
        title={
          <Link
            to="/contracts-and-payments/$id"
            params={{ id: contract.uuid }}
            className={`${stretchedLink} font-medium group-hover:text-ink-link`}
          >
            <SchoolText>{program.title}</SchoolText>
          </Link>
        }
        state={status !== 'Concluded' && <ContractStatusBadge status={status} />}
        isStateWide
      >
        {student.uuid !== ownId && (
          <>
            <span className="text-ink">{student.firstName}</span>
            {separator}
          </>
        )}
        {/* A phone has a line for all: the day before the state, which is cut where it does not fit. */}
        <span className={isOverdue ? 'max-md:hidden' : undefined}>{title}</span>
        <span className="max-md:hidden">
          {status === 'Open' && (
            <>
              {separator}
              <FirstPaymentReason />
            </>
          )}
          {separator}
          <Trans>
            Договор <ContractNumber>{number}</ContractNumber>
          </Trans>
        </span>
        {isOverdue && (
          <span className="text-ink-error md:hidden">
            <Trans>срок {day}</Trans>
          </span>
        )}
        {status !== 'Concluded' && (
          <span className="md:hidden">
            {separator}
            {i18n._(labelOf(contractStatusLabels, status))}
          </span>
        )}
      </RowLines>
      <div className="flex flex-col items-end text-right">
        {!isAlone && (
          <p className="font-strong whitespace-nowrap tabular-nums md:text-lg">{formatMoney(left, i18n.locale)}</p>
        )}
        {isOverdue && (
          <span className="max-md:hidden">
            <DueBadge day={payment.dueOn} today={today} />
          </span>
        )}
        {!isAlone && <Responsive from="md" narrow={<PhoneBillLink due={due} />} wide={null} />}
      </div>
      {!isAlone && (
        <Responsive
          from="md"
          narrow={null}
          wide={
            <div className="relative print:hidden">
              <BillLink due={due} size="small" />
            </div>
          }
        />
      )}
    </li>
  )
}

type BillLinkProps = { due: DuePayment; size?: 'small'; variant?: 'primary' | 'secondary' }

/** Opens the bill: its bank details and its PDF. */
function BillLink({ due, ...button }: BillLinkProps) {
  const { contract, payment } = due
  return (
    <ButtonLink
      {...button}
      to="/contracts-and-payments/$id"
      params={{ id: contract.uuid }}
      search={{ pay: payment.uuid }}
    >
      <Trans>Счёт</Trans>
      <VisuallyHidden>: {useTitleWithCourse()(due)}</VisuallyHidden>
    </ButtonLink>
  )
}

/** The same on a phone. A press beside its words is one on it, up to the next row. */
function PhoneBillLink({ due }: BillLinkProps) {
  const { contract, payment } = due
  return (
    <Link
      to="/contracts-and-payments/$id"
      params={{ id: contract.uuid }}
      search={{ pay: payment.uuid }}
      className="relative block text-sm text-ink-link after:absolute after:-inset-x-xs after:-top-[18px] after:-bottom-xs print:hidden"
    >
      <Trans>Счёт</Trans>
      <VisuallyHidden>: {useTitleWithCourse()(due)}</VisuallyHidden>
    </Link>
  )
}

/** Distinguishes the buttons of several payments for screen readers. */
function useTitleWithCourse(): (due: DuePayment) => string {
  const titleOf = usePaymentTitle()
  return ({ contract, payment }) => `${contract.program.title}, ${titleOf(payment, contract.payments)}`
}
