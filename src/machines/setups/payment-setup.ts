import { assign, setup } from 'xstate'
import type { CheckoutMethod } from '#contract/enumerations.ts'
import { paymentStepOf } from '#contract/screen-search.ts'
import type { FlowError, FlowErrorEvent } from '#src/machines/address-flow.ts'
import {
  type AddressChange,
  type CheckoutChange,
  type CheckoutOrder,
  isSameLocation,
  type PaymentLocation,
  type PaymentTarget,
  type PaymentValidation,
  type StepCondition,
} from '#src/machines/locations/payment-location.ts'
import { noopCallback, notProvided, notProvidedAction } from '#src/machines/not-provided.ts'

type PaymentEvent =
  | { type: 'payments.select'; payment: readonly string[] }
  | { type: 'payments.confirm'; payment: readonly string[] }
  | { type: 'payments.retry'; payment: readonly string[] }
  | { type: 'method.choose'; method: CheckoutMethod }
  | { type: 'checkout.start'; order: CheckoutOrder }
  | { type: 'checkout.insist' }
  | { type: 'checkout.cancel' }
  | { type: 'bank.open' }
  | { type: 'step.back' }
  | AddressChange
  | CheckoutChange

/** `order` is what the person asked to pay last. */
type Context = { location: PaymentLocation; order: CheckoutOrder | null; refusal: FlowError | null }

/** Setup of the payment machine: types, actors, actions, guards. */
export const paymentSetup = setup({
  types: { context: {} as Context, events: {} as PaymentEvent, input: {} as PaymentTarget, tags: {} as 'busy' },
  actors: {
    followAddress: noopCallback<AddressChange>(),
    validateLocation: notProvided<PaymentValidation, PaymentLocation>('validateLocation'),
    /** Returns the id of the checkout. */
    startCheckout: notProvided<string, CheckoutOrder>('startCheckout'),
    /** Opens the page of the provider; ends when the person is back at this one. */
    openBank: notProvided<void, string>('openBank'),
    /** Says the known state of a checkout at once, then whenever the page has read it. */
    watchCheckout: noopCallback<CheckoutChange, string>(),
    cancelCheckout: notProvided<void, string>('cancelCheckout'),
  },
  actions: {
    setLocation: assign((_, { location }: PaymentTarget) => ({ location, refusal: null })),
    setOrder: assign((_, { order }: { order: CheckoutOrder }) => ({ order, refusal: null })),
    insist: assign(({ context: { order } }) => ({ order: order && { ...order, isDespiteOther: true as const } })),
    refuse: assign((_, { refusal }: FlowErrorEvent) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
    /** Push a history entry, replace it, go back. */
    show: notProvidedAction<PaymentTarget>,
    showInstead: notProvidedAction<PaymentTarget>,
    goBack: notProvidedAction<PaymentTarget>,
  },
  guards: {
    isElsewhere: ({ context }, { location }: PaymentTarget) => !isSameLocation(location, context.location),
    leadsTo: (_, { location, state, step }: StepCondition) => paymentStepOf(location, state) === step,
    isUnderWay: (_, { refusal }: FlowErrorEvent) => refusal === 'payment-in-progress',
    isFinished: (_, { refusal }: FlowErrorEvent) => refusal === 'state-conflict',
  },
})
