import { assign, setup } from 'xstate'
import type { NotificationCategory } from '#contract/enumerations.ts'
import { notProvided, notProvidedAction } from './not-provided.ts'
import type { CodeError } from './one-time-code.ts'

/** A notification of the list. `isImpersonating`: an administrator acts as the user and may not mark it as read. */
export type CenterEntry = { id: string; path: string; isRead: boolean; isImpersonating: boolean }

/** The newest shown notification: those that came after it stay unread. */
type ReadLimit = { until: string }
type ReadFailure = { type: CodeError['type'] }

type CenterEvent =
  | { type: 'center.open' | 'center.close' }
  | { type: 'category.choose'; category: NotificationCategory | null }
  | ({ type: 'read.all' } & ReadLimit)
  | ({ type: 'entry.open' } & CenterEntry)
  /** The browser opens it in another tab or window. */
  | ({ type: 'entry.openElsewhere' } & CenterEntry)

const toFailure = ({ event }: { event: { error: unknown } }) => ({
  failure: { type: (event.error as ReadFailure).type },
})
const markRead = {
  type: 'markRead',
  params: ({ event: { id } }: { event: CenterEntry }) => ({ id }),
} as const
const openPath = {
  type: 'openPath',
  params: ({ event: { path } }: { event: CenterEntry }) => ({ path }),
} as const
const marksRead = { type: 'marksRead', params: ({ event }: { event: CenterEntry }) => event } as const

/**
 * The notifications behind the bell: opening, the filter, marking as read, and leaving to what one is about. The list and
 * the unread count are queries, which live updates renew.
 */
export const notificationCenterMachine = setup({
  types: {
    context: {} as { category: NotificationCategory | null; failure: ReadFailure | null },
    events: {} as CenterEvent,
    tags: {} as 'busy',
  },
  actors: { readAll: notProvided<void, ReadLimit>('readAll') },
  actions: {
    takeCategory: assign((_, { category }: { category: NotificationCategory | null }) => ({ category })),
    takeFailure: assign((_, { failure }: { failure: ReadFailure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    startAnew: assign({ category: null, failure: null }),
    /** Nothing waits for it: a notification that could not be marked stays unread, which a toast says. */
    markRead: notProvidedAction<{ id: string }>,
    openPath: notProvidedAction<{ path: string }>,
  },
  guards: {
    marksRead: (_, { isRead, isImpersonating }: Pick<CenterEntry, 'isRead' | 'isImpersonating'>) =>
      !isRead && !isImpersonating,
  },
}).createMachine({
  id: 'notificationCenter',
  context: { category: null, failure: null },
  initial: 'closed',
  states: {
    closed: { on: { 'center.open': 'open' } },
    open: {
      exit: 'startAnew',
      initial: 'shown',
      on: {
        'center.close': 'closed',
        'category.choose': { actions: { type: 'takeCategory', params: ({ event }) => event } },
        'entry.open': [
          { guard: marksRead, target: 'closed', actions: [markRead, openPath] },
          { target: 'closed', actions: openPath },
        ],
        'entry.openElsewhere': { guard: marksRead, actions: markRead },
      },
      states: {
        shown: { on: { 'read.all': 'marking' } },
        marking: {
          tags: 'busy',
          invoke: {
            id: 'readAll',
            src: 'readAll',
            input: ({ event }) => ({ until: event.type === 'read.all' ? event.until : '' }),
            onDone: 'shown',
            onError: { target: 'readFailed', actions: { type: 'takeFailure', params: toFailure } },
          },
        },
        readFailed: { on: { 'read.all': { target: 'marking', actions: 'forgetFailure' } } },
      },
    },
  },
})
