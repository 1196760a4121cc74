import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { maxCheckoutLines } from '#contract/limits.ts'
import { checkoutMethodsQuery, contractsQuery } from '#src/api/contracts.ts'
import {
  type DuePayment,
  duePayments,
  groupOf,
  type PaymentGroup,
  type PaymentPreset,
  payableOnline,
  paymentPresetsOf,
  paymentSummaryOf,
  selectDuePayments,
} from '#src/domain/payments.ts'
import { DueDayText } from '#src/i18n/due-text.tsx'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { PaymentCount } from '#src/routes/-query/labels/due-payments.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PaymentColumns, StickySummary } from './payment-columns.tsx'
import type { StepProps } from './step-props.ts'

/** Step 1: which instalments, of one or several contracts. */
export function ChoiceStep({ flow }: StepProps) {
  const { today } = useSchoolNow()
  const { data: { methods, byBillOnly } = {} } = useQuery(checkoutMethodsQuery())
  return (
    <FlowStep flow={flow} title={<Trans>Что оплатить?</Trans>}>
      <QueryBoundary
        query={contractsQuery()}
        skeleton={<SkeletonCards count={2} />}
        isEmpty={(contracts) => duePayments(contracts, today).length === 0}
        empty={<NothingToPay />}
      >
        {(contracts) => {
          const payable = payableOnline(contracts, byBillOnly)
          const isNone = methods?.length === 0 || duePayments(payable, today).length === 0
          return isNone ? <NoMethods /> : <Choice contracts={payable} flow={flow} />
        }}
      </QueryBoundary>
    </FlowStep>
  )
}

export function NothingToPay() {
  return (
    <EmptyCard
      icon="check"
      tone="success"
      title={<Trans>Сейчас платить ничего не нужно</Trans>}
      action={
        <ButtonLink to="/contracts-and-payments">
          <Trans>К договорам</Trans>
        </ButtonLink>
      }
    >
      <Trans>Все платежи на сегодня внесены. О следующем напомним за три дня.</Trans>
    </EmptyCard>
  )
}

/** The school has no payment provider, or another legal entity takes the money. */
export function NoMethods() {
  return (
    <EmptyCard
      icon="wallet"
      title={<Trans>Оплатить здесь пока нельзя</Trans>}
      action={
        <ButtonLink to="/contracts-and-payments" variant="primary">
          <Trans>К счетам и реквизитам</Trans>
        </ButtonLink>
      }
    >
      <Trans>Заплатите в приложении своего банка по счёту или реквизитам.</Trans>
    </EmptyCard>
  )
}

type ChoiceProps = StepProps & { contracts: readonly Contract[] }

function Choice({ contracts, flow: { location, send } }: ChoiceProps) {
  const { t } = useLingui()
  const { today } = useSchoolNow()
  const due = duePayments(contracts, today)
  const { overdue, next } = paymentSummaryOf(contracts, today)
  const first = [...overdue.payments, ...(next?.payments ?? [])]
  const uuidsOfFirst = uuidsOf(first)
  const later = due.filter(({ payment }) => !uuidsOfFirst.includes(payment.uuid))
  const presets = paymentPresetsOf(contracts, today)
  const preselected = location.step === undefined ? (presets[0]?.payments ?? []) : []
  const selected = selectDuePayments(due, location.payment ?? uuidsOf(preselected))
  const uuids = uuidsOf(selected.payments)
  const isPreset = ({ payments }: PaymentPreset) => payments.length === uuids.length && payments.every(isSelected)
  const isSelected = ({ payment }: DuePayment) => uuids.includes(payment.uuid)
  const select = (payment: readonly string[]) => send({ type: 'payments.select', payment })
  const toggle = (some: readonly DuePayment[], isOn: boolean) => {
    const others = uuids.filter((uuid) => !some.some(({ payment }) => payment.uuid === uuid))
    select(isOn ? [...others, ...uuidsOf(some)] : others)
  }
  const selection = { isSelected, toggle }
  return (
    <PaymentColumns
      aside={<ChosenSum selected={selected} onConfirm={() => send({ type: 'payments.confirm', payment: uuids })} />}
    >
      {presets.length > 1 && (
        <FilterChips
          single
          keepsSelected
          wrap
          legendHidden
          legend={t`Выбрать сразу`}
          options={presets.map((preset) => ({ value: preset.kind, label: <PresetLabel preset={preset} /> }))}
          selected={presets.filter(isPreset).map(({ kind }) => kind)}
          onChange={([kind]) => select(uuidsOf(presets.find((preset) => preset.kind === kind)?.payments ?? []))}
        />
      )}
      <Card as="div" padding="flush">
        <PaymentBoxes {...selection} label={t`Ближайшие платежи`} payments={first} />
      </Card>
      {later.length > 0 && <LaterPayments {...selection} due={due} later={later} />}
    </PaymentColumns>
  )
}

