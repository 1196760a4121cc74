import { assign, setup } from 'xstate'
import { noopCallback, notProvided, notProvidedAction } from './not-provided.ts'
import {
  type Channel,
  type CodeContext,
  type CodeErrorParams,
  type CodeEvent,
  codeActions,
  codeActors,
  codeGuards,
  codeSent,
  noCode,
} from './one-time-code.ts'
import { codeStates, withRefusal } from './states/code-states.ts'

/** The new email or phone number. */
export type NewContact = { channel: Channel; value: string }

/** A new contact to which a code was sent; `pause` are the seconds until the next one may be requested. */
export type SentToContact = NewContact & { pause: number }

/** The code was sent before this page was loaded. */
export type SentRecalled = { type: 'sent.recalled'; value: string; pause: number }

/** The right code was entered before this page was loaded, and nothing was saved. */
export type VerifiedRecalled = { type: 'verified.recalled'; value: string }

type VerificationEvent =
  | CodeEvent
  | SentRecalled
  | VerifiedRecalled
  | { type: 'value.submit'; value: string }
  | { type: 'value.edit' }
  | { type: 'value.save' }

const forgetSent = { type: 'forgetSent', params: channelOf } as const

/** A new email or phone number: entered, verified by a code sent to it, then saved. */
export const accountVerificationMachine = setup({
  types: {
    context: {} as CodeContext & NewContact,
    events: {} as VerificationEvent,
    input: {} as { channel: Channel },
    tags: {} as 'busy',
  },
  actors: {
    ...codeActors,
    recallSent: noopCallback<SentRecalled | VerifiedRecalled, { channel: Channel }>(),
    sendCode: notProvided<{ noResendExpiresIn: number }, NewContact>('sendCode'),
    checkCode: notProvided<void, NewContact & { code: string }>('checkCode'),
    saveContact: notProvided<void, NewContact>('saveContact'),
  },
  actions: {
    ...codeActions,
    takeValue: assign((_, { value }: { value: string }) => ({ ...noCode, value })),
    takeSent: assign((_, sent: { noResendExpiresIn: number }) => codeSent(sent)),
    takeRecalled: assign((_, { value, pause }: SentRecalled) => ({
      ...codeSent({ noResendExpiresIn: pause }),
      value,
    })),
    refuseValue: assign((_, { refusal }: CodeErrorParams) => ({ ...noCode, refusal })),
    refuseSaving: assign((_, { refusal }: CodeErrorParams) => ({ refusal })),
    forgetCode: assign(noCode),
    keepSent: notProvidedAction<SentToContact>,
    keepVerified: notProvidedAction<NewContact>,
    forgetSent: notProvidedAction<{ channel: Channel }>,
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
  // The browser of a phone may drop the page while its user reads the code.
  invoke: { id: 'recallSent', src: 'recallSent', input: channelOf },
  initial: 'editing',
  on: { 'code.cancel': '.cancelled' },
  states: {
    editing: {
      on: {
        'value.submit': { target: 'sending', actions: { type: 'takeValue', params: ({ event }) => event } },
        'sent.recalled': { target: 'awaiting', actions: { type: 'takeRecalled', params: ({ event }) => event } },
        'verified.recalled': { target: 'unsaved', actions: { type: 'takeValue', params: ({ event }) => event } },
      },
    },
    ...codeStates({
      addressOf: contactOf,
      unsent: [{ guard: withRefusal('isUnsent'), target: 'editing', actions: withRefusal('refuseValue') }],
      unchecked: [],
      awaiting: { 'value.edit': { target: 'editing', actions: ['forgetCode', forgetSent] } },
      onSent: { type: 'keepSent', params: sentToContact },
      onEnded: forgetSent,
      right: { target: '#accountVerification.saving', actions: { type: 'keepVerified', params: contactOf } },
    }),
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveContact',
        src: 'saveContact',
        input: contactOf,
        onDone: 'saved',
        onError: [
          {
            guard: withRefusal('concernsValue'),
            target: 'editing',
            actions: [withRefusal('refuseValue'), forgetSent],
          },
          { target: 'unsaved', actions: withRefusal('refuseSaving') },
        ],
      },
    },
    unsaved: {
      description: 'Proved, and not saved yet: the code need not be entered again.',
      on: { 'value.save': 'saving' },
    },
    saved: { type: 'final', entry: [forgetSent, 'notifySaved', 'close'] },
    cancelled: { type: 'final', entry: [forgetSent, 'close'] },
  },
})

export function contactOf({ context: { channel, value } }: { context: NewContact }): NewContact {
  return { channel, value }
}

function channelOf({ context: { channel } }: { context: NewContact }): { channel: Channel } {
  return { channel }
}

export function sentToContact({ context: { channel, value, pause } }: { context: SentToContact }): SentToContact {
  return { channel, value, pause }
}
