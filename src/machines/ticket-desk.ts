import { type DeskContext, type Seen, type TicketErrorParams, ticketDeskSetup } from './setups/ticket-desk-setup.ts'
import type { TicketError } from './states/ticket-sending.ts'

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

const refuse = { type: 'refuse', params: refusalOf } as const
const refuseMessage = { type: 'refuseMessage', params: refusalOf } as const
const isConflict = { type: 'isConflict', params: refusalOf } as const

const noteUnread = { type: 'noteUnread', params: ({ event }: { event: Seen }) => event } as const
const changing = { target: 'changing', actions: noteUnread } as const

/** An administrator at a ticket: answers, notes, changes; what others write in between is read before a begun text is sent. */
export const ticketDeskMachine = ticketDeskSetup.createMachine({
  id: 'ticketDesk',
  context: ({ input }) => ({ ...input, sent: 0, refusal: null }),
  invoke: { id: 'watchTicket', src: 'watchTicket', input: ({ context }) => context.id },
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
        'ticket.change': changing,
        'ticket.changed': [
          // What is new may be this very message. A retry is answered as the first try was, or refused by a conflict.
          { guard: 'mayBeStored', actions: noteUnread },
          { guard: { type: 'isBegun', params: ({ event }) => event }, target: 'conflicted' },
          { actions: { type: 'setVersion', params: ({ event }) => event } },
        ],
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
        onError: [
          { guard: { type: 'saysNothing', params: refusalOf }, target: 'writing', actions: refuseMessage },
          { guard: isConflict, target: 'conflicted', actions: refuseMessage },
          { guard: 'hasUnread', target: 'conflicted', actions: refuseMessage },
          { target: 'writing', actions: refuseMessage },
        ],
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
        onDone: [
          {
            guard: 'mayBeStored',
            target: 'writing',
            actions: ['clearRefusal', { type: 'noteUnread', params: ({ event }) => event.output }],
          },
          { guard: 'hasUnread', target: 'conflicted', actions: 'clearRefusal' },
          { target: 'writing', actions: { type: 'takeVersion', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: 'mayBeStored', target: 'writing', actions: { type: 'refuseChange', params: refusalOf } },
          { guard: isConflict, target: 'conflicted', actions: refuse },
          { guard: 'hasUnread', target: 'conflicted', actions: refuse },
          { target: 'writing', actions: refuse },
        ],
      },
      on: { 'message.type': typing },
    },
    conflicted: {
      description: 'The ticket has changed on the server. What was typed stays; the new messages are read first.',
      on: {
        'message.type': typingInConflict,
        'ticket.change': changing,
        'conflict.read': { target: 'writing', actions: { type: 'takeVersion', params: ({ event }) => event } },
      },
    },
  },
})

function refusalOf({ event }: { event: { error: unknown } }): TicketErrorParams {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}
