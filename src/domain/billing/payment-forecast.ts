import type { Contract, Operation } from '#contract/enrolment/contracts.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { isTerminationAsked } from './payments.ts'

/** Paid and unpaid amounts of a contract at the end of a month if payments follow the plan. */
export type PaymentForecast = { until: string; paid: number; left: number }

/** One forecast per month up to the last payment; empty for a single payment, and while the contract is being terminated. */
export function paymentForecastsOf(contract: Contract, today: string): PaymentForecast[] {
  const { paid, debt, payments } = contract
  if (isTerminationAsked(contract)) return []
  const ahead = payments.filter(({ left }) => left > 0)
  const last =
    ahead
      .map(({ dueOn }) => dueOn)
      .sort()
      .at(-1) ?? ''
  if (ahead.length < 2) return []
  const forecasts: PaymentForecast[] = []
  for (let until = endOfMonth(today); ; until = endOfMonth(shiftDay(until, 1, 'day'))) {
    // Overdue payments count as paid in the first month.
    const coming = ahead.filter(({ dueOn }) => dueOn <= until).reduce((sum, { left }) => sum + left, 0)
    forecasts.push({ until, paid: paid + coming, left: debt - coming })
    if (until >= last) return forecasts
  }
}

/** The forecast of the chosen month (`2027-06`), or the one in the middle. */
export function selectForecast(
  forecasts: readonly PaymentForecast[],
  month: string | undefined,
): PaymentForecast | undefined {
  return forecasts.find(({ until }) => until.slice(0, 7) === month) ?? forecasts[Math.floor((forecasts.length - 1) / 2)]
}

function endOfMonth(day: string): string {
  return shiftDay(shiftDay(`${day.slice(0, 7)}-01`, 1, 'month'), -1, 'day')
}

const oppositeOperation = { ReceivingTransferDS: 'ReturnTransferDS', ReturnTransferDS: 'ReceivingTransferDS' } as const

/**
 * The contract that received or sent a transferred amount: an opposite operation at the same instant. Null if none or
 * several of the user's contracts match.
 */
export function linkedTransferOf(
  { kind, amount, at }: Operation,
  own: Contract,
  contracts: readonly Contract[],
): Contract | null {
  if (kind !== 'ReceivingTransferDS' && kind !== 'ReturnTransferDS') return null
  const others = contracts.filter(
    (contract) =>
      contract.uuid !== own.uuid &&
      contract.payments.some(({ operations }) =>
        operations.some(
          (other) => other.kind === oppositeOperation[kind] && other.amount === amount && other.at === at,
        ),
      ),
  )
  return others.length === 1 ? (others[0] ?? null) : null
}
