import { assign, setup } from 'xstate'
import type { TicketTopic } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketTextLength } from '#contract/limits.ts'
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

/** A fact about the screen that may be attached to the ticket. */
export type Fact = { term: string; value: string }

/** What the user means to send. It is kept on the device, so that a reload sends the same ticket again. */
export type TicketDraft = {
  /** Key of the schedule entry the ticket is about. */
  about: string | null
  topic: TicketTopic
  html: string
  /** Attached facts about the screen; empty without the user's consent. */
  facts: Fact[]
}

export type NewTicket = Pick<TicketDraft, 'about' | 'topic'> & { contentHtml: string }

type TicketContext = TicketDraft & {
  /** Without it, facts are only offered. */
  isAttached: boolean
  refusal: TicketError | null
  number: string | null
}

type TicketEvent =
  | { type: 'text.change'; html: string }
  | { type: 'topic.choose'; topic: TicketTopic }
  | { type: 'ticket.review'; facts: Fact[] }
  | { type: 'text.edit' }
  | { type: 'facts.attach'; isAttached: boolean }
  | { type: 'ticket.send'; contentHtml: string }
  | { type: 'ticket.postpone' }
  | { type: 'ticket.close' }
  | { type: 'network.found' }

const keep = { type: 'keepDraft', params: ({ context }: { context: TicketContext }) => draftOf(context) } as const

/**
 * A ticket: write, review with attachments, send, show the number. Without a connection it waits; when the server can be
 * reached again, the user is asked, and nothing is sent without the answer.
 */
export const ticketMachine = setup({
  types: {
    context: {} as TicketContext,
    events: {} as TicketEvent,
    input: {} as TicketDraft,
    tags: {} as 'busy' | 'offline',
  },
  actors: {
    sendTicket: notProvided<{ number: string }, NewTicket>('sendTicket'),
    ...unreachedActors,
  },
  actions: {
    // Another text is another ticket: nothing is attached to it yet.
    setText: assign((_, { html }: { html: string }) => ({ html, facts: [], isAttached: false, refusal: null })),
    takeTopic: assign((_, { topic }: { topic: TicketTopic }) => ({ topic })),
    // Attached facts stay: with newer ones a ticket whose answer was lost would be sent as another one.
    takeFacts: assign(({ context }, { facts }: { facts: Fact[] }) => ({
      facts: context.isAttached ? context.facts : facts,
      refusal: null,
    })),
    attach: assign((_, { isAttached }: { isAttached: boolean }) => ({ isAttached, refusal: null })),
    takeNumber: assign((_, { number }: { number: string }) => ({ number, refusal: null })),
    refuse: assign((_, { refusal }: TicketErrorParams) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
    keepDraft: notProvidedAction<TicketDraft>,
    close: notProvidedAction<void>,
  },
  guards: {
    isSendable: ({ context: { html } }) => !isBlank(html) && html.length <= ticketTextLength,
    concernsText: (_, { refusal }: TicketErrorParams) => refusal.type === 'invalid-values',
    ...unreachedGuards,
  },
  delays: unreachedDelays,
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({ ...input, isAttached: input.facts.length > 0, refusal: null, number: null }),
  initial: 'writing',
  on: { 'ticket.close': '.closed' },
  states: {
    writing: {
      id: 'writing',
      on: {
        'text.change': { actions: [{ type: 'setText', params: ({ event }) => event }, keep] },
        'topic.choose': { actions: [{ type: 'takeTopic', params: ({ event }) => event }, keep] },
        'ticket.review': {
          guard: 'isSendable',
          target: 'reviewing',
          actions: { type: 'takeFacts', params: ({ event }) => event },
        },
      },
    },
    reviewing: {
      description: 'The whole ticket is shown as it will arrive; nothing else is attached than what is shown here.',
      on: {
        'facts.attach': { actions: [{ type: 'attach', params: ({ event }) => event }, keep] },
        'text.edit': 'writing',
        'ticket.send': 'sending',
      },
    },
    sending: {
      id: 'sending',
      tags: 'busy',
      // The same refusal once more is announced again.
      entry: 'clearRefusal',
      invoke: {
        id: 'sendTicket',
        src: 'sendTicket',
        input: ({ context, event }) => ({
          about: context.about,
          topic: context.topic,
          contentHtml: event.type === 'ticket.send' ? event.contentHtml : '',
        }),
        onDone: { target: 'sent', actions: { type: 'takeNumber', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'concernsText', params: refusalOf }, target: 'writing', actions: refuse },
          { guard: { type: 'isUnreached', params: refusalOf }, target: 'unreached', actions: refuse },
          { target: 'reviewing', actions: refuse },
        ],
      },
    },
    unreached: unreachedState,
    asking: {
      id: 'asking',
      entry: 'clearRefusal',
      on: { 'ticket.send': 'sending', 'ticket.postpone': 'reviewing' },
    },
    sent: {},
    closed: { type: 'final', entry: 'close' },
  },
})

function draftOf({ about, topic, html, facts, isAttached }: TicketContext): TicketDraft {
  return { about, topic, html, facts: isAttached ? facts : [] }
}
