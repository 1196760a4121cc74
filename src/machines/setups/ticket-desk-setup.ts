import { assign, setup } from 'xstate'
import type { TicketState, TicketTopic } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { noopCallback, notProvided, notProvidedAction } from '#src/machines/not-provided.ts'
import type { TicketError } from '#src/machines/states/ticket-sending.ts'

/** What an administrator writes: an answer to the author, or a note for other administrators. */
export type DeskMessageKind = 'answer' | 'note'

/** A change of a ticket by an administrator. */
export type TicketChange = {
  state?: Exclude<TicketState, 'answered'>
  topic?: TicketTopic
  assigneeId?: string | null
}

export type DeskDraft = { id: string; html: string; kind: DeskMessageKind }
export type Seen = { version: number }
/** The screen has been read again. */
export type TicketChanged = { type: 'ticket.changed' } & Seen
export type DeskContext = DeskDraft & {
  /** The version of the ticket that was on the screen when the text was begun. */
  version: number
  /** The screen had more than the text was begun with: when a change was begun, or while the text may be stored. */
  hasUnread: boolean
  /**
   * The last try was not answered: the server may have stored it. Its version stays, whatever is read meanwhile, so that
   * another try is the same request and is not stored a second time.
   */
  mayBeStored: boolean
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
  | TicketChanged

export type TicketErrorParams = { refusal: TicketError }

/** Types, actors, actions and guards of `ticketDeskMachine`. */
export const ticketDeskSetup = setup({
  types: {
    context: {} as DeskContext,
    events: {} as DeskEvent,
    input: {} as Omit<DeskContext, 'sent' | 'refusal'>,
    tags: {} as 'busy',
  },
  actors: {
    sendMessage: notProvided<Seen, DeskDraft & Seen>('sendMessage'),
    changeTicket: notProvided<Seen, { id: string; change: TicketChange } & Seen>('changeTicket'),
    watchTicket: noopCallback<TicketChanged, string>(),
  },
  actions: {
    setText: assign(({ context }, { html, version }: { html: string } & Seen) => ({
      html,
      refusal: null,
      ...((isBlank(context.html) || isBlank(html)) && { version, hasUnread: false, mayBeStored: false }),
    })),
    takeKind: assign((_, { kind }: { kind: DeskMessageKind }) => ({ kind })),
    setVersion: assign((_, { version }: Seen) => ({ version })),
    takeVersion: assign((_, { version }: Seen) => ({ version, hasUnread: false, refusal: null })),
    noteUnread: assign(({ context }, { version }: Seen) => ({
      hasUnread: !isBlank(context.html) && version !== context.version,
    })),
    startAnew: assign(({ context }) => ({
      html: '',
      kind: 'answer' as const,
      sent: context.sent + 1,
      mayBeStored: false,
    })),
    clearRefusal: assign({ refusal: null }),
    refuse: assign((_, { refusal }: TicketErrorParams) => ({ refusal })),
    refuseMessage: assign((_, { refusal }: TicketErrorParams) => ({
      refusal,
      mayBeStored: saysNothing(refusal.type),
    })),
    /** After a conflict the screen has more than the text was begun with. */
    refuseChange: assign(({ context }, { refusal }: TicketErrorParams) => ({
      refusal,
      hasUnread: context.hasUnread || refusal.type === 'state-conflict',
    })),
    keepDraft: notProvidedAction<DeskDraft>,
  },
  guards: {
    isSendable: ({ context: { html } }) => !isBlank(html) && html.length <= ticketLength,
    isConflict: (_, { refusal }: TicketErrorParams) => refusal.type === 'state-conflict',
    isBegun: ({ context: { html, version } }, seen: Seen) => !isBlank(html) && seen.version !== version,
    hasUnread: ({ context }) => context.hasUnread,
    mayBeStored: ({ context }) => context.mayBeStored,
    saysNothing: (_, { refusal }: TicketErrorParams) => saysNothing(refusal.type),
  },
})

/** Whether an error leaves open if this try, or an earlier one, was stored: no answer, a fault, or an ended session. */
function saysNothing(type: TicketError['type']): boolean {
  const isOfSession = type === 'unauthenticated' || type === 'session-changed'
  return isOfSession || type === 'timeout' || !(type in problemTypes) || problemTypes[type as ProblemType] >= 500
}
