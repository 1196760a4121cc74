import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { maxCheckoutLines } from '#contract/limits.ts'
import { checkoutMethodsQuery, contractsQuery } from '#src/api/contracts.ts'
import {
  type DuePayment,
  duePayments,
  type PaymentPreset,
  payableOnline,
  paymentPresetsOf,
  paymentSummaryOf,
  selectDuePayments,
} from '#src/domain/billing/payments.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { JointBillButton } from '#src/routes/-flow/documents/joint-bill-button.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useIsClosed } from '#src/routes/-query/use-is-closed.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { ChosenSum } from './chosen-sum.tsx'
import { LaterPayments, PaymentBoxes } from './payment-boxes.tsx'
import { PaymentClosed, useIsPaymentClosed } from './payment-closed.tsx'
import { PaymentColumns } from './payment-columns.tsx'
import type { StepProps } from './step-props.ts'

/** Step 1: which instalments, of one or several contracts. */
export function ChoiceStep({ flow }: StepProps) {
  const { today } = useSchoolNow()
  const { data } = useQuery(checkoutMethodsQuery())
  const isClosed = useIsClosed()
  const isPaymentClosed = useIsPaymentClosed()
  if (isClosed('contracts-and-payments'))
    return (
      <FlowStep flow={flow} title={<Trans>Что оплатить?</Trans>}>
        <PaymentClosed />
      </FlowStep>
    )
  return (
    <FlowStep flow={flow} title={<Trans>Что оплатить?</Trans>}>
      <QueryBoundary
        query={contractsQuery()}
        skeleton={<SkeletonCards count={2} />}
        isEmpty={(contracts) => duePayments(contracts, today).length === 0}
        empty={<NothingToPay />}
      >
        {(contracts) => {
          const payable = payableOnline(contracts, data)
          if (isPaymentClosed(uuidsOf(duePayments(contracts, today)))) return <PaymentClosed />
          const isNone = data?.methods.length === 0 || duePayments(payable, today).length === 0
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
          <Trans>К счетам</Trans>
        </ButtonLink>
      }
    >
      <Trans>Заплатите по счёту в приложении своего банка.</Trans>
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
      below={
        uuids.length > 0 &&
        uuids.length <= maxCheckoutLines && (
          <p>
            <JointBillButton of="chosen" payments={selected.payments} variant="quiet" />
          </p>
        )
      }
    >
      {presets.length > 1 && (
        <FilterChips
          single
          keepsSelected
          legendHidden
          tiles
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

/** Until when in the first line, how much in the second. */
function PresetLabel({ preset }: { preset: PaymentPreset }) {
  const { i18n } = useLingui()
  return (
    <>
      <span className="block">
        <PresetName preset={preset} />
      </span>{' '}
      <span className="block font-strong whitespace-nowrap tabular-nums">{formatMoney(preset.sum, i18n.locale)}</span>
    </>
  )
}

function PresetName({ preset: { kind, payments } }: { preset: PaymentPreset }) {
  const dates = useDates()
  const [first] = payments
  const day = dates.day(first?.payment.dueOn ?? '')
  if (kind === 'all') return <Trans>Весь остаток</Trans>
  if (kind === 'month') return <Trans>До конца месяца</Trans>
  if (first?.isOverdue) return <Trans>Долг</Trans>
  return <Trans>До {day}</Trans>
}

function uuidsOf(payments: readonly DuePayment[]): string[] {
  return payments.map(({ payment }) => payment.uuid)
}
