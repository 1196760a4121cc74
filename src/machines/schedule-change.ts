import { assign, setup } from 'xstate'
import { type ScheduleChangeStep, scheduleChangeStepOf } from '#contract/screen-search.ts'
import { type FlowErrorEvent, followAddress, navigateTo, undoNavigation, withRefusal } from './address-flow.ts'
import {
  type AddressChange,
  afterTransfer,
  arrivals,
  type ChosenGroup,
  chosenGroupOf,
  endsChoice,
  isSameLocation,
  omitLocationParams,
  retryTransitions,
  type ScheduleChangeError,
  type ScheduleChangeLocation,
  type ScheduleChangeTarget,
  type ScheduleChangeValidation,
  toConfirm,
  withChoice,
} from './locations/schedule-change-location.ts'
import { noopCallback, notProvided, notProvidedAction } from './not-provided.ts'

type ChangeEvent =
  | { type: 'contract.choose'; contract: string }
  | { type: 'territory.choose'; contract: string; territory: string }
  | { type: 'group.choose'; group: string }
  | { type: 'waitingList.join'; group: string }
  | { type: 'preview.accept' }
  | { type: 'transfer.confirm' }
  | { type: 'step.back' }
  | AddressChange

/** `waitingList` is the group whose waiting list the user asks to join. */
type Context = { location: ScheduleChangeLocation; waitingList: string | null; refusal: ScheduleChangeError | null }

/** Transfers a contract to another group, step by step. Each step is in the URL. */
export const scheduleChangeMachine = setup({
  types: { context: {} as Context, events: {} as ChangeEvent, input: {} as ScheduleChangeTarget, tags: {} as 'busy' },
  actors: {
    followAddress: noopCallback<AddressChange>(),
    validateLocation: notProvided<ScheduleChangeValidation, ScheduleChangeLocation>('validateLocation'),
    requestTransfer: notProvided<void, ChosenGroup>('requestTransfer'),
    joinWaitingList: notProvided<void, ChosenGroup>('joinWaitingList'),
  },
  actions: {
    setLocation: assign(
      (_, { location, refusal = null }: ScheduleChangeTarget & Partial<Pick<ScheduleChangeValidation, 'refusal'>>) => ({
        location,
        refusal,
        waitingList: null,
      }),
    ),
    setWaitingListGroup: assign((_, { group }: { group: string }) => ({ waitingList: group, refusal: null })),
    refuse: assign((_, { refusal }: FlowErrorEvent) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
    /** Push a history entry, replace it, go back. */
    show: notProvidedAction<ScheduleChangeTarget>,
    showInstead: notProvidedAction<ScheduleChangeTarget>,
    goBack: notProvidedAction<ScheduleChangeTarget>,
  },
  guards: {
    isElsewhere: ({ context }, { location }: ScheduleChangeTarget) => !isSameLocation(location, context.location),
    leadsTo: (_, { location, step }: ScheduleChangeTarget & { step: ScheduleChangeStep }) =>
      scheduleChangeStepOf(location) === step,
    /** The link of a held place leads to its group with a URL without a territory. */
    knowsTerritory: ({ context }) => context.location.territory !== undefined,
    isFullThere: ({ context }, { refusal }: FlowErrorEvent) =>
      refusal === 'no-place-left' && context.location.territory !== undefined,
    isFull: (_, { refusal }: FlowErrorEvent) => refusal === 'no-place-left',
    endsChoice: (_, { refusal }: FlowErrorEvent) => endsChoice(refusal),
  },
}).createMachine({
  id: 'scheduleChange',
  ...followAddress<ScheduleChangeLocation>(),
  states: {
    validatingLocation: {
      description: 'By an address: a link, a reload, the back button. Is there such a thing, and may it be had?',
      tags: 'busy',
      invoke: {
        id: 'validateLocation',
        src: 'validateLocation',
        input: ({ context }) => context.location,
        onDone: arrivals,
      },
    },
    choosingGroup: {
      on: {
        'contract.choose': { target: 'choosingTerritory', actions: navigateTo('show', withChoice) },
        'territory.choose': { target: 'choosingNewGroup', actions: navigateTo('show', withChoice) },
      },
    },
    choosingTerritory: {
      on: {
        'territory.choose': { target: 'choosingNewGroup', actions: navigateTo('show', withChoice) },
        'step.back': { target: 'choosingGroup', actions: navigateTo('goBack', omitLocationParams('contract')) },
      },
    },
    choosingNewGroup: {
      on: {
        'group.choose': { target: 'comparing', actions: navigateTo('show', withChoice) },
        'waitingList.join': {
          target: 'joiningWaitingList',
          actions: { type: 'setWaitingListGroup', params: ({ event }) => event },
        },
        'step.back': { target: 'choosingTerritory', actions: navigateTo('goBack', omitLocationParams('territory')) },
      },
    },
    joiningWaitingList: {
      tags: 'busy',
      invoke: {
        id: 'joinWaitingList',
        src: 'joinWaitingList',
        input: ({ context: { location, waitingList } }) => chosenGroupOf({ ...location, group: waitingList ?? '' }),
        onDone: 'choosingNewGroup',
        onError: { target: 'choosingNewGroup', actions: withRefusal('refuse') },
      },
    },
    comparing: {
      on: {
        'preview.accept': { target: 'confirming', actions: navigateTo('show', toConfirm) },
        'step.back': [
          {
            guard: 'knowsTerritory',
            target: 'choosingNewGroup',
            actions: navigateTo('goBack', omitLocationParams('group')),
          },
          { target: 'choosingTerritory', actions: navigateTo('goBack', omitLocationParams('group')) },
        ],
      },
    },
    confirming: {
      on: {
        'transfer.confirm': { target: 'transferring', actions: 'clearRefusal' },
        'step.back': { target: 'comparing', actions: navigateTo('goBack', omitLocationParams('step')) },
      },
    },
    transferring: {
      tags: 'busy',
      invoke: {
        id: 'requestTransfer',
        src: 'requestTransfer',
        input: ({ context: { location } }) => chosenGroupOf(location),
        onDone: { target: 'done', actions: navigateTo('showInstead', afterTransfer) },
        onError: [...retryTransitions, { target: 'confirming', actions: withRefusal('refuse') }],
      },
      on: undoNavigation<ScheduleChangeLocation>(),
    },
    done: {},
  },
})
