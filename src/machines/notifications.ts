import { type ActorRefFrom, assign, raise, setup } from 'xstate'

/** Kinds of toasts; the messages are in `src/i18n/toast-messages.ts`. */
export type NotificationKind =
  | 'signInFailed'
  | 'endImpersonationFailed'
  | 'chunkNotLoaded'
  | 'chunkBroken'
  | 'unexpectedError'
  | 'notSaved'
  | 'profileNotRenewed'
  | 'profileSaved'
  | 'accountsJoined'
  | 'paired'
  | 'passwordSet'
  | 'passwordChanged'
  | 'accountUnlinked'
  | 'deviceSignedOut'
  | 'otherDevicesSignedOut'
  | 'groupChanged'
  | 'transferWithdrawn'
  | 'absenceReported'
  | 'absenceWithdrawn'
  | 'newsPublished'
  | 'newsChanged'
  | 'newsWithdrawn'
  | 'waitingListLeft'
  | 'enrolled'
  | 'enrolmentWithdrawn'
  | 'particularsSaved'
  | 'contractMade'
  | 'purchaseGivenUp'
  | 'accountChanged'
  | 'refundStarted'
  | 'autopayStopped'
  | 'terminationStarted'
  | 'terminationWithdrawn'
  | 'terminationSettled'
  | 'returnAccountGiven'
  | 'contractActionUndone'
  | 'differenceCleared'
  | 'releaseReady'
  | 'notificationNotRead'
  | 'textNotCopied'
export type Notification = {
  id: number
  kind: NotificationKind
  tone: 'error' | 'success' | 'info'
  /** Number of an error in the log of the server. */
  number?: string
  /** Error type that the description explains. */
  failure?: string | null
}

/** Toasts: closable, each removed after 10 000 ms (S4, S9). */
export const notificationsMachine = setup({
  types: {
    context: {} as { shown: Notification[]; nextId: number },
    events: {} as
      | ({ type: 'notification.show' } & Omit<Notification, 'id'>)
      | { type: 'notification.close'; id: number }
      | { type: 'notification.expired'; id: number },
  },
  actions: {
    add: assign(({ context }, params: Omit<Notification, 'id'>) => ({
      shown: [...context.shown, { id: context.nextId, ...params }],
      nextId: context.nextId + 1,
    })),
    remove: assign(({ context }, params: { id: number }) => ({
      shown: context.shown.filter(({ id }) => id !== params.id),
    })),
  },
  delays: { lifetime: 10_000 },
}).createMachine({
  id: 'notifications',
  context: { shown: [], nextId: 1 },
  on: {
    'notification.show': {
      actions: [
        { type: 'add', params: ({ event: { type: _, ...notification } }) => notification },
        raise(({ context }) => ({ type: 'notification.expired', id: context.nextId - 1 }), {
          delay: 'lifetime',
        }),
      ],
    },
    'notification.close': { actions: { type: 'remove', params: ({ event }) => event } },
    'notification.expired': { actions: { type: 'remove', params: ({ event }) => event } },
  },
})

export type NotificationsActor = ActorRefFrom<typeof notificationsMachine>
