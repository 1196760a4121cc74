import { assign, setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'
import type { CodeError, CodeErrorParams } from './one-time-code.ts'
import { withRefusal } from './states/code-states.ts'

/** The account to which the school transfers a part. */
export type ReturnAccount = { recipient: string; account: string; bankCode: string }
/** What is agreed to; `hash` is that of the sums that were read. An empty day is today. */
export type TerminationRequest = {
  contract: string
  lastDay: string
  moveTo: string | null
  hash: string
  account: ReturnAccount | null
}

type TerminationContext = TerminationRequest & { refusal: CodeError | null }
type AcceptedSums = { lastDay: string; hash: string; needsAccount: boolean }

type TerminationEvent =
  | { type: 'day.choose'; lastDay: string }
  /** Null: the money is returned. */
  | { type: 'target.choose'; moveTo: string | null }
  | ({ type: 'sums.accept' } & AcceptedSums)
  | { type: 'account.submit'; account: ReturnAccount }
  | { type: 'step.back' }
  | { type: 'termination.confirm' }
  | { type: 'dialog.close' }

/** Terminates a contract: the sums by day and destination, an account for what was not paid online, the confirmation. */
export const contractTerminationMachine = setup({
  types: {
    context: {} as TerminationContext,
    events: {} as TerminationEvent,
    input: {} as { contract: string },
    tags: {} as 'busy',
  },
  actors: { terminate: notProvided<void, TerminationRequest>('terminate') },
  actions: {
    takeDay: assign((_, { lastDay }: { lastDay: string }) => ({ lastDay, refusal: null })),
    takeTarget: assign((_, { moveTo }: { moveTo: string | null }) => ({ moveTo, refusal: null })),
    takeSums: assign((_, { lastDay, hash }: AcceptedSums) => ({ lastDay, hash, refusal: null })),
    takeAccount: assign((_, { account }: { account: ReturnAccount }) => ({ account, refusal: null })),
    forgetAccount: assign({ account: null }),
    refuse: assign((_, { refusal }: CodeErrorParams) => ({ refusal })),
    forgetRefusal: assign({ refusal: null }),
    close: notProvidedAction<void>,
  },
  guards: {
    needsAccount: (_: unknown, { needsAccount }: AcceptedSums) => needsAccount,
    isOutdated: (_: unknown, { refusal }: CodeErrorParams) =>
      ['price-changed', 'state-conflict', 'not-found'].includes(refusal.type),
    isOfAccount: ({ context }: { context: TerminationContext }, { refusal }: CodeErrorParams) =>
      refusal.type === 'invalid-values' && context.account !== null,
  },
}).createMachine({
  id: 'contractTermination',
  context: ({ input: { contract } }) => ({
    contract,
    lastDay: '',
    moveTo: null,
    hash: '',
    account: null,
    refusal: null,
  }),
  initial: 'calculating',
  on: { 'dialog.close': '.closed' },
  states: {
    calculating: {
      on: {
        'day.choose': { actions: { type: 'takeDay', params: ({ event }) => event } },
        'target.choose': { actions: { type: 'takeTarget', params: ({ event }) => event } },
        'sums.accept': [
          {
            guard: { type: 'needsAccount', params: ({ event }) => event },
            target: 'enteringAccount',
            actions: { type: 'takeSums', params: ({ event }) => event },
          },
          {
            target: 'confirming',
            actions: ['forgetAccount', { type: 'takeSums', params: ({ event }) => event }],
          },
        ],
      },
    },
    enteringAccount: {
      on: {
        'account.submit': { target: 'confirming', actions: { type: 'takeAccount', params: ({ event }) => event } },
        'step.back': { target: 'calculating', actions: 'forgetRefusal' },
      },
    },
    confirming: {
      on: {
        'termination.confirm': { target: 'sending', actions: 'forgetRefusal' },
        'step.back': { target: 'calculating', actions: 'forgetRefusal' },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'terminate',
        src: 'terminate',
        input: ({ context: { refusal: _, ...request } }) => request,
        onDone: 'asked',
        onError: [
          { guard: withRefusal('isOutdated'), target: 'calculating', actions: withRefusal('refuse') },
          { guard: withRefusal('isOfAccount'), target: 'enteringAccount', actions: withRefusal('refuse') },
          { target: 'confirming', actions: withRefusal('refuse') },
        ],
      },
    },
    asked: { description: 'What comes next is shown until the person closes it.' },
    closed: { type: 'final', entry: 'close' },
  },
})
