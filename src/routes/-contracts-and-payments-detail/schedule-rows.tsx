import { Plural } from '@lingui/react/macro'
import type { Contract, Payment } from '#contract/enrolment/contracts.ts'
import { isCalledOff } from './payment-outcome.tsx'

/** `contracts`: all of the user, among them those to which money was moved. */
export type PaymentScheduleProps = { contract: Contract; contracts: readonly Contract[]; today: string }

/** A payment, or all that will never be asked for, in one row. */
export type ScheduleRow =
  | { key: string; payment: Payment }
  | { key: string; payment: null; calledOff: readonly Payment[] }

/** Of a contract that ends early, what is not to be paid any more stands in one row, at the end. */
export function scheduleRowsOf(contract: Contract): ScheduleRow[] {
  const { payments, termination } = contract
  const calledOff = termination
    ? payments.filter(
        (payment) =>
          payment.operations.length === 0 && (payment.status === 'Canceled' || isCalledOff(contract, payment)),
      )
    : []
  const [first] = calledOff
  if (first === undefined || calledOff.length < 2) return payments.map((payment) => ({ key: payment.uuid, payment }))
  const others = payments.filter((payment) => !calledOff.includes(payment))
  return [...others.map((payment) => ({ key: payment.uuid, payment })), { key: first.uuid, payment: null, calledOff }]
}

/** More of them are folded: what is still to be paid comes first. */
const maxClosedShown = 2

/** The paid payments that are folded; none where there are few. */
export function foldedPaymentsOf(rows: readonly ScheduleRow[]): Payment[] {
  const closed = rows.flatMap(({ payment }) => (payment?.status === 'Closed' ? [payment] : []))
  return closed.length > maxClosedShown ? closed : []
}

export function ClosedCount({ count }: { count: number }) {
  return (
    <Plural
      value={count}
      one="Оплачен # платёж"
      few="Оплачено # платежа"
      many="Оплачено # платежей"
      other="Оплачено # платежа"
    />
  )
}

/** Whether one of the payments has the operation of the address. */
export function isAmong(payments: readonly Payment[], shown: string | undefined): boolean {
  return payments.some(({ operations }) => operations.some(({ uuid }) => uuid === shown))
}

export function CalledOffCount({ count }: { count: number }) {
  return <Plural value={count} one="Ещё # платёж" few="Ещё # платежа" many="Ещё # платежей" other="Ещё # платежа" />
}
