import { assign, setup } from 'xstate'
import { notProvided, notProvidedAction } from './not-provided.ts'
import {
  type Channel,
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

/** The new email or phone number. */
export type NewContact = { channel: Channel; value: string }

type VerificationEvent =
  | CodeEvent
  | { type: 'value.submit'; value: string }
  | { type: 'value.edit' }
  | { type: 'value.save' }

/** A new email or phone number: entered, verified by a code sent to it, then saved (D-27). */
export const accountVerificationMachine = setup({
  types: {
    context: {} as CodeContext & NewContact,
    events: {} as VerificationEvent,
    input: {} as { channel: Channel },
    tags: {} as 'busy',
  },
  actors: {
    ...codeActors,
    sendCode: notProvided<{ noResendExpiresIn: number }, NewContact>('sendCode'),
    checkCode: notProvided<void, NewContact & { code: string }>('checkCode'),
    saveContact: notProvided<void, NewContact>('saveContact'),
  },
  actions: {
    refuseSending: assign(({ context }, refused: CodeErrorParams) => sendingRefused(context, refused)),
    refuseCode: assign(({ context }, refused: CodeErrorParams) => codeRefused(context, refused)),
    takeTick: assign((_, { secondsLeft }: PauseTick) => ({ pause: secondsLeft })),
    takeCode: assign((_, { code }: EnteredCode) => ({ tried: code })),
    takeValue: assign((_, { value }: { value: string }) => ({ ...noCode, value })),
    takeSent: assign((_, sent: { noResendExpiresIn: number }) => codeSent(sent)),
    refuseValue: assign((_, { refusal }: CodeErrorParams) => ({ ...noCode, refusal })),
    refuseSaving: assign((_, { refusal }: CodeErrorParams) => ({ refusal })),
    forgetCode: assign(noCode),
    notifySaved: notProvidedAction<void>,
    close: notProvidedAction<void>,
  },
  guards: {
    ...codeGuards,
    concernsValue: (_: unknown, { refusal }: CodeErrorParams) =>
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
