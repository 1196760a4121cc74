import type { Contract, Operation } from '#contract/contracts.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { leftOf } from './payments.ts'

/** What will have been paid of a contract by the end of a month, and what is left then, if all goes by its plan. */
export type Forecast = { until: string; paid: number; left: number }

/** One for each month from this one to that of the last payment; none where a single payment says it all. */
export function forecastsOf({ paid, debt, payments }: Contract, today: string): Forecast[] {
  const ahead = payments.filter((payment) => payment.status !== 'Canceled' && leftOf(payment) > 0)
  const last =
    ahead
      .map(({ dueOn }) => dueOn)
      .sort()
      .at(-1) ?? ''
  if (ahead.length < 2) return []
  const forecasts: Forecast[] = []
  for (let until = endOfMonth(today); ; until = endOfMonth(shiftDay(until, 1, 'day'))) {
    // What is overdue is paid first: nobody plans to owe it still.
    const coming = ahead.filter(({ dueOn }) => dueOn <= until).reduce((sum, payment) => sum + leftOf(payment), 0)
    forecasts.push({ until, paid: paid + coming, left: debt - coming })
    if (until >= last) return forecasts
  }
}

/** The forecast of the chosen month (`2027-06`), else of the one in the middle: neither all nothing nor all paid. */
export function forecastShown(forecasts: readonly Forecast[], month: string | undefined): Forecast | undefined {
  return forecasts.find(({ until }) => until.slice(0, 7) === month) ?? forecasts[Math.floor((forecasts.length - 1) / 2)]
}

function endOfMonth(day: string): string {
  return shiftDay(shiftDay(`${day.slice(0, 7)}-01`, 1, 'month'), -1, 'day')
}

const otherWay = { ReceivingTransferDS: 'ReturnTransferDS', ReturnTransferDS: 'ReceivingTransferDS' } as const

/**
 * The contract at the other end of a transfer: what left one came to the other at the same instant. Null where none
 * of the person's own contracts, or more than one, has its like.
 */
export function transferEndOf(
  { kind, amount, at }: Operation,
  own: Contract,
  contracts: readonly Contract[],
): Contract | null {
  if (kind !== 'ReceivingTransferDS' && kind !== 'ReturnTransferDS') return null
  const others = contracts.filter(
    (contract) =>
      contract.uuid !== own.uuid &&
      contract.payments.some(({ operations }) =>
        operations.some((other) => other.kind === otherWay[kind] && other.amount === amount && other.at === at),
      ),
  )
  return others.length === 1 ? (others[0] ?? null) : null
}
