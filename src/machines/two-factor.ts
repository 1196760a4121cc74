import { assign, setup } from 'xstate'
import {
  type Channel,
  type CodeContext,
  type CodeEvent,
  codeRefused,
  codeSent,
  noCode,
  type PauseTick,
  type Refused,
  refusalOf,
  sendingRefused,
} from './one-time-code.ts'
import { deaf, unprovided, unprovidedAction } from './unprovided.ts'

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
    sendCode: unprovided<SentCode>('sendCode'),
    checkCode: unprovided<void, { code: string }>('checkCode'),
    countPause: deaf<PauseTick, { seconds: number }>(),
  },
  actions: {
    takeSent: assign((_, { sent: { noResendExpiresIn, channel, target } }: { sent: SentCode }) => ({
      ...codeSent(noResendExpiresIn),
      channel,
      target,
    })),
    refuseSending: assign(({ context }, { refusal }: Refused) => sendingRefused(context, refusal)),
    refuseCode: assign(({ context }, { refusal }: Refused) => codeRefused(context, refusal)),
    takeTick: assign((_, { secondsLeft }: { secondsLeft: number }) => ({ pause: secondsLeft })),
    settle: unprovidedAction<{ isConfirmed: boolean }>,
  },
  guards: {
    isLocked: (_, { refusal }: Refused) => refusal.type === 'factor-locked',
    isHopeless: ({ context }, { refusal }: Refused) =>
      refusal.type === 'no-second-factor' || (refusal.type === 'codes-spent' && context.code === 'none'),
    isOver: ({ context }) => context.code === 'over',
    endsCode: (_, { refusal }: Refused) => refusal.type === 'code-over',
    hasCode: ({ context }, { refusal }: Refused) => context.code === 'alive' || refusal.type === 'code-too-soon',
    mayResend: ({ context }) => context.pause === 0,
  },
}).createMachine({
  id: 'twoFactor',
  context: noCode,
  initial: 'sending',
  on: { 'code.cancel': '.cancelled' },
  states: {
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        onDone: { target: 'awaiting', actions: { type: 'takeSent', params: ({ event }) => ({ sent: event.output }) } },
        onError: [
          { guard: { type: 'isLocked', params: refusalOf }, target: 'locked', actions: refused('refuseSending') },
          { guard: { type: 'isHopeless', params: refusalOf }, target: 'hopeless', actions: refused('refuseSending') },
          { guard: 'isOver', target: 'awaiting.over', actions: refused('refuseSending') },
          { guard: { type: 'hasCode', params: refusalOf }, target: 'awaiting', actions: refused('refuseSending') },
          { target: 'unsent', actions: refused('refuseSending') },
        ],
      },
    },
    awaiting: {
      description: 'A code has been sent; the pause before the next one runs on whatever the person does.',
      invoke: {
        id: 'countPause',
        src: 'countPause',
        input: ({ context }) => ({ seconds: context.pause }),
      },
      on: { 'pause.ticked': { actions: { type: 'takeTick', params: ({ event }) => event } } },
      initial: 'entering',
      states: {
        entering: {
          on: { 'code.submit': 'checking', 'code.resend': { guard: 'mayResend', target: '#twoFactor.sending' } },
        },
        checking: {
          tags: 'busy',
          invoke: {
            id: 'checkCode',
            src: 'checkCode',
            input: ({ event }) => ({ code: event.type === 'code.submit' ? event.code : '' }),
            onDone: '#twoFactor.passed',
            onError: [
              {
                guard: { type: 'isLocked', params: refusalOf },
                target: '#twoFactor.locked',
                actions: refused('refuseCode'),
              },
              { guard: { type: 'endsCode', params: refusalOf }, target: 'over', actions: refused('refuseCode') },
              { target: 'entering', actions: refused('refuseCode') },
            ],
          },
        },
        over: { on: { 'code.resend': { guard: 'mayResend', target: '#twoFactor.sending' } } },
      },
    },
    unsent: { on: { 'code.resend': 'sending' } },
    hopeless: { description: 'There is no code to be had now: nowhere to send it to, or too many were sent.' },
    locked: {},
    passed: { type: 'final', entry: { type: 'settle', params: { isConfirmed: true } } },
    cancelled: { type: 'final', entry: { type: 'settle', params: { isConfirmed: false } } },
  },
})

function refused<Action extends 'refuseSending' | 'refuseCode'>(type: Action) {
  return { type, params: refusalOf }
}