type ChosenSumProps = { selected: PaymentGroup; onConfirm: () => void }

/** The sum of what is chosen, of each child if there are several, and the way on. */
function ChosenSum({ selected: { payments, sum, count }, onConfirm }: ChosenSumProps) {
  const { i18n } = useLingui()
  const children = [...Map.groupBy(payments, ({ contract }) => contract.student.uuid).values()]
  return (
    <StickySummary isBar>
      <div className="flex flex-wrap items-center justify-between gap-x-base gap-y-xs lg:flex-col lg:items-stretch lg:gap-y-base">
        <div className="min-w-0">
          <p aria-live="polite">
            <span className="block text-xl font-strong tabular-nums lg:text-2xl">{formatMoney(sum, i18n.locale)}</span>
            <span className="text-sm text-ink-muted">
              {count > 0 ? <PaymentCount count={count} /> : <Trans>Отметьте, что оплатить</Trans>}
            </span>
          </p>
          {children.length > 1 && (
            <ul className="mt-base flex flex-col gap-xxs border-t border-line-soft pt-base max-lg:hidden">
              {children.map((ofChild) => (
                <li key={ofChild[0]?.contract.student.uuid} className="flex justify-between gap-base">
                  <span className="min-w-0">{ofChild[0]?.contract.student.firstName}</span>
                  <span className="whitespace-nowrap tabular-nums">
                    {formatMoney(groupOf(ofChild).sum, i18n.locale)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
        {count > maxCheckoutLines && (
          <p role="status" className="text-ink-error">
            <Trans>За один раз можно оплатить не больше {maxCheckoutLines} платежей.</Trans>
          </p>
        )}
        <Button variant="primary" disabled={count === 0 || count > maxCheckoutLines} onClick={onConfirm}>
          <Trans>Выбрать способ оплаты</Trans>
        </Button>
      </div>
    </StickySummary>
  )
}

function PresetLabel({ preset: { kind, payments, sum } }: { preset: PaymentPreset }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const money = formatMoney(sum, i18n.locale)
  const [first] = payments
  if (kind === 'all') return <Trans>Весь остаток: {money}</Trans>
  if (kind === 'month') return <Trans>До конца месяца: {money}</Trans>
  if (first?.isOverdue) return <Trans>Долг: {money}</Trans>
  return (
    <Trans>
      До {dates.day(first?.payment.dueOn ?? '')}: {money}
    </Trans>
  )
}

type Selection = {
  isSelected: (due: DuePayment) => boolean
  toggle: (some: readonly DuePayment[], isOn: boolean) => void
}

type LaterPaymentsProps = Selection & { due: readonly DuePayment[]; later: readonly DuePayment[] }

/** What is not due next, folded: how much until when. */
function LaterPayments({ due, later, isSelected, toggle }: LaterPaymentsProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  // Only at first: a fold must not close under the finger.
  const [isOpen] = useState(() => later.some(isSelected) && !due.every(isSelected))
  const { sum, count } = groupOf(later)
  const last = later.at(-1)?.payment.dueOn ?? ''
  const chosen = later.filter(isSelected).length
  return (
    <Card as="div" padding="flush">
      <div className="px-base py-xs md:px-lg">
        <Disclosure
          isOpen={isOpen}
          summary={
            <>
              <LaterText
                count={count}
                until={dates.day(last)}
                year={last.slice(0, 4)}
                sum={formatMoney(sum, i18n.locale)}
              />
              {chosen > 0 && (
                <span className="block text-sm font-normal text-ink-muted">
                  <Trans>Выбрано: {chosen}</Trans>
                </span>
              )}
            </>
          }
        >
          <div className="-mx-base md:-mx-lg">
            {[...Map.groupBy(later, ({ contract }) => contract)].map(([contract, payments]) => {
              const all = due.filter((payment) => payment.contract === contract)
              const rest = formatMoney(groupOf(all).sum, i18n.locale)
              return (
                <section key={contract.uuid} aria-label={contract.program.title} className="border-t border-line-soft">
                  <PaymentBoxes label={contract.program.title} {...{ payments, isSelected, toggle }} />
                  {all.length > 1 && (
                    <div className="flex min-h-[56px] items-center border-t border-line-soft px-base py-xs md:px-lg">
                      <Checkbox checked={all.every(isSelected)} onChange={({ target }) => toggle(all, target.checked)}>
                        {t`Весь остаток по договору №\u00a0${contract.number}: ${rest}`}
                      </Checkbox>
                    </div>
                  )}
                </section>
              )
            })}
          </div>
        </Disclosure>
      </div>
    </Card>
  )
}

type LaterTextProps = { count: number; until: string; year: string; sum: string }

/** «Ещё 14 платежей до 5 мая 2027, 312 000 ₽». */
function LaterText({ count, until, year, sum }: LaterTextProps) {
  return (
    <Plural
      value={count}
      one={`Ещё # платёж до ${until} ${year}, ${sum}`}
      few={`Ещё # платежа до ${until} ${year}, ${sum}`}
      many={`Ещё # платежей до ${until} ${year}, ${sum}`}
      other={`Ещё # платежа до ${until} ${year}, ${sum}`}
    />
  )
}

type PaymentBoxesProps = Selection & { label: string; payments: readonly DuePayment[] }

/** Payments, each with a box: course, student and title, until when, amount. */
function PaymentBoxes({ label, payments, isSelected, toggle }: PaymentBoxesProps) {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const titleOf = usePaymentTitle()
  const ownId = useCurrentUserId()
  return (
    <ul aria-label={label} className="divide-y divide-line-soft [&_input]:scroll-mb-[104px]">
      {payments.map((due) => {
        const { contract, payment, left, isOverdue } = due
        const { program, student } = contract
        return (
          <li
            key={payment.uuid}
            className="flex min-h-[64px] items-center justify-between gap-base px-base py-xs md:px-lg"
          >
            <Checkbox
              checked={isSelected(due)}
              onChange={({ target }) => toggle([due], target.checked)}
              hint={
                <span className={isOverdue ? 'text-ink-error' : undefined}>
                  <DueDayText day={payment.dueOn} today={today} />
                </span>
              }
            >
              <span className="font-medium">
                <SchoolText>{program.title}</SchoolText>
              </span>
              <span className="block text-sm text-ink-muted">
                {[...(student.uuid === ownId ? [] : [student.firstName]), titleOf(payment, contract.payments)].join(
                  separator,
                )}
              </span>
            </Checkbox>
            <p className="font-strong whitespace-nowrap tabular-nums">{formatMoney(left, i18n.locale)}</p>
          </li>
        )
      })}
    </ul>
  )
}

function uuidsOf(payments: readonly DuePayment[]): string[] {
  return payments.map(({ payment }) => payment.uuid)
}
