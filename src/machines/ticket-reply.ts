import { assign, setup } from 'xstate'
import { isBlank } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import { noopCallback, notProvided, notProvidedAction } from './not-provided.ts'
import type { CodeError } from './one-time-code.ts'

/** Why a ticket or a message was not accepted. */
export type TicketError = Pick<CodeError, 'type' | 'retryAfter'>

type TicketErrorParams = { refusal: TicketError }

export const unreachedActors = {
  probe: notProvided<void>('probe'),
  network: noopCallback<{ type: 'network.found' }>(),
}

export const unreachedGuards = {
  isUnreached: (_: unknown, { refusal }: TicketErrorParams) => ['offline', 'timeout'].includes(refusal.type),
}

/** Milliseconds between two attempts to reach the server. */
export const unreachedDelays = { probePause: 5000 }

/**
 * A text that found no connection waits here; once the server answers, the state `asking` asks whether to send it. The
 * setup of the machine must contain the actors, guards and delays above.
 */
export const unreachedState = {
  tags: 'offline',
  initial: 'waiting',
  invoke: { id: 'network', src: 'network' },
  states: {
    waiting: {
      after: { probePause: 'probing' },
      on: { 'network.found': 'probing', 'letter.edit': '#writing', 'letter.send': '#sending' },
    },
    probing: { tags: 'busy', invoke: { id: 'probe', src: 'probe', onDone: '#asking', onError: 'waiting' } },
  },
} as const

type ReplyDraft = { id: string; html: string }

type ReplyEvent =
  | { type: 'letter.type'; html: string }
  | { type: 'letter.edit' | 'letter.send' | 'letter.postpone' | 'network.found' }

export const refuse = { type: 'refuse', params: refusalOf } as const

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
    takeText: assign((_, { html }: { html: string }) => ({ html, refusal: null })),
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
        'letter.type': {
          actions: [
            { type: 'takeText', params: ({ event }) => event },
            { type: 'keepDraft', params: ({ context: { id }, event: { html } }) => ({ id, html }) },
          ],
        },
        'letter.send': { guard: 'isSendable', target: 'sending' },
      },
    },
    sending: {
      id: 'sending',
      tags: 'busy',
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
      on: { 'letter.send': 'sending', 'letter.postpone': 'writing' },
    },
    sent: { type: 'final', entry: 'finish' },
  },
})

export function refusalOf({ event }: { event: { error: unknown } }): TicketErrorParams {
  const { type, retryAfter } = event.error as TicketError
  return { refusal: { type, retryAfter } }
}
