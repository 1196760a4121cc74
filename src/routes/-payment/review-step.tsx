import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { autopayTermsVersion } from '#contract/billing/autopay-rules.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { CheckoutMethod } from '#contract/enumerations.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { autopaysQuery, checkoutMethodsQuery, contractsQuery } from '#src/api/contracts.ts'
import { firstChargeOf, type PlannedCharge, plannedChargesOf } from '#src/domain/billing/autopay.ts'
import {
  type DuePayment,
  duePayments,
  type NotPaidOnline,
  type PaymentGroup,
  payableOnline,
  selectDuePayments,
  sharedDayOf,
} from '#src/domain/billing/payments.ts'
import { DueDayText } from '#src/i18n/due-text.tsx'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { CheckoutOrder } from '#src/machines/locations/payment-location.ts'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { QueryBoundary, QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { RadioGroup } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { AutopayOffer } from './autopay-offer.tsx'
import { NoMethods, NothingToPay } from './choice-step.tsx'
import { PaymentClosed, useIsPaymentClosed } from './payment-closed.tsx'
import { PaymentColumns, StickySummary } from './payment-columns.tsx'
import { PaymentLines } from './payment-lines.tsx'
import type { StepProps } from './step-props.ts'

/** Step 2: the sum, what it consists of, and how to pay it. */
export function ReviewStep({ flow }: StepProps) {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const { payment = [] } = flow.location
  const { data: online } = useQuery(optionalQuery(checkoutMethodsQuery()))
  const chosenOf = (contracts: readonly Contract[]) =>
    selectDuePayments(duePayments(payableOnline(contracts, online), today), payment)
  const { data: contracts } = useQuery(contractsQuery())
  const chosen = contracts && chosenOf(contracts)
  const sum = chosen && chosen.count > 0 ? formatMoney(chosen.sum, i18n.locale) : null
  const day = chosen && sharedDayOf(chosen.payments)
  return (
    <FlowStep
      flow={flow}
      back
      title={sum === null ? <Trans>К оплате</Trans> : <Trans>К оплате {sum}</Trans>}
      lead={
        day && (
          <span className="block first-letter:uppercase">
            <DueDayText day={day} today={today} />
          </span>
        )
      }
    >
      <QueryBoundary
        query={contractsQuery()}
        skeleton={<SkeletonBlock />}
        isEmpty={(loaded) => chosenOf(loaded).count === 0}
        empty={<NothingLeft contracts={contracts} online={online} payment={payment} />}
      >
        {(loaded) => <Review flow={flow} chosen={chosenOf(loaded)} />}
      </QueryBoundary>
    </FlowStep>
  )
}

type NothingLeftProps = {
  contracts: readonly Contract[] | undefined
  online: NotPaidOnline | undefined
  payment: readonly string[]
}

/** What was chosen has been paid meanwhile, such as in another tab; other payments may be left. */
function NothingLeft({ contracts = [], online, payment }: NothingLeftProps) {
  const { today } = useSchoolNow()
  const isPaymentClosed = useIsPaymentClosed()
  if (isPaymentClosed(payment)) return <PaymentClosed />
  if (duePayments(contracts, today).length === 0) return <NothingToPay />
  if (duePayments(payableOnline(contracts, online), today).length === 0) return <NoMethods />
  return (
    <EmptyCard
      icon="check"
      tone="success"
      title={<Trans>Это уже оплачено</Trans>}
      action={
        <ButtonLink to="/payment" variant="primary">
          <Trans>К остальным платежам</Trans>
        </ButtonLink>
      }
    >
      <Trans>Платить второй раз не нужно.</Trans>
    </EmptyCard>
  )
}

function ChosenPayments({ chosen }: { chosen: PaymentGroup }) {
  const { t } = useLingui()
  const { today } = useSchoolNow()
  const titleOf = usePaymentTitle()
  const isDayNamed = sharedDayOf(chosen.payments) !== null
  const lineOf = ({ contract, payment, left }: DuePayment) => ({
    key: payment.uuid,
    course: contract.program.title,
    student: contract.student,
    title: titleOf(payment, contract.payments),
    due: isDayNamed ? null : <DueDayText day={payment.dueOn} today={today} />,
    amount: left,
  })
  return (
    <Card as="div">
      <PaymentLines label={t`Что оплачивается`} lines={chosen.payments.map(lineOf)} />
    </Card>
  )
}

type ReviewProps = StepProps & { chosen: PaymentGroup }

/** On a phone the fast payment system comes first: its link opens the app of the bank. */
function Review(review: ReviewProps) {
  // Here, because a phone that is turned gets the other columns.
  const [isAgreed, setIsAgreed] = useState(false)
  const agreement = { isAgreed, onAgree: setIsAgreed }
  return (
    <Responsive
      from="md"
      narrow={<ReviewColumns {...review} {...agreement} first="sbp" />}
      wide={<ReviewColumns {...review} {...agreement} first="card" />}
    />
  )
}

type ReviewColumnsProps = ReviewProps & {
  /** The method that is offered first. */
  first: CheckoutMethod
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
}

/** What is paid, and how; the button that pays stands at the lower edge of a phone. */
function ReviewColumns({ flow, chosen, first, isAgreed, onAgree }: ReviewColumnsProps) {
  const result = useQuery(checkoutMethodsQuery())
  const methods = result.data?.methods.toSorted((one, other) => +(other === first) - +(one === first)) ?? []
  const method = methods.find((one) => one === flow.location.method) ?? methods[0] ?? 'card'
  const charges = useOfferedCharges(chosen)
  const isOffered = method === 'card' && charges.length > 0
  const agreed = isOffered && isAgreed ? charges : []
  return (
    <PaymentColumns
      aside={
        <QueryState
          result={result}
          skeleton={<SkeletonBlock />}
          isEmpty={() => methods.length === 0}
          empty={<NoMethods />}
        >
          {() => (
            <Card as="div">
              <div className="flex flex-col gap-base max-md:[&_input]:scroll-mb-[104px]">
                <MethodChoice flow={flow} methods={methods} method={method} />
                {isOffered && (
                  <AutopayOffer charges={charges} isAgreed={isAgreed} onChange={onAgree} isBusy={flow.isBusy} />
                )}
              </div>
            </Card>
          )}
        </QueryState>
      }
      bar={methods.length > 0 && <PayBar flow={flow} chosen={chosen} method={method} agreed={agreed} />}
      below={methods.length > 0 && <OtherWays chosen={chosen} />}
    >
      <ChosenPayments chosen={chosen} />
    </PaymentColumns>
  )
}

type MethodChoiceProps = StepProps & { methods: readonly CheckoutMethod[]; method: CheckoutMethod }

function MethodChoice({ flow, methods, method }: MethodChoiceProps) {
  const { t } = useLingui()
  // Each hint is one line: the button below stands at the same height in every language.
  const labels: Record<CheckoutMethod, { label: string; hint: string }> = {
    card: { label: t`Картой`, hint: t`Номер введёте на странице банка` },
    sbp: { label: t`По СБП`, hint: t`Через приложение вашего банка` },
  }
  return (
    <RadioGroup
      legend={<Trans>Как заплатить</Trans>}
      options={methods.map((value) => ({ value, ...labels[value], disabled: flow.isBusy }))}
      value={method}
      onChange={(chosenMethod) => flow.send({ type: 'method.choose', method: chosenMethod })}
    />
  )
}

type PayBarProps = ReviewProps & {
  method: CheckoutMethod
  /** What the person agrees to have charged later. */
  agreed: readonly PlannedCharge[]
}

/** The button that pays. It follows the terms that are agreed to and does not cover them. */
function PayBar({ flow, chosen, method, agreed }: PayBarProps) {
  const { i18n } = useLingui()
  const lines = chosen.payments.map(({ payment, left }) => ({ paymentUuid: payment.uuid, amount: left }))
  const sum = formatMoney(chosen.sum, i18n.locale)
  const contractUuids = [...new Set(agreed.map(({ contract }) => contract.uuid))]
  const autopay: Pick<CheckoutOrder, 'autopay'> =
    agreed.length > 0 ? { autopay: { contractUuids, termsVersion: autopayTermsVersion } } : {}
  return (
    <StickySummary isBar={agreed.length === 0}>
      <div className="flex flex-col gap-sm">
        {agreed.length > 0 && <NextCharge sum={sum} charges={agreed} />}
        <AccountOwnerButton
          wide
          variant="primary"
          busy={flow.isBusy}
          onClick={() => flow.send({ type: 'checkout.start', order: { lines, method, ...autopay } })}
        >
          <Trans>Оплатить {sum}</Trans>
        </AccountOwnerButton>
      </div>
    </StickySummary>
  )
}

/** What is taken now, and what the card pays by itself first. */
function NextCharge({ sum, charges }: { sum: string; charges: readonly PlannedCharge[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const next = firstChargeOf(charges)
  if (next === undefined) return null
  const [day, laterSum] = [dates.day(next.on), formatMoney(next.sum, i18n.locale)]
  return (
    <p>
      <Trans>
        Сейчас — {sum}. Следующее списание — {day}, {laterSum}.
      </Trans>
    </p>
  )
}

function OtherWays({ chosen }: { chosen: PaymentGroup }) {
  const [single] = chosen.count === 1 ? chosen.payments : []
  return (
    <div className="flex flex-col gap-xs text-sm text-ink-muted">
      <AccountOwnerOnly />
      <p>
        <Trans>Откроется страница банка: номер карты школа не видит. Потом вы вернётесь сюда.</Trans>{' '}
        {single ? (
          <ScreenLink
            to="/contracts-and-payments/$id"
            params={{ id: single.contract.uuid }}
            search={{ pay: single.payment.uuid }}
          >
            <Trans>Заплатить по счёту</Trans>
          </ScreenLink>
        ) : (
          <ScreenLink to="/contracts-and-payments">
            <Trans>Заплатить по счёту</Trans>
          </ScreenLink>
        )}
      </p>
    </div>
  )
}

/** What could be charged to the card that pays these instalments. */
function useOfferedCharges({ payments }: PaymentGroup): PlannedCharge[] {
  const { today } = useSchoolNow()
  const { data: { isOffered, autopays } = none } = useQuery(optionalQuery(autopaysQuery()))
  if (!isOffered) return []
  const contracts = [...new Set(payments.map(({ contract }) => contract))]
  return plannedChargesOf(contracts, { paid: payments.map(({ payment }) => payment.uuid), autopays, today })
}

const none: AnswerOf<Calls['GET /v1/profile/autopay/list']> = { isOffered: false, autopays: [] }
