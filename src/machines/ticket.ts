import { assign, setup } from 'xstate'
import type { TicketTopic } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketTextLength } from '#contract/limits.ts'
import { noopCallback, notProvided, notProvidedAction } from './not-provided.ts'
import type { CodeError } from './one-time-code.ts'

/** A fact about the screen that may be attached to the ticket. */
export type Fact = { term: string; value: string }

/** Why a ticket was not accepted. */
export type TicketError = Pick<CodeError, 'type' | 'retryAfter'>

type TicketDraft = {
  /** Key of the schedule entry the ticket is about. */
  about: string | null
  html: string
}

type TicketContext = TicketDraft & {
  topic: TicketTopic
  /** Facts about the screen that the user may attach. */
  facts: Fact[]
  isAttached: boolean
  refusal: TicketError | null
  number: string | null
}

type TicketEvent =
  | { type: 'letter.type'; html: string }
  | { type: 'topic.choose'; topic: TicketTopic }
  | { type: 'letter.review'; facts: Fact[] }
  | { type: 'letter.edit' }
  | { type: 'facts.attach'; isAttached: boolean }
  | { type: 'letter.send'; contentHtml: string }
  | { type: 'letter.postpone' }
  | { type: 'letter.close' }
  | { type: 'network.found' }

type TicketErrorParams = { refusal: TicketError }
const refuse = { type: 'refuse', params: refusalOf } as const

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
    sendLetter: notProvided<{ number: string }, { about: string | null; topic: TicketTopic; contentHtml: string }>(
      'sendLetter',
    ),
    probe: notProvided<void>('probe'),
    network: noopCallback<{ type: 'network.found' }>(),
  },
  actions: {
    takeText: assign((_, { html }: { html: string }) => ({ html, refusal: null })),
    takeTopic: assign((_, { topic }: { topic: TicketTopic }) => ({ topic })),
    takeFacts: assign((_, { facts }: { facts: Fact[] }) => ({ facts, isAttached: false, refusal: null })),
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
    isUnreached: (_, { refusal }: TicketErrorParams) => refusal.type === 'offline' || refusal.type === 'timeout',
  },
  delays: { probePause: 5000 },
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({ ...input, topic: 'schedule', facts: [], isAttached: false, refusal: null, number: null }),
  initial: 'writing',
  on: { 'letter.close': '.closed' },
  states: {
    writing: {
      on: {
        'letter.type': {
          actions: [
            { type: 'takeText', params: ({ event }) => event },
            { type: 'keepDraft', params: ({ context, event }) => ({ about: context.about, html: event.html }) },
          ],
        },
        'topic.choose': { actions: { type: 'takeTopic', params: ({ event }) => event } },
        'letter.review': {
          guard: 'isSendable',
          target: 'reviewing',
          actions: { type: 'takeFacts', params: ({ event }) => event },
        },
      },
    },
    reviewing: {
      description: 'The whole letter is shown as it will arrive; nothing else is attached than what is shown here.',
      on: {
        'facts.attach': { actions: { type: 'attach', params: ({ event }) => event } },
        'letter.edit': 'writing',
        'letter.send': 'sending',
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendLetter',
        src: 'sendLetter',
        input: ({ context, event }) => ({
          about: context.about,
          topic: context.topic,
          contentHtml: event.type === 'letter.send' ? event.contentHtml : '',
        }),
        onDone: { target: 'sent', actions: { type: 'takeNumber', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'concernsText', params: refusalOf }, target: 'writing', actions: refuse },
          { guard: { type: 'isUnreached', params: refusalOf }, target: 'unreached', actions: refuse },
          { target: 'reviewing', actions: refuse },
        ],
      },
    },
    unreached: {
      tags: 'offline',
      initial: 'waiting',
      invoke: { id: 'network', src: 'network' },
      states: {
        waiting: {
          after: { probePause: 'probing' },
          on: { 'network.found': 'probing', 'letter.edit': '#ticket.writing', 'letter.send': '#ticket.sending' },
        },
        probing: {
          tags: 'busy',
          invoke: { id: 'probe', src: 'probe', onDone: '#ticket.asking', onError: 'waiting' },
        },
      },
    },
    asking: { entry: 'clearRefusal', on: { 'letter.send': 'sending', 'letter.postpone': 'reviewing' } },
    sent: {},
    closed: { type: 'final', entry: 'close' },
  },
})

function refusalOf({ event }: { event: { error: unknown } }): TicketErrorParams {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}
