import { assign, setup } from 'xstate'
import { isBlank } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import { notProvided, notProvidedAction } from './not-provided.ts'
import {
  refusalOf,
  refuse,
  type TicketError,
  type TicketErrorParams,
  unreachedActors,
  unreachedDelays,
  unreachedGuards,
  unreachedState,
} from './states/ticket-sending.ts'

type ReplyDraft = { id: string; html: string }

type ReplyEvent =
  | { type: 'text.change'; html: string }
  | { type: 'text.edit' | 'ticket.send' | 'ticket.postpone' | 'network.found' }

/** A message of the author in the conversation of a ticket: write, send; without a connection it waits as a ticket does. */
export const ticketReplyMachine = setup({
  types: {
    context: {} as ReplyDraft & { refusal: TicketError | null },
    events: {} as ReplyEvent,
    input: {} as ReplyDraft,
    tags: {} as 'busy' | 'offline',
  },
  actors: { sendReply: notProvided<void, ReplyDraft>('sendReply'), ...unreachedActors },
  actions: {
    setText: assign((_, { html }: { html: string }) => ({ html, refusal: null })),
    refuse: assign((_, { refusal }: TicketErrorParams) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
    keepDraft: notProvidedAction<ReplyDraft>,
    finish: notProvidedAction<void>,
  },
  guards: {
    isSendable: ({ context: { html } }) => !isBlank(html) && html.length <= ticketLength,
    ...unreachedGuards,
  },
  delays: unreachedDelays,
}).createMachine({
  id: 'ticketReply',
  context: ({ input }) => ({ ...input, refusal: null }),
  initial: 'writing',
  states: {
    writing: {
      id: 'writing',
      on: {
        'text.change': {
          actions: [
            { type: 'setText', params: ({ event }) => event },
            { type: 'keepDraft', params: ({ context: { id }, event: { html } }) => ({ id, html }) },
          ],
        },
        'ticket.send': { guard: 'isSendable', target: 'sending' },
      },
    },
    sending: {
      id: 'sending',
      tags: 'busy',
      // The same refusal once more is announced again.
      entry: 'clearRefusal',
      invoke: {
        id: 'sendReply',
        src: 'sendReply',
        input: ({ context: { id, html } }) => ({ id, html }),
        onDone: 'sent',
        onError: [
          { guard: { type: 'isUnreached', params: refusalOf }, target: 'unreached', actions: refuse },
          { target: 'writing', actions: refuse },
        ],
      },
    },
    unreached: unreachedState,
    asking: {
      id: 'asking',
      entry: 'clearRefusal',
      on: { 'ticket.send': 'sending', 'ticket.postpone': 'writing' },
    },
    sent: { type: 'final', entry: 'finish' },
  },
})
