import { assign, setup } from 'xstate'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { type PurchaseStep, purchaseStepOf } from '#contract/screen-search.ts'
import type { FlowErrorEvent } from '#src/machines/address-flow.ts'
import {
  type AddressChange,
  type ChosenBasket,
  type ChosenPlan,
  type ChosenSeat,
  isSameLocation,
  needsRevalidation,
  type PurchaseError,
  type PurchaseLocation,
  type PurchaseTarget,
  type PurchaseValidation,
} from '#src/machines/locations/purchase-location.ts'
import { noopCallback, notProvided, notProvidedAction } from '#src/machines/not-provided.ts'

type PurchaseEvent =
  | { type: 'child.choose'; child: string }
  | { type: 'group.choose'; group: string }
  | { type: 'waitingList.join'; group: string }
  | { type: 'scheme.choose'; scheme: PaymentScheme }
  | { type: 'basket.refill' }
  | { type: 'basket.giveUp' }
  | { type: 'group.reconsider' }
  | { type: 'contract.make' }
  | { type: 'step.back' }
  | AddressChange

/** `waitingList` is the group whose waiting list the user asks to join. */
type Context = { location: PurchaseLocation; waitingList: string | null; refusal: PurchaseError | null }

/** Setup of the purchase machine: types, actors, actions, guards. */
export const purchaseSetup = setup({
  types: { context: {} as Context, events: {} as PurchaseEvent, input: {} as PurchaseTarget, tags: {} as 'busy' },
  actors: {
    followAddress: noopCallback<AddressChange>(),
    validateLocation: notProvided<PurchaseValidation, PurchaseLocation>('validateLocation'),
    joinWaitingList: notProvided<void, ChosenSeat>('joinWaitingList'),
    fillBasket: notProvided<string, ChosenPlan>('fillBasket'),
    dropBasket: notProvided<void, string>('dropBasket'),
    makeContract: notProvided<string, ChosenBasket>('makeContract'),
  },
  actions: {
    setLocation: assign((_, { location }: PurchaseTarget) => ({ location, refusal: null, waitingList: null })),
    /** Keeps the error that caused the validation, unless the purchase is done. */
    arrive: assign(({ context }, { location, refusal }: PurchaseValidation) => ({
      location,
      refusal: refusal ?? (location.contract === undefined ? context.refusal : null),
      waitingList: null,
    })),
    setWaitingListGroup: assign((_, { group }: { group: string }) => ({ waitingList: group, refusal: null })),
    refuse: assign((_, { refusal }: FlowErrorEvent) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
    /** Push a history entry, replace it, go back. */
    show: notProvidedAction<PurchaseTarget>,
    showInstead: notProvidedAction<PurchaseTarget>,
    goBack: notProvidedAction<PurchaseTarget>,
  },
  guards: {
    isElsewhere: ({ context }, { location }: PurchaseTarget) => !isSameLocation(location, context.location),
    leadsTo: (_, { location, step }: PurchaseTarget & { step: PurchaseStep }) => purchaseStepOf(location) === step,
    lacksBasket: (_, { location }: PurchaseTarget) =>
      purchaseStepOf(location) === 'reviewing' && location.basket === undefined,
    isFull: (_, { refusal }: FlowErrorEvent) => refusal === 'no-place-left',
    hasChanged: (_, { refusal }: FlowErrorEvent) => needsRevalidation(refusal),
  },
})
