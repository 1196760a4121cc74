import { assign, setup } from 'xstate'
import type { PairingKind, PairingObstacle } from '#contract/enumerations.ts'
import type { GuardianPreset } from '#contract/people/guardian-rights.ts'
import { notProvided, notProvidedAction } from './not-provided.ts'
import { type CodeError, type CodeErrorParams, codeGuards, type EnteredCode } from './one-time-code.ts'
import { withRefusal } from './states/code-states.ts'

/** Whose code it is, and what it gives. */
export type PairingOffer = {
  kind: PairingKind
  /** Null for the child's own account. */
  preset: GuardianPreset | null
  child: { firstName: string; lastName: string }
  madeBy: string | null
  isBySchool: boolean
}

/** What the server says about a code: what it gives, or why it does not work for the person. */
export type LookedAt = { offer: PairingOffer | null; obstacle: PairingObstacle | null }

type PairingContext = LookedAt & { code: string; refusal: CodeError | null }

type PairingEvent =
  | ({ type: 'code.submit' } & EnteredCode)
  | { type: 'code.edit' }
  | { type: 'pairing.confirm' }
  | { type: 'code.cancel' }

const nothing = { offer: null, obstacle: null, refusal: null }

/** Uses a pairing code: enter it, look at whose it is and which rights it gives, confirm. */
export const pairingMachine = setup({
  types: { context: {} as PairingContext, events: {} as PairingEvent, tags: {} as 'busy' },
  actors: {
    lookAtCode: notProvided<LookedAt, EnteredCode>('lookAtCode'),
    useCode: notProvided<void, EnteredCode>('useCode'),
  },
  actions: {
    takeCode: assign((_, { code }: EnteredCode) => ({ ...nothing, code })),
    takeLook: assign((_, { offer, obstacle }: LookedAt) => ({ offer, obstacle, refusal: null })),
    refuse: assign((_, { refusal }: CodeErrorParams) => ({ ...nothing, refusal })),
    refuseUse: assign((_, { refusal }: CodeErrorParams) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
    forgetLook: assign(nothing),
    notifyPaired: notProvidedAction<void>,
    close: notProvidedAction<void>,
  },
  guards: {
    isLocked: codeGuards.isLocked,
    hasObstacle: (_, { obstacle }: LookedAt) => obstacle !== null,
    /** Another look says what has changed. */
    isOutdated: (_, { refusal }: CodeErrorParams) => ['state-conflict', 'code-wrong'].includes(refusal.type),
  },
}).createMachine({
  id: 'pairing',
  context: { ...nothing, code: '' },
  initial: 'entering',
  on: { 'code.cancel': '.cancelled' },
  states: {
    entering: {
      on: { 'code.submit': { target: 'looking', actions: { type: 'takeCode', params: ({ event }) => event } } },
    },
    looking: {
      tags: 'busy',
      invoke: {
        id: 'lookAtCode',
        src: 'lookAtCode',
        input: ({ context: { code } }) => ({ code }),
        onDone: [
          {
            guard: { type: 'hasObstacle', params: ({ event }) => event.output },
            target: 'refused',
            actions: { type: 'takeLook', params: ({ event }) => event.output },
          },
          { target: 'reviewing', actions: { type: 'takeLook', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: withRefusal('isLocked'), target: 'locked', actions: withRefusal('refuse') },
          { target: 'entering', actions: withRefusal('refuse') },
        ],
      },
    },
    reviewing: {
      on: {
        'pairing.confirm': { target: 'pairing', actions: 'clearRefusal' },
        'code.edit': { target: 'entering', actions: 'forgetLook' },
      },
    },
    pairing: {
      tags: 'busy',
      invoke: {
        id: 'useCode',
        src: 'useCode',
        input: ({ context: { code } }) => ({ code }),
        onDone: 'paired',
        onError: [
          { guard: withRefusal('isLocked'), target: 'locked', actions: withRefusal('refuse') },
          { guard: withRefusal('isOutdated'), target: 'looking' },
          { target: 'reviewing', actions: withRefusal('refuseUse') },
        ],
      },
    },
    refused: {
      description: 'The code is known and does not work for this person.',
      on: { 'code.edit': { target: 'entering', actions: 'forgetLook' } },
    },
    locked: {},
    paired: { type: 'final', entry: ['notifyPaired', 'close'] },
    cancelled: { type: 'final', entry: 'close' },
  },
})
