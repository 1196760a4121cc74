import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { maxCheckoutLines } from '#contract/limits.ts'
import { checkoutMethodsQuery, contractsQuery } from '#src/api/contracts.ts'
import {
  type DuePayment,
  duePayments,
  groupOf,
  type PaymentPreset,
  paymentPresetsOf,
  selectDuePayments,
} from '#src/domain/payments.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import { DueText } from '#src/i18n/due-text.tsx'
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
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { StepProps } from './step-props.ts'

/** Step 1: which instalments, of one or several contracts. */
export function ChoiceStep({ flow }: StepProps) {
  const { today } = useSchoolNow()
  const { data: { methods } = {} } = useQuery(checkoutMethodsQuery())
  return (
    <FlowStep flow={flow} title={<Trans>Что оплатить?</Trans>}>
      <QueryBoundary
        query={contractsQuery()}
        skeleton={<SkeletonCards count={2} />}
        isEmpty={(contracts) => duePayments(contracts, today).length === 0}
        empty={<NothingToPay />}
      >
        {(contracts) => (methods?.length === 0 ? <NoMethods /> : <Choice contracts={contracts} flow={flow} />)}
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

/** The school has no payment provider. */
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
  const { t, i18n } = useLingui()
  const { today } = useSchoolNow()
  const due = duePayments(contracts, today)
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
  const sum = formatMoney(selected.sum, i18n.locale)
  return (
    <>
      {presets.length > 1 && (
        <FilterChips
          single
          keepsSelected
          legendHidden
          legend={t`Выбрать сразу`}
          options={presets.map((preset) => ({ value: preset.kind, label: <PresetLabel preset={preset} /> }))}
          selected={presets.filter(isPreset).map(({ kind }) => kind)}
          onChange={([kind]) => select(uuidsOf(presets.find((preset) => preset.kind === kind)?.payments ?? []))}
        />
      )}
      {[...Map.groupBy(due, ({ contract }) => contract)].map(([contract, payments]) => (
        <ContractPayments
          key={contract.uuid}
          contract={contract}
          payments={payments}
          isSelected={isSelected}
          toggle={toggle}
        />
      ))}
      {selected.count > maxCheckoutLines && (
        <p role="status" className="text-ink-error">
          <Trans>За один раз можно оплатить не больше {maxCheckoutLines} платежей.</Trans>
        </p>
      )}
      <footer className="sticky bottom-0 z-header -mx-base flex flex-wrap items-center justify-between gap-x-base gap-y-xs border-t border-line bg-surface-layout px-base py-sm max-md:bottom-[calc(56px+env(safe-area-inset-bottom))] low:static print:hidden">
        <p aria-live="polite" className="min-w-0">
          <span className="block text-xl font-strong tabular-nums">{sum}</span>
          <span className="text-sm text-ink-muted">
            {selected.count > 0 ? <PaymentCount count={selected.count} /> : <Trans>Отметьте, что оплатить</Trans>}
          </span>
        </p>
        <Button
          variant="primary"
          disabled={selected.count === 0 || selected.count > maxCheckoutLines}
          onClick={() => send({ type: 'payments.confirm', payment: uuids })}
        >
          <Trans>Выбрать способ оплаты</Trans>
        </Button>
      </footer>
    </>
  )
}

function PresetLabel({ preset: { kind, payments, sum } }: { preset: PaymentPreset }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const money = formatMoney(sum, i18n.locale)
  const [first] = payments
  if (kind === 'all') return <Trans>Всё до конца: {money}</Trans>
  if (kind === 'month') return <Trans>До конца месяца: {money}</Trans>
  if (first?.isOverdue) return <Trans>Долг: {money}</Trans>
  return (
    <Trans>
      До {dates.day(first?.payment.dueOn ?? '')}: {money}
    </Trans>
  )
}

type ContractPaymentsProps = {
  contract: Contract
  payments: readonly DuePayment[]
  isSelected: (due: DuePayment) => boolean
  toggle: (some: readonly DuePayment[], isOn: boolean) => void
}

/** The payments of a contract, each with a box, and one for all of them. */
function ContractPayments({ contract, payments, isSelected, toggle }: ContractPaymentsProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const titleOf = usePaymentTitle()
  const ownId = useCurrentUserId()
  const { program, student, number } = contract
  const rest = formatMoney(groupOf(payments).sum, i18n.locale)
  const who = student.uuid === ownId ? '' : `${student.firstName}, `
  return (
    <Card
      padding="flush"
      title={<SchoolText>{program.title}</SchoolText>}
      level={3}
      aria-label={`${who}${program.title}`}
    >
      <p className="-mt-sm px-base pb-sm text-sm text-ink-muted md:px-lg">
        {who}
        <Trans>договор №&nbsp;{number}</Trans>
      </p>
      <ul className="divide-y divide-line-soft border-t border-line-soft">
        {payments.map((due) => {
          const { payment, left, isOverdue } = due
          const day = dates.day(payment.dueOn)
          return (
            <li
              key={payment.uuid}
              className="flex min-h-[56px] items-center justify-between gap-base px-base py-xs md:px-lg"
            >
              <Checkbox
                checked={isSelected(due)}
                onChange={({ target }) => toggle([due], target.checked)}
                hint={
                  <span className={isOverdue ? 'text-ink-error' : undefined}>
                    <Trans>до {day}</Trans>, <DueText days={daysUntil(payment.dueOn, today)} />
                  </span>
                }
              >
                {titleOf(payment, contract.payments)}
              </Checkbox>
              <p className="font-strong whitespace-nowrap tabular-nums">{formatMoney(left, i18n.locale)}</p>
            </li>
          )
        })}
        {payments.length > 1 && (
          <li className="flex min-h-[56px] items-center px-base py-xs md:px-lg">
            <Checkbox checked={payments.every(isSelected)} onChange={({ target }) => toggle(payments, target.checked)}>
              {t`Весь остаток по договору: ${rest}`}
            </Checkbox>
          </li>
        )}
      </ul>
    </Card>
  )
}

function uuidsOf(payments: readonly DuePayment[]): string[] {
  return payments.map(({ payment }) => payment.uuid)
}
