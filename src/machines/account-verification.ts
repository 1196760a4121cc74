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
  noCode,
  type PauseTick,
  type Refused,
  sendingRefused,
  type Typed,
} from './one-time-code.ts'
import { unprovided, unprovidedAction } from './unprovided.ts'

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
    ...codeActors,
    sendCode: unprovided<{ noResendExpiresIn: number }, NewContact>('sendCode'),
    checkCode: unprovided<void, NewContact & { code: string }>('checkCode'),
    saveContact: unprovided<void, NewContact>('saveContact'),
  },
  actions: {
    refuseSending: assign(({ context }, refused: Refused) => sendingRefused(context, refused)),
    refuseCode: assign(({ context }, refused: Refused) => codeRefused(context, refused)),
    takeTick: assign((_, { secondsLeft }: PauseTick) => ({ pause: secondsLeft })),
    takeCode: assign((_, { code }: Typed) => ({ tried: code })),
    takeValue: assign((_, { value }: { value: string }) => ({ ...noCode, value })),
    takeSent: assign((_, sent: { noResendExpiresIn: number }) => codeSent(sent)),
    refuseValue: assign((_, { refusal }: Refused) => ({ ...noCode, refusal })),
    refuseSaving: assign((_, { refusal }: Refused) => ({ refusal })),
    forgetCode: assign(noCode),
    notifySaved: unprovidedAction<void>,
    close: unprovidedAction<void>,
  },
  guards: {
    ...codeGuards,
    concernsValue: (_: unknown, { refusal }: Refused) =>
      refusal.type === 'invalid-values' || refusal.type === 'state-conflict',
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
    ...codeStates({
      addressOf: contactOf,
      unsent: [{ guard: withRefusal('isUnsent'), target: 'editing', actions: withRefusal('refuseValue') }],
      awaiting: { 'value.edit': { target: 'editing', actions: 'forgetCode' } },
      right: '#accountVerification.saving',
    }),
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveContact',
        src: 'saveContact',
        input: contactOf,
        onDone: 'saved',
        onError: [
          { guard: withRefusal('concernsValue'), target: 'editing', actions: withRefusal('refuseValue') },
          { target: 'unsaved', actions: withRefusal('refuseSaving') },
        ],
      },
    },
    unsaved: {
      description: 'Proved, and not saved yet: the code need not be entered again.',
      on: { 'value.save': 'saving' },
    },
    saved: { type: 'final', entry: ['notifySaved', 'close'] },
    cancelled: { type: 'final', entry: 'close' },
  },
})

function contactOf({ context: { channel, value } }: { context: NewContact }): NewContact {
  return { channel, value }
}
