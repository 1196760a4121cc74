import { assign, setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'
import {
  type Channel,
  type CodeArgs,
  type CodeContext,
  type CodeErrorParams,
  type CodeEvent,
  codeActors,
  codeGuards,
  codeRefused,
  codeSent,
  type EnteredCode,
  noCode,
  type PauseTick,
  sendingRefused,
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
    refuseSending: assign(({ context }, refused: CodeErrorParams) => sendingRefused(context, refused)),
    refuseCode: assign(({ context }, refused: CodeErrorParams) => codeRefused(context, refused)),
    takeTick: assign((_, { secondsLeft }: PauseTick) => ({ pause: secondsLeft })),
    takeCode: assign((_, { code }: EnteredCode) => ({ tried: code })),
    takeSent: assign((_, sent: SentCode) => ({ ...codeSent(sent), channel: sent.channel, target: sent.target })),
    settle: notProvidedAction<{ isConfirmed: boolean }>,
  },
  guards: {
    ...codeGuards,
    isHopeless: ({ context }: CodeArgs, { refusal }: CodeErrorParams) =>
      refusal.type === 'no-second-factor' ||
      (context.code === 'none' && ['code-limit-reached', 'too-many-requests'].includes(refusal.type)),
  },
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
