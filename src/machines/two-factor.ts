import { assign, setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'
import {
  type Channel,
  type CodeContext,
  type CodeEvent,
  codeActions,
  codeActors,
  codeGuards,
  codeSent,
  isHopeless,
  noCode,
} from './one-time-code.ts'
import { codeStates, withRefusal } from './states/code-states.ts'

/** Where the code was sent; the target is masked. */
export type SentCode = { noResendExpiresIn: number; channel: Channel; target: string }

type TwoFactorContext = CodeContext & Pick<Partial<SentCode>, 'channel' | 'target'>

/** The two-factor check that an important action requires. */
export const twoFactorMachine = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as CodeEvent,
    tags: {} as 'busy',
  },
  actors: {
    ...codeActors,
    sendCode: notProvided<SentCode>('sendCode'),
    checkCode: notProvided<void, { code: string }>('checkCode'),
  },
  actions: {
    ...codeActions,
    takeSent: assign((_, sent: SentCode) => ({ ...codeSent(sent), channel: sent.channel, target: sent.target })),
    settle: notProvidedAction<{ isConfirmed: boolean }>,
  },
  guards: { ...codeGuards, isHopeless },
}).createMachine({
  id: 'twoFactor',
  context: noCode,
  initial: 'sending',
  on: { 'code.cancel': '.cancelled' },
  states: {
    ...codeStates({
      // The server knows the target.
      addressOf: () => ({}),
      unsent: [
        { guard: withRefusal('isHopeless'), target: 'hopeless', actions: withRefusal('refuseSending') },
        { guard: withRefusal('isUnsent'), target: 'unsent', actions: withRefusal('refuseSending') },
      ],
      unchecked: [],
      awaiting: {},
      onSent: [],
      onEnded: [],
      right: '#twoFactor.passed',
    }),
    unsent: { on: { 'code.resend': 'sending' } },
    hopeless: { description: 'There is no code to be had now: nowhere to send it to, or too many were sent.' },
    passed: { type: 'final', entry: { type: 'settle', params: { isConfirmed: true } } },
    cancelled: { type: 'final', entry: { type: 'settle', params: { isConfirmed: false } } },
  },
})
