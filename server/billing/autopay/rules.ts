import { retryDays } from '#contract/billing/autopay-rules.ts'
import type { AutopayEndReason, CheckoutRefusal, CheckoutState, ContractStatus } from '#contract/enumerations.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'

/** Milliseconds for which the provider remembers the key of a charge that it has not answered; it promises a day. */
export const chargeLifetimeMs = 23 * 60 * 60_000

/** Whether cards are charged for a contract: not while it is frozen or being terminated. */
export function isChargeable(status: ContractStatus): boolean {
  return status === 'Open' || status === 'Concluded'
}

/** What follows from an attempt that has ended. `ends` is why automatic payments end with it. */
export type Outcome =
  | { state: 'paid' }
  | { state: 'announced'; on: Day; refusal: CheckoutRefusal }
  | { state: 'failed'; refusal: CheckoutRefusal; ends: AutopayEndReason | null }

type Attempt = {
  state: CheckoutState
  refusal: CheckoutRefusal | null
  /** Attempts with this one. */
  attempts: number
  firstOn: Day
  isOn: boolean
}

/**
 * Refused charges are repeated by the calendar that the person has agreed to, while automatic payments are on. One that
 * was never answered is not: it may have been made.
 */
export function outcomeOf({ state, refusal, attempts, firstOn, isOn }: Attempt, today: Day): Outcome {
  if (state === 'paid') return { state }
  if (state !== 'refused' || refusal === null) return { state: 'failed', refusal: 'method-unavailable', ends: null }
  if (refusal === 'permission-revoked' || refusal === 'card-expired') return { state: 'failed', refusal, ends: refusal }
  const days = retryDays[attempts - 1]
  if (days === undefined || !isOn) return { state: 'failed', refusal, ends: null }
  const planned = addDays(firstOn, days)
  return { state: 'announced', on: planned > today ? planned : addDays(today, 1), refusal }
}
