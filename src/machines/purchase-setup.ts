import { assign, setup } from 'xstate'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { type PurchaseStep, purchaseStepOf } from '#contract/purchase-steps.ts'
import type { Refused } from './address-steps.ts'
import {
  type AddressChange,
  type ChosenBasket,
  type ChosenPlace,
  type ChosenPlan,
  hasChanged,
  isSamePlace,
  type Judgement,
  type PurchasePlace,
  type PurchaseRefusal,
  type To,
} from './purchase-places.ts'
import { deaf, unprovided, unprovidedAction } from './unprovided.ts'

type PurchaseEvent =
  | { type: 'child.choose'; child: string }
  | { type: 'group.choose'; group: string }
  | { type: 'queue.join'; group: string }
  | { type: 'scheme.choose'; scheme: PaymentScheme }
  | { type: 'basket.refill' }
  | { type: 'basket.giveUp' }
  | { type: 'group.reconsider' }
  | { type: 'contract.make' }
  | { type: 'step.back' }
  | AddressChange

/** `queue` is the group that somebody asked to wait for. */
type Context = { place: PurchasePlace; queue: string | null; refusal: PurchaseRefusal | null }

/** What a purchase is made of, besides its states. */
export const purchaseSetup = setup({
  types: { context: {} as Context, events: {} as PurchaseEvent, input: {} as To, tags: {} as 'busy' },
  actors: {
    followAddress: deaf<AddressChange>(),
    judge: unprovided<Judgement, PurchasePlace>('judge'),
    joinQueue: unprovided<void, ChosenPlace>('joinQueue'),
    fillBasket: unprovided<string, ChosenPlan>('fillBasket'),
    dropBasket: unprovided<void, string>('dropBasket'),
    makeContract: unprovided<string, ChosenBasket>('makeContract'),
  },
  actions: {
    stand: assign((_, { place }: To) => ({ place, refusal: null, queue: null })),
    /** What led to another look at the address is still to be said, unless all is done. */
    arrive: assign(({ context }, { place, refusal }: Judgement) => ({
      place,
      refusal: refusal ?? (place.contract === undefined ? context.refusal : null),
      queue: null,
    })),
    askFor: assign((_, { group }: { group: string }) => ({ queue: group, refusal: null })),
    refuse: assign((_, { refusal }: Refused) => ({ refusal })),
    forgive: assign({ refusal: null }),
    /** A step in the history, the same step by another address, the step before. */
    show: unprovidedAction<To>,
    showInstead: unprovidedAction<To>,
    goBack: unprovidedAction<To>,
  },
  guards: {
    isElsewhere: ({ context }, { place }: To) => !isSamePlace(place, context.place),
    leadsTo: (_, { place, step }: To & { step: PurchaseStep }) => purchaseStepOf(place) === step,
    lacksBasket: (_, { place }: To) => purchaseStepOf(place) === 'reviewing' && place.basket === undefined,
    isFull: (_, { refusal }: Refused) => refusal === 'no-place-left',
    hasChanged: (_, { refusal }: Refused) => hasChanged(refusal),
  },
})
