import type { Autopay, AutopayCharge } from '#contract/billing/autopay.ts'
import { announcementDays } from '#contract/billing/autopay-rules.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { type DuePayment, duePayments } from '#src/domain/billing/payments.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'

/** An instalment that will be charged, and when. */
export type PlannedCharge = DuePayment & { on: string }

/**
 * What is charged if the person agrees today: instalments that fall due later and are not paid now (`paid`), of contracts
 * that are not paid automatically yet; the earliest first.
 */
export function plannedChargesOf(
  contracts: readonly Contract[],
  { paid, autopays, today }: { paid: readonly string[]; autopays: readonly Autopay[]; today: string },
): PlannedCharge[] {
  const soonest = shiftDay(today, announcementDays, 'day')
  const isOn = (contract: Contract) =>
    autopays.some(({ contractUuid, state }) => contractUuid === contract.uuid && state === 'on')
  return duePayments(
    contracts.filter((contract) => !isOn(contract)),
    today,
  )
    .filter(({ payment }) => payment.dueOn > today && !paid.includes(payment.uuid))
    .map((due) => ({ ...due, on: laterOf(due.payment.dueOn, soonest) }))
}

/** What is charged first: the day, and the sum of all charges of it in kopecks. Undefined without charges. */
export function firstChargeOf(charges: readonly PlannedCharge[]): { on: string; sum: number } | undefined {
  const [first] = charges
  if (first === undefined) return undefined
  const sum = charges.filter(({ on }) => on === first.on).reduce((total, { left }) => total + left, 0)
  return { on: first.on, sum }
}

function laterOf(one: string, other: string): string {
  return [one, other].sort().at(-1) ?? one
}

/** Whether the card will be charged, or is being charged. */
export function isAhead({ state }: AutopayCharge): boolean {
  return state === 'planned' || state === 'announced' || state === 'charging'
}
