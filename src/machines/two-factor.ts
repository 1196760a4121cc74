import { assign, setup } from 'xstate'
import { codeStates, withRefusal } from './code-states.ts'
import {
  type Channel,
  type CodeContext,
  type CodeEvent,
  codeActors,
  codeGuards,
  codeRefused,
  codeSent,
  type Known,
  noCode,
  type PauseTick,
  type Refused,
  sendingRefused,
  type Typed,
} from './one-time-code.ts'
import { unprovided, unprovidedAction } from './unprovided.ts'

/** Where the code went; the target is masked. */
export type SentCode = { noResendExpiresIn: number; channel: Channel; target: string }

type TwoFactorContext = CodeContext & Pick<Partial<SentCode>, 'channel' | 'target'>

/** A person confirms with a code that it is them, so that what they asked for may be done (D-26). */
export const twoFactorMachine = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as CodeEvent,
    tags: {} as 'busy',
  },
  actors: {
    ...codeActors,
    sendCode: unprovided<SentCode>('sendCode'),
    checkCode: unprovided<void, { code: string }>('checkCode'),
  },
  actions: {
    refuseSending: assign(({ context }, refused: Refused) => sendingRefused(context, refused)),
    refuseCode: assign(({ context }, refused: Refused) => codeRefused(context, refused)),
    takeTick: assign((_, { secondsLeft }: PauseTick) => ({ pause: secondsLeft })),
    takeCode: assign((_, { code }: Typed) => ({ tried: code })),
    takeSent: assign((_, sent: SentCode) => ({ ...codeSent(sent), channel: sent.channel, target: sent.target })),
    settle: unprovidedAction<{ isConfirmed: boolean }>,
  },
  guards: {
    ...codeGuards,
    isHopeless: ({ context }: Known, { refusal }: Refused) =>
      refusal.type === 'no-second-factor' ||
      (context.code === 'none' && ['codes-spent', 'too-many-requests'].includes(refusal.type)),
  },
}).createMachine({
  id: 'twoFactor',
  context: noCode,
  initial: 'sending',
  on: { 'code.cancel': '.cancelled' },
  states: {
    ...codeStates({
      // The server knows where to.
      addressOf: () => ({}),
      unsent: [
        { guard: withRefusal('isHopeless'), target: 'hopeless', actions: withRefusal('refuseSending') },
        { guard: withRefusal('isUnsent'), target: 'unsent', actions: withRefusal('refuseSending') },
      ],
      awaiting: {},
      right: '#twoFactor.passed',
    }),
    unsent: { on: { 'code.resend': 'sending' } },
    hopeless: { description: 'There is no code to be had now: nowhere to send it to, or too many were sent.' },
    passed: { type: 'final', entry: { type: 'settle', params: { isConfirmed: true } } },
    cancelled: { type: 'final', entry: { type: 'settle', params: { isConfirmed: false } } },
  },
})
