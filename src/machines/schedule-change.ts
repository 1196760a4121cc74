import { assign, setup } from 'xstate'
import { type ChangeStep, changeStepOf } from '#contract/change-steps.ts'
import { going, type Refused, withRefusal } from './address-steps.ts'
import {
  type AddressChange,
  afterMove,
  arrivals,
  type ChangePlace,
  type ChangeRefusal,
  type ChosenGroup,
  choiceAgain,
  chosenIn,
  endsChoice,
  type Judgement,
  type To,
  toConfirm,
  withChoice,
  without,
} from './change-places.ts'
import { deaf, unprovided, unprovidedAction } from './unprovided.ts'

type ChangeEvent =
  | { type: 'contract.choose'; contract: string }
  | { type: 'territory.choose'; contract: string; territory: string }
  | { type: 'group.choose'; group: string }
  | { type: 'queue.join'; group: string }
  | { type: 'preview.accept' }
  | { type: 'move.confirm' }
  | { type: 'step.back' }
  | AddressChange

/** `queue` is the group that somebody asked to wait for. */
type Context = { place: ChangePlace; queue: string | null; refusal: ChangeRefusal | null }

/** Moves a contract to another group: from the present group to a new one, step by step, each in the address. */
export const scheduleChangeMachine = setup({
  types: { context: {} as Context, events: {} as ChangeEvent, input: {} as To, tags: {} as 'busy' },
  actors: {
    followAddress: deaf<AddressChange>(),
    judge: unprovided<Judgement, ChangePlace>('judge'),
    changeGroup: unprovided<void, ChosenGroup>('changeGroup'),
    joinQueue: unprovided<void, ChosenGroup>('joinQueue'),
  },
  actions: {
    stand: assign((_, { place, refusal = null }: To & Partial<Judgement>) => ({ place, refusal, queue: null })),
    askFor: assign((_, { group }: { group: string }) => ({ queue: group, refusal: null })),
    refuse: assign((_, { refusal }: Refused) => ({ refusal })),
    /** A step in the history, the same step by another address, the step before. */
    show: unprovidedAction<To>,
    showInstead: unprovidedAction<To>,
    goBack: unprovidedAction<To>,
  },
  guards: {
    isElsewhere: ({ context }, { place }: To) => JSON.stringify(place) !== JSON.stringify(context.place),
    leadsTo: (_, { place, step }: To & { step: ChangeStep }) => changeStepOf(place) === step,
    /** A place that is held leads to its group by an address without a territory. */
    knowsTerritory: ({ context }) => context.place.territory !== undefined,
    isFullThere: ({ context }, { refusal }: Refused) =>
      refusal === 'no-place-left' && context.place.territory !== undefined,
    isFull: (_, { refusal }: Refused) => refusal === 'no-place-left',
    endsChoice: (_, { refusal }: Refused) => endsChoice(refusal),
  },
}).createMachine({
  id: 'scheduleChange',
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
      description: 'By an address: a link, a reload, the back button. Is there such a thing, and may it be had?',
      tags: 'busy',
      invoke: { id: 'judge', src: 'judge', input: ({ context }) => context.place, onDone: arrivals },
    },
    choosingGroup: {
      on: {
        'contract.choose': { target: 'choosingTerritory', actions: going('show', withChoice) },
        'territory.choose': { target: 'choosingNewGroup', actions: going('show', withChoice) },
      },
    },
    choosingTerritory: {
      on: {
        'territory.choose': { target: 'choosingNewGroup', actions: going('show', withChoice) },
        'step.back': { target: 'choosingGroup', actions: going('goBack', without('contract')) },
      },
    },
    choosingNewGroup: {
      on: {
        'group.choose': { target: 'comparing', actions: going('show', withChoice) },
        'queue.join': { target: 'joiningQueue', actions: { type: 'askFor', params: ({ event }) => event } },
        'step.back': { target: 'choosingTerritory', actions: going('goBack', without('territory')) },
      },
    },
    joiningQueue: {
      tags: 'busy',
      invoke: {
        id: 'joinQueue',
        src: 'joinQueue',
        input: ({ context: { place, queue } }) => chosenIn({ ...place, group: queue ?? '' }),
        onDone: 'choosingNewGroup',
        onError: { target: 'choosingNewGroup', actions: withRefusal('refuse') },
      },
    },
    comparing: {
      on: {
        'preview.accept': { target: 'confirming', actions: going('show', toConfirm) },
        'step.back': [
          { guard: 'knowsTerritory', target: 'choosingNewGroup', actions: going('goBack', without('group')) },
          { target: 'choosingTerritory', actions: going('goBack', without('group')) },
        ],
      },
    },
    confirming: {
      on: { 'move.confirm': 'moving', 'step.back': { target: 'comparing', actions: going('goBack', without('step')) } },
    },
    moving: {
      tags: 'busy',
      invoke: {
        id: 'changeGroup',
        src: 'changeGroup',
        input: ({ context: { place } }) => chosenIn(place),
        onDone: { target: 'done', actions: going('showInstead', afterMove) },
        onError: [...choiceAgain, { target: 'confirming', actions: withRefusal('refuse') }],
      },
      on: {
        'address.changed': {
          description: 'Whoever goes back meanwhile is kept: the answer belongs to this step.',
          guard: { type: 'isElsewhere', params: ({ event }) => event },
          actions: { type: 'show', params: ({ context: { place } }) => ({ place }) },
        },
      },
    },
    done: {},
  },
})
