import { followAddress, navigateTo, undoNavigation, withRefusal } from './address-flow.ts'
import {
  arrivals,
  type CheckoutOrder,
  changesTo,
  type PaymentLocation,
  type PaymentTarget,
  toSelection,
  toStarted,
  withMethod,
  withPayments,
  withSelection,
} from './locations/payment-location.ts'
import { paymentSetup } from './setups/payment-setup.ts'

const noOrder: CheckoutOrder = { lines: [], method: 'card' }

const ofCheckout = ({ context }: { context: PaymentTarget }) => context.location.checkout ?? ''

const watchCheckout = { id: 'watchCheckout', src: 'watchCheckout', input: ofCheckout } as const

/** A checkout that ended unpaid. Money that still arrives makes it paid. */
const unpaid = {
  invoke: watchCheckout,
  on: {
    ...changesTo('paid'),
    'payments.retry': { target: 'reviewing', actions: navigateTo('show', withPayments) },
  },
} as const

/** Pays instalments online: what, how, at the bank, result. Each step is in the URL. */
export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  ...followAddress<PaymentLocation>(),
  context: ({ input: { location } }) => ({ location, order: null, refusal: null }),
  states: {
    validatingLocation: {
      description: 'By an address: a link, a reload, the return from the bank. What became of the checkout?',
      tags: 'busy',
      invoke: {
        id: 'validateLocation',
        src: 'validateLocation',
        input: ({ context }) => context.location,
        onDone: arrivals,
      },
    },
    choosing: {
      on: {
        'payments.select': { actions: navigateTo('showInstead', withSelection) },
        'payments.confirm': { target: 'reviewing', actions: navigateTo('show', withPayments) },
      },
    },
    reviewing: {
      on: {
        'method.choose': { actions: navigateTo('showInstead', withMethod) },
        'checkout.start': { target: 'starting', actions: { type: 'setOrder', params: ({ event }) => event } },
        'step.back': { target: 'choosing', actions: navigateTo('goBack', toSelection) },
      },
    },
    starting: {
      tags: 'busy',
      invoke: {
        id: 'startCheckout',
        src: 'startCheckout',
        input: ({ context }) => context.order ?? noOrder,
        onDone: { target: 'leaving', actions: navigateTo('showInstead', toStarted) },
        onError: [
          { guard: withRefusal('isUnderWay'), target: 'underWay' },
          { target: 'reviewing', actions: withRefusal('refuse') },
        ],
      },
      on: undoNavigation<PaymentLocation>(),
    },
    underWay: {
      description: 'Another person is paying one of these instalments. An own payment that is under way is continued.',
      on: {
        'checkout.insist': { target: 'starting', actions: 'insist' },
        'step.back': 'reviewing',
      },
    },
    leaving: {
      description: 'The bank opens. On a phone its app may open, and this page stays.',
      tags: 'busy',
      invoke: { id: 'openBank', src: 'openBank', input: ofCheckout, onDone: 'waiting' },
    },
    waiting: {
      invoke: watchCheckout,
      on: {
        ...changesTo('paid', 'refused', 'expired', 'canceled'),
        'bank.open': { target: 'leaving', actions: 'clearRefusal' },
        'checkout.cancel': { target: 'canceling', actions: 'clearRefusal' },
      },
    },
    canceling: {
      tags: 'busy',
      invoke: {
        id: 'cancelCheckout',
        src: 'cancelCheckout',
        input: ofCheckout,
        onDone: 'canceled',
        onError: [
          { guard: withRefusal('isFinished'), target: 'validatingLocation' },
          { target: 'waiting', actions: withRefusal('refuse') },
        ],
      },
    },
    paid: {},
    refused: unpaid,
    expired: unpaid,
    canceled: unpaid,
    lost: {},
  },
})
