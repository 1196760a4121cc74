import type { AutopayTermsVersion } from '#contract/billing/autopay-rules.ts'
import type { CheckoutMethod, CheckoutState } from '#contract/enumerations.ts'
import type { PaymentSearch, PaymentStep } from '#contract/screen-search.ts'
import { type FlowError, type LocationContext, omitParams, type ValidatedLocation } from '#src/machines/address-flow.ts'

/** The parsed URL of a payment: what is paid, how, and the checkout that was started. */
export type PaymentLocation = Omit<PaymentSearch, 'tickets'>
/** `state`: of the checkout of the URL; absent if it could not be read. */
export type PaymentValidation = ValidatedLocation<PaymentLocation, FlowError> & { state?: CheckoutState | 'lost' }
export type PaymentTarget = LocationContext<PaymentLocation>

/** What the person pays, with the unpaid amounts as they were shown. Amounts are kopecks. */
export type CheckoutOrder = {
  lines: { paymentUuid: string; amount: number }[]
  method: CheckoutMethod
  /** Although another payment of an instalment is under way. */
  isDespiteOther?: true
  /** The person agrees to automatic payments of these contracts. */
  autopay?: { contractUuids: string[]; termsVersion: AutopayTermsVersion }
}

type Args<Event = unknown> = { context: PaymentTarget; event: Event }
type ValidationDone = { event: { output: PaymentValidation } }

export type AddressChange = { type: 'address.changed'; location: PaymentLocation }
export type CheckoutChange = { type: 'checkout.changed'; state: CheckoutState }

const parts = ['payment', 'method', 'step', 'checkout'] as const

export function isSameLocation(one: PaymentLocation, other: PaymentLocation): boolean {
  return parts.every((part) => String(one[part]) === String(other[part]))
}

/** Whether the URL and the state of its checkout lead to a step. */
export type StepCondition = { location: PaymentLocation; state: PaymentValidation['state']; step: PaymentStep }

/** Transitions to the step of a validated URL. */
export const arrivals = (
  ['choosing', 'reviewing', 'waiting', 'paid', 'refused', 'expired', 'canceled', 'lost'] as const
).map((step) => ({
  guard: {
    type: 'leadsTo' as const,
    params: ({ event: { output } }: ValidationDone): StepCondition => ({ ...output, state: output.state, step }),
  },
  target: step,
}))

/** Transitions when the state of the checkout has changed to that of one of the steps. */
export function changesTo<Step extends PaymentStep>(...steps: readonly Step[]) {
  return {
    'checkout.changed': steps.map((step) => ({
      guard: {
        type: 'leadsTo' as const,
        params: ({ context: { location }, event: { state } }: Args<CheckoutChange>): StepCondition => ({
          location,
          state,
          step,
        }),
      },
      target: step,
      actions: 'clearRefusal' as const,
    })),
  }
}

/** The instalments are still being chosen; none is a choice too. */
export function withSelection({ event: { payment } }: Args<{ payment: readonly string[] }>): PaymentLocation {
  return { ...(payment.length > 0 && { payment: [...payment] }), step: 'choose' }
}

/** The instalments are chosen. */
export function withPayments({ event: { payment } }: Args<{ payment: readonly string[] }>): PaymentLocation {
  return { payment: [...payment] }
}

export function toSelection({ context: { location } }: Args): PaymentLocation {
  return { ...omitParams<PaymentLocation>('method')({ context: { location } }), step: 'choose' }
}

export function withMethod({ context: { location }, event }: Args<{ method: CheckoutMethod }>): PaymentLocation {
  return { ...location, method: event.method }
}

export function toStarted({ event }: Args<{ output: string }>): PaymentLocation {
  return { checkout: event.output }
}
