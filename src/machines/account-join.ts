import { assign, setup } from 'xstate'
import { contactOf, type NewContact, type SentToContact, sentToContact } from './account-verification.ts'
import { noopCallback, notProvided, notProvidedAction } from './not-provided.ts'
import {
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

/** The accounts of the preview, and of which of them the name and the contacts stay. */
export type AccountJoin = Record<'keptId' | 'joinedId' | 'nameOf' | 'emailOf' | 'phoneOf', string>

/** The code was sent, or the contact proved, before this page was loaded. */
export type JoinRecalled = { type: 'sent.recalled' } & SentToContact
export type ProofRecalled = { type: 'verified.recalled' } & NewContact

type JoinEvent =
  | CodeEvent
  | JoinRecalled
  | ProofRecalled
  | ({ type: 'value.submit' } & NewContact)
  | { type: 'value.edit' }
  | { type: 'join.confirm'; accounts: AccountJoin }

/** Joins another own account: its contact is proved by a code, the preview is read and confirmed. */
export const accountJoinMachine = setup({
  types: {
    context: {} as CodeContext & NewContact & { accounts: AccountJoin | null },
    events: {} as JoinEvent,
    tags: {} as 'busy',
  },
  actors: {
    ...codeActors,
    recallSent: noopCallback<JoinRecalled | ProofRecalled, void>(),
    sendCode: notProvided<{ noResendExpiresIn: number }, NewContact>('sendCode'),
    checkCode: notProvided<void, NewContact & { code: string }>('checkCode'),
    joinAccounts: notProvided<void, AccountJoin | null>('joinAccounts'),
  },
  actions: {
    ...codeActions,
    takeContact: assign((_, { channel, value }: NewContact) => ({ ...noCode, channel, value })),
    takeSent: assign((_, sent: { noResendExpiresIn: number }) => codeSent(sent)),
    takeRecalled: assign((_, { channel, value, pause }: SentToContact) => ({
      ...codeSent({ noResendExpiresIn: pause }),
      channel,
      value,
    })),
    takeAccounts: assign((_, { accounts }: { accounts: AccountJoin }) => ({ accounts })),
    refuseContact: assign((_, { refusal }: CodeErrorParams) => ({ ...noCode, refusal, accounts: null })),
    refuseJoining: assign((_, { refusal }: CodeErrorParams) => ({ refusal, accounts: null })),
    forgetCode: assign(noCode),
    keepSent: notProvidedAction<SentToContact>,
    keepVerified: notProvidedAction<NewContact>,
    forgetSent: notProvidedAction<void>,
    notifyJoined: notProvidedAction<void>,
    close: notProvidedAction<void>,
  },
  guards: codeGuards,
}).createMachine({
  id: 'accountJoin',
  context: { ...noCode, channel: 'email', value: '', accounts: null },
  invoke: { id: 'recallSent', src: 'recallSent' },
  initial: 'editing',
  on: { 'code.cancel': '.cancelled' },
  states: {
    editing: {
      on: {
        'value.submit': { target: 'sending', actions: { type: 'takeContact', params: ({ event }) => event } },
        'sent.recalled': { target: 'awaiting', actions: { type: 'takeRecalled', params: ({ event }) => event } },
        'verified.recalled': { target: 'reviewing', actions: { type: 'takeContact', params: ({ event }) => event } },
      },
    },
    ...codeStates({
      addressOf: contactOf,
      unsent: [{ guard: withRefusal('isUnsent'), target: 'editing', actions: withRefusal('refuseContact') }],
      unchecked: [],
      awaiting: { 'value.edit': { target: 'editing', actions: ['forgetCode', 'forgetSent'] } },
      onSent: { type: 'keepSent', params: sentToContact },
      onEnded: 'forgetSent',
      right: { target: '#accountJoin.reviewing', actions: ['forgetCode', { type: 'keepVerified', params: contactOf }] },
    }),
    reviewing: {
      description: 'The contact is proved: the preview is shown, or why the accounts cannot be joined.',
      on: {
        'join.confirm': { target: 'joining', actions: { type: 'takeAccounts', params: ({ event }) => event } },
        'value.edit': { target: 'editing', actions: ['forgetCode', 'forgetSent'] },
      },
    },
    joining: {
      tags: 'busy',
      invoke: {
        id: 'joinAccounts',
        src: 'joinAccounts',
        input: ({ context }) => context.accounts,
        onDone: 'joined',
        onError: [
          // The proof is too old.
          {
            guard: withRefusal('endsCode'),
            target: 'editing',
            actions: [withRefusal('refuseContact'), 'forgetSent'],
          },
          { target: 'reviewing', actions: withRefusal('refuseJoining') },
        ],
      },
    },
    joined: { type: 'final', entry: ['forgetSent', 'notifyJoined', 'close'] },
    cancelled: { type: 'final', entry: ['forgetSent', 'close'] },
  },
})
