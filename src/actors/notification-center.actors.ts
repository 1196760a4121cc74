import { ApiError, isSessionError } from '#src/api/api-error.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { notificationCenterMachine } from '#src/machines/notification-center.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { isExpectedError, promiseActor } from './promise-actor.ts'

type Marked = { id: string } | { until: string }

/** Actors and actions of the notifications behind the bell. */
export function provideNotificationCenter({ queryClient, history, notifications }: FlowDependencies) {
  /** As a mutation: the cache of mutations renews the list and the count, and reports the end of the session. */
  async function mark(body: Marked): Promise<void> {
    const call = callMutation('POST /v1/profile/notification/read', { handlesError: true })
    await queryClient.getMutationCache().build(queryClient, call).execute({ body })
  }

  return notificationCenterMachine.provide({
    actors: {
      readAll: promiseActor<void, { until: string }>(async ({ input }) =>
        mark(input).catch((error: unknown) => {
          throw error instanceof ApiError ? toFlowError(error) : error
        }),
      ),
    },
    actions: {
      markRead: (_, params) =>
        void mark(params).catch((error: Error) => {
          if (!isExpectedError(error)) throw error
          // The list is closed by now, and another page may be open.
          if (!(error instanceof ApiError && isSessionError(error)))
            notifications.send({ type: 'notification.show', kind: 'notificationNotRead', tone: 'error' })
        }),
      openPath: (_, { path }) => history().push(path),
    },
  })
}
