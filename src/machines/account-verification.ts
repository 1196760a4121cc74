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

/** The address or number that a person wants from now on. */
export type NewContact = { channel: Channel; value: string }

type VerificationEvent =
  | CodeEvent
  | { type: 'value.submit'; value: string }
  | { type: 'value.edit' }
  | { type: 'value.save' }

/** A new email or phone: said, proved by a code sent to it, and only then saved (D-27). */
export const accountVerificationMachine = setup({
  types: {
    context: {} as CodeContext & NewContact,
    events: {} as VerificationEvent,
    input: {} as { channel: Channel },
    tags: {} as 'busy',
  },
  actors: {
    sendCode: unprovided<{ noResendExpiresIn: number }, NewContact>('sendCode'),
    checkCode: unprovided<void, NewContact & { code: string }>('checkCode'),
    saveContact: unprovided<void, NewContact>('saveContact'),
    countPause: deaf<PauseTick, { seconds: number }>(),
  },
  actions: {
    takeValue: assign((_, { value }: { value: string }) => ({ ...noCode, value })),
    takeSent: assign((_, { noResendExpiresIn }: { noResendExpiresIn: number }) => codeSent(noResendExpiresIn)),
    takeTick: assign((_, { secondsLeft }: { secondsLeft: number }) => ({ pause: secondsLeft })),
    refuseSending: assign(({ context }, { refusal }: Refused) => sendingRefused(context, refusal)),
    refuseCode: assign(({ context }, { refusal }: Refused) => codeRefused(context, refusal)),
    refuse: assign((_, { refusal }: Refused) => ({ refusal })),
    refuseValue: assign((_, { refusal }: Refused) => ({ ...noCode, refusal })),
    forgetCode: assign(noCode),
    notifySaved: unprovidedAction<void>,
    close: unprovidedAction<void>,
  },
  guards: {
    isLocked: (_, { refusal }: Refused) => refusal.type === 'factor-locked',
    isOver: ({ context }) => context.code === 'over',
    endsCode: (_, { refusal }: Refused) => refusal.type === 'code-over',
    hasCode: ({ context }, { refusal }: Refused) => context.code === 'alive' || refusal.type === 'code-too-soon',
    concernsValue: (_, { refusal }: Refused) => refusal.type === 'invalid-values' || refusal.type === 'state-conflict',
    mayResend: ({ context }) => context.pause === 0,
  },
}).createMachine({
  id: 'accountVerification',
  context: ({ input }) => ({ ...noCode, channel: input.channel, value: '' }),
  initial: 'editing',
  on: { 'code.cancel': '.cancelled' },
  states: {
    editing: {
      on: { 'value.submit': { target: 'sending', actions: { type: 'takeValue', params: ({ event }) => event } } },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: contactOf,
        onDone: { target: 'awaiting', actions: { type: 'takeSent', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isLocked', params: refusalOf }, target: 'locked', actions: refused('refuseSending') },
          { guard: 'isOver', target: 'awaiting.over', actions: refused('refuseSending') },
          { guard: { type: 'hasCode', params: refusalOf }, target: 'awaiting', actions: refused('refuseSending') },
          { target: 'editing', actions: refused('refuseValue') },
        ],
      },
    },
    awaiting: {
      description: 'A code has been sent; the pause before the next one runs on whatever the person does.',
      invoke: { id: 'countPause', src: 'countPause', input: ({ context }) => ({ seconds: context.pause }) },
      on: {
        'pause.ticked': { actions: { type: 'takeTick', params: ({ event }) => event } },
        'value.edit': { target: 'editing', actions: 'forgetCode' },
      },
      initial: 'entering',
      states: {
        entering: {
          on: {
            'code.submit': 'checking',
            'code.resend': { guard: 'mayResend', target: '#accountVerification.sending' },
          },
        },
        checking: {
          tags: 'busy',
          invoke: {
            id: 'checkCode',
            src: 'checkCode',
            input: ({ context, event }) => ({
              ...contactOf({ context }),
              code: event.type === 'code.submit' ? event.code : '',
            }),
            onDone: '#accountVerification.saving',
            onError: [
              {
                guard: { type: 'isLocked', params: refusalOf },
                target: '#accountVerification.locked',
                actions: refused('refuseCode'),
              },
              { guard: { type: 'endsCode', params: refusalOf }, target: 'over', actions: refused('refuseCode') },
              { target: 'entering', actions: refused('refuseCode') },
            ],
          },
        },
        over: { on: { 'code.resend': { guard: 'mayResend', target: '#accountVerification.sending' } } },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveContact',
        src: 'saveContact',
        input: contactOf,
        onDone: 'saved',
        onError: [
          { guard: { type: 'concernsValue', params: refusalOf }, target: 'editing', actions: refused('refuseValue') },
          { target: 'unsaved', actions: refused('refuse') },
        ],
      },
    },
    unsaved: {
      description: 'Proved, and not saved yet: the code need not be entered again.',
      on: { 'value.save': 'saving' },
    },
    locked: {},
    saved: { type: 'final', entry: ['notifySaved', 'close'] },
    cancelled: { type: 'final', entry: 'close' },
  },
})

function refused<Action extends 'refuseSending' | 'refuseCode' | 'refuseValue' | 'refuse'>(type: Action) {
  return { type, params: refusalOf }
}

function contactOf({ context: { channel, value } }: { context: NewContact }): NewContact {
  return { channel, value }
}
