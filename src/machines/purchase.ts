import { going, withRefusal } from './address-steps.ts'
import { anew, arrivals, chosenIn, withBasket, withChosen, withContract, without } from './purchase-places.ts'
import { purchaseSetup } from './purchase-setup.ts'

const toGroups = without('group', 'scheme', 'basket')
const toSchemes = without('scheme', 'basket')

/** Buys a course: for whom, which group, how it is paid, what comes of it; each step in the address. */
export const purchaseMachine = purchaseSetup.createMachine({
  id: 'purchase',
  context: ({ input: { place } }) => ({ place, queue: null, refusal: null }),
  invoke: { id: 'followAddress', src: 'followAddress' },
  initial: 'arriving',
  on: {
    'address.changed': {
      guard: { type: 'isElsewhere', params: ({ event }) => event },
      target: '.arriving',
      actions: { type: 'stand', params: ({ event }) => event },
    },
  },
  states: {
    arriving: {
      description: 'By an address, or because what was believed no longer holds. Is there such a thing, and for whom?',
      tags: 'busy',
      invoke: { id: 'judge', src: 'judge', input: ({ context }) => context.place, onDone: arrivals },
    },
    choosingChild: {
      // A group may stand in the address already, and may not be for this child.
      on: { 'child.choose': { target: 'arriving', actions: going('show', withChosen) } },
    },
    choosingGroup: {
      on: {
        'group.choose': { target: 'choosingScheme', actions: going('show', withChosen) },
        'queue.join': { target: 'joiningQueue', actions: { type: 'askFor', params: ({ event }) => event } },
        'step.back': { target: 'choosingChild', actions: going('goBack', without('child')) },
      },
    },
    joiningQueue: {
      tags: 'busy',
      invoke: {
        id: 'joinQueue',
        src: 'joinQueue',
        input: ({ context: { place, queue } }) => ({ child: place.child ?? '', group: queue ?? '' }),
        onDone: 'choosingGroup',
        onError: { target: 'choosingGroup', actions: withRefusal('refuse') },
      },
    },
    choosingScheme: {
      on: {
        'scheme.choose': { target: 'filling', actions: going('show', withChosen) },
        'step.back': { target: 'choosingGroup', actions: going('goBack', without('group')) },
      },
    },
    filling: {
      description: 'What was chosen becomes a basket, which waits for whoever is interrupted from here on.',
      tags: 'busy',
      invoke: {
        id: 'fillBasket',
        src: 'fillBasket',
        input: ({ context }) => chosenIn(context.place),
        onDone: { target: 'reviewing', actions: going('showInstead', withBasket) },
        onError: [
          {
            guard: withRefusal('isFull'),
            target: 'choosingGroup',
            actions: [...going('showInstead', toGroups), withRefusal('refuse')],
          },
          {
            guard: withRefusal('hasChanged'),
            target: 'arriving',
            actions: [...going('showInstead', toSchemes), withRefusal('refuse')],
          },
          { target: 'unfilled', actions: withRefusal('refuse') },
        ],
      },
    },
    unfilled: {
      on: {
        'basket.refill': { target: 'filling', actions: 'forgive' },
        'step.back': { target: 'choosingScheme', actions: going('goBack', toSchemes) },
      },
    },
    reviewing: {
      on: {
        'contract.make': { target: 'making', actions: 'forgive' },
        // At the price of today.
        'basket.refill': { target: 'filling', actions: going('showInstead', without('basket')) },
        'basket.giveUp': { target: 'givingUp', actions: 'forgive' },
        'group.reconsider': { target: 'choosingGroup', actions: going('show', toGroups) },
        'step.back': { target: 'choosingScheme', actions: going('goBack', toSchemes) },
      },
    },
    making: {
      tags: 'busy',
      invoke: {
        id: 'makeContract',
        src: 'makeContract',
        input: ({ context: { place } }) => ({ basket: place.basket ?? '', child: place.child }),
        onDone: { target: 'done', actions: going('showInstead', withContract) },
        onError: [
          {
            guard: withRefusal('isFull'),
            target: 'choosingGroup',
            actions: [...going('showInstead', toGroups), withRefusal('refuse')],
          },
          { guard: withRefusal('hasChanged'), target: 'arriving', actions: withRefusal('refuse') },
          { target: 'reviewing', actions: withRefusal('refuse') },
        ],
      },
      on: {
        'address.changed': {
          description: 'Whoever goes back meanwhile is kept: the answer belongs to this step.',
          guard: { type: 'isElsewhere', params: ({ event }) => event },
          actions: { type: 'show', params: ({ context: { place } }) => ({ place }) },
        },
      },
    },
    givingUp: {
      tags: 'busy',
      invoke: {
        id: 'dropBasket',
        src: 'dropBasket',
        input: ({ context }) => context.place.basket ?? '',
        onDone: { target: 'arriving', actions: going('showInstead', anew) },
        onError: [
          { guard: withRefusal('hasChanged'), target: 'arriving', actions: withRefusal('refuse') },
          { target: 'reviewing', actions: withRefusal('refuse') },
        ],
      },
    },
    done: {},
  },
})
