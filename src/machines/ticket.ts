import { assign, setup } from 'xstate'
import { ownTextLength } from '#contract/limits.ts'
import { isBlank } from '#contract/rich-text.ts'
import type { CodeRefusal } from './one-time-code.ts'
import { unprovided, unprovidedAction } from './unprovided.ts'

/** Something about what was on the screen, in words for whoever reads the letter. */
export type Fact = { term: string; value: string }

/** Why a letter was not taken. */
export type LetterRefusal = Pick<CodeRefusal, 'type' | 'retryAfter'>

type Written = {
  /** Key of the entry of the schedule that it is about. */
  about: string | null
  html: string
}

type TicketContext = Written & {
  /** What the person was shown of the screen, and may attach. */
  facts: Fact[]
  isAttached: boolean
  refusal: LetterRefusal | null
  number: string | null
}

type TicketEvent =
  | { type: 'letter.type'; html: string }
  | { type: 'letter.review'; facts: Fact[] }
  | { type: 'letter.edit' }
  | { type: 'facts.attach'; isAttached: boolean }
  | { type: 'letter.send'; contentHtml: string }
  | { type: 'letter.close' }

type Refused = { refusal: LetterRefusal }

/** A letter about the schedule: written, looked through with what is to be attached, sent, known by its number. */
export const ticketMachine = setup({
  types: {
    context: {} as TicketContext,
    events: {} as TicketEvent,
    input: {} as Written,
    tags: {} as 'busy',
  },
  actors: {
    sendLetter: unprovided<{ number: string }, { about: string | null; contentHtml: string }>('sendLetter'),
  },
  actions: {
    takeText: assign((_, { html }: { html: string }) => ({ html, refusal: null })),
    takeFacts: assign((_, { facts }: { facts: Fact[] }) => ({ facts, isAttached: false, refusal: null })),
    attach: assign((_, { isAttached }: { isAttached: boolean }) => ({ isAttached, refusal: null })),
    takeNumber: assign((_, { number }: { number: string }) => ({ number, refusal: null })),
    refuse: assign((_, { refusal }: Refused) => ({ refusal })),
    keepDraft: unprovidedAction<Written>,
    close: unprovidedAction<void>,
  },
  guards: {
    isSendable: ({ context: { html } }) => !isBlank(html) && html.length <= ownTextLength,
    concernsText: (_, { refusal }: Refused) => refusal.type === 'invalid-values',
  },
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({ ...input, facts: [], isAttached: false, refusal: null, number: null }),
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
          contentHtml: event.type === 'letter.send' ? event.contentHtml : '',
        }),
        onDone: { target: 'sent', actions: { type: 'takeNumber', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'concernsText', params: refusalOf },
            target: 'writing',
            actions: { type: 'refuse', params: refusalOf },
          },
          { target: 'reviewing', actions: { type: 'refuse', params: refusalOf } },
        ],
      },
    },
    sent: {},
    closed: { type: 'final', entry: 'close' },
  },
})

function refusalOf({ event }: { event: { error: unknown } }): Refused {
  const { type, retryAfter } = event.error as LetterRefusal
  return { refusal: { type, retryAfter } }
}
