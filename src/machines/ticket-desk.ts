import { assign, setup } from 'xstate'
import type { TicketState, TicketTopic } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import { notProvided, notProvidedAction } from './not-provided.ts'
import type { TicketError } from './states/ticket-sending.ts'

/** What an administrator writes: an answer to the author, or a note for other administrators. */
export type DeskMessageKind = 'answer' | 'note'

/** A change of a ticket by an administrator. */
export type TicketChange = {
  state?: Exclude<TicketState, 'answered'>
  topic?: TicketTopic
  assigneeId?: string | null
}

type DeskDraft = { id: string; html: string; kind: DeskMessageKind }
type Seen = { version: number }
type DeskContext = DeskDraft & {
  /** The version of the ticket that was on the screen when the text was begun. */
  version: number
  /** Number of sent messages: the editor starts anew after each. */
  sent: number
  refusal: TicketError | null
}

type DeskEvent =
  | ({ type: 'message.type'; html: string } & Seen)
  | { type: 'kind.choose'; kind: DeskMessageKind }
  | { type: 'message.send' }
  | ({ type: 'ticket.change'; change: TicketChange } & Seen)
  | ({ type: 'conflict.read' } & Seen)

type TicketErrorParams = { refusal: TicketError }
type Typing = { context: DeskContext; event: { html: string } & Seen }

const keepTyped = {
  type: 'keepDraft',
  params: ({ context: { id, kind }, event: { html } }: Typing) => ({ id, html, kind }),
} as const
const typing = { actions: [{ type: 'setText', params: ({ event }: Typing) => event }, keepTyped] } as const

/** The version stays until the conflict is read: what is on the screen has not been read yet. */
const typingInConflict = {
  actions: [
    { type: 'setText', params: ({ context: { version }, event: { html } }: Typing) => ({ html, version }) },
    keepTyped,
  ],
} as const

const refused = [
  {
    guard: { type: 'isConflict', params: refusalOf },
    target: 'conflicted',
    actions: { type: 'refuse', params: refusalOf },
  },
  { target: 'writing', actions: { type: 'refuse', params: refusalOf } },
] as const

/** An administrator at a ticket: answers, notes, changes; a step of another administrator in between is read before the next. */
export const ticketDeskMachine = setup({
  types: {
    context: {} as DeskContext,
    events: {} as DeskEvent,
    input: {} as DeskDraft & Seen,
    tags: {} as 'busy',
  },
  actors: {
    sendMessage: notProvided<Seen, DeskDraft & Seen>('sendMessage'),
    changeTicket: notProvided<Seen, { id: string; change: TicketChange } & Seen>('changeTicket'),
  },
  actions: {
    setText: assign(({ context }, { html, version }: { html: string } & Seen) => ({
      html,
      refusal: null,
      version: isBlank(context.html) ? version : context.version,
    })),
    takeKind: assign((_, { kind }: { kind: DeskMessageKind }) => ({ kind })),
    takeVersion: assign((_, { version }: Seen) => ({ version, refusal: null })),
    startAnew: assign(({ context }) => ({ html: '', kind: 'answer' as const, sent: context.sent + 1 })),
    refuse: assign((_, { refusal }: TicketErrorParams) => ({ refusal })),
    keepDraft: notProvidedAction<DeskDraft>,
  },
  guards: {
    isSendable: ({ context: { html } }) => !isBlank(html) && html.length <= ticketLength,
    isConflict: (_, { refusal }: TicketErrorParams) => refusal.type === 'state-conflict',
  },
}).createMachine({
  id: 'ticketDesk',
  context: ({ input }) => ({ ...input, sent: 0, refusal: null }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'message.type': typing,
        'kind.choose': {
          actions: [
            { type: 'takeKind', params: ({ event }) => event },
            { type: 'keepDraft', params: ({ context: { id, html }, event: { kind } }) => ({ id, html, kind }) },
          ],
        },
        'message.send': { guard: 'isSendable', target: 'sending' },
        'ticket.change': 'changing',
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendMessage',
        src: 'sendMessage',
        input: ({ context: { id, html, kind, version } }) => ({ id, html, kind, version }),
        onDone: {
          target: 'writing',
          actions: [{ type: 'takeVersion', params: ({ event }) => event.output }, 'startAnew'],
        },
        onError: refused,
      },
    },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'changeTicket',
        src: 'changeTicket',
        input: ({ context: { id, version }, event }) =>
          event.type === 'ticket.change'
            ? { id, change: event.change, version: event.version }
            : { id, change: {}, version },
        onDone: { target: 'writing', actions: { type: 'takeVersion', params: ({ event }) => event.output } },
        onError: refused,
      },
      on: { 'message.type': typing },
    },
    conflicted: {
      description: 'The ticket has changed on the server. What was typed stays; the new messages are read first.',
      on: {
        'message.type': typingInConflict,
        'ticket.change': 'changing',
        'conflict.read': { target: 'writing', actions: { type: 'takeVersion', params: ({ event }) => event } },
      },
    },
  },
})

function refusalOf({ event }: { event: { error: unknown } }): TicketErrorParams {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}
