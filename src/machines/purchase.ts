import { followAddress, navigateTo, undoNavigation, withRefusal } from './address-flow.ts'
import {
  arrivals,
  chosenPlanOf,
  omitLocationParams,
  type PurchaseLocation,
  restart,
  withBasket,
  withChosen,
  withContract,
} from './locations/purchase-location.ts'
import { purchaseSetup } from './setups/purchase-setup.ts'

const toGroups = omitLocationParams('group', 'scheme', 'basket')
const toSchemes = omitLocationParams('scheme', 'basket')

/** Buys a course: student, group, payment scheme, contract. Each step is in the URL. */
export const purchaseMachine = purchaseSetup.createMachine({
  id: 'purchase',
  ...followAddress<PurchaseLocation>(),
  states: {
    validatingLocation: {
      description: 'By an address, or because what was believed no longer holds. Is there such a thing, and for whom?',
      tags: 'busy',
      invoke: {
        id: 'validateLocation',
        src: 'validateLocation',
        input: ({ context }) => context.location,
        onDone: arrivals,
      },
    },
    choosingChild: {
      // The URL may contain a group that is not available to this child.
      on: { 'child.choose': { target: 'validatingLocation', actions: navigateTo('show', withChosen) } },
    },
    choosingGroup: {
      on: {
        'group.choose': { target: 'choosingScheme', actions: navigateTo('show', withChosen) },
        'waitingList.join': {
          target: 'joiningWaitingList',
          actions: { type: 'setWaitingListGroup', params: ({ event }) => event },
        },
        'step.back': { target: 'choosingChild', actions: navigateTo('goBack', omitLocationParams('child')) },
      },
    },
    joiningWaitingList: {
      tags: 'busy',
      invoke: {
        id: 'joinWaitingList',
        src: 'joinWaitingList',
        input: ({ context: { location, waitingList } }) => ({ child: location.child ?? '', group: waitingList ?? '' }),
        onDone: 'choosingGroup',
        onError: { target: 'choosingGroup', actions: withRefusal('refuse') },
      },
    },
    choosingScheme: {
      on: {
        'scheme.choose': { target: 'filling', actions: navigateTo('show', withChosen) },
        'step.back': { target: 'choosingGroup', actions: navigateTo('goBack', omitLocationParams('group')) },
      },
    },
    filling: {
      description: 'What was chosen becomes a basket; a user who is interrupted from here on finds it again.',
      tags: 'busy',
      invoke: {
        id: 'fillBasket',
        src: 'fillBasket',
        input: ({ context }) => chosenPlanOf(context.location),
        onDone: { target: 'reviewing', actions: navigateTo('showInstead', withBasket) },
        onError: [
          {
            guard: withRefusal('isFull'),
            target: 'choosingGroup',
            actions: [...navigateTo('showInstead', toGroups), withRefusal('refuse')],
          },
          {
            guard: withRefusal('hasChanged'),
            target: 'validatingLocation',
            actions: [...navigateTo('showInstead', toSchemes), withRefusal('refuse')],
          },
          { target: 'unfilled', actions: withRefusal('refuse') },
        ],
      },
    },
    unfilled: {
      on: {
        'basket.refill': { target: 'filling', actions: 'clearRefusal' },
        'step.back': { target: 'choosingScheme', actions: navigateTo('goBack', toSchemes) },
      },
    },
    reviewing: {
      on: {
        'contract.make': { target: 'making', actions: 'clearRefusal' },
        // With the current price.
        'basket.refill': { target: 'filling', actions: navigateTo('showInstead', omitLocationParams('basket')) },
        'basket.giveUp': { target: 'givingUp', actions: 'clearRefusal' },
        'group.reconsider': { target: 'choosingGroup', actions: navigateTo('show', toGroups) },
        'step.back': { target: 'choosingScheme', actions: navigateTo('goBack', toSchemes) },
      },
    },
    making: {
      tags: 'busy',
      invoke: {
        id: 'makeContract',
        src: 'makeContract',
        input: ({ context: { location } }) => ({ basket: location.basket ?? '', child: location.child }),
        onDone: { target: 'done', actions: navigateTo('showInstead', withContract) },
        onError: [
          {
            guard: withRefusal('isFull'),
            target: 'choosingGroup',
            actions: [...navigateTo('showInstead', toGroups), withRefusal('refuse')],
          },
          { guard: withRefusal('hasChanged'), target: 'validatingLocation', actions: withRefusal('refuse') },
          { target: 'reviewing', actions: withRefusal('refuse') },
        ],
      },
      on: undoNavigation<PurchaseLocation>(),
    },
    givingUp: {
      tags: 'busy',
      invoke: {
        id: 'dropBasket',
        src: 'dropBasket',
        input: ({ context }) => context.location.basket ?? '',
        onDone: { target: 'validatingLocation', actions: navigateTo('showInstead', restart) },
        onError: [
          { guard: withRefusal('hasChanged'), target: 'validatingLocation', actions: withRefusal('refuse') },
          { target: 'reviewing', actions: withRefusal('refuse') },
        ],
      },
    },
    done: {},
  },
})
