import type { Mutation, QueryClient } from '@tanstack/react-query'
import { ApiError, isSessionError } from '#src/api/api-error.ts'
import type { NotificationsActor } from '#src/machines/notifications.ts'

type Failure = Pick<Mutation<unknown, unknown, unknown, unknown>, 'meta' | 'state'>

/**
 * Notifies the user of a failed mutation whose component is gone: the component would have shown the error. A mutation
 * that the component has replaced or reset is not abandoned.
 */
export function reportAbandonedMutations(queryClient: QueryClient, notifications: NotificationsActor): void {
  const abandoned = new WeakSet<object>()
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'observerRemoved' && !event.observer.hasListeners()) abandoned.add(event.mutation)
    const isFailure = event.type === 'updated' && event.action.type === 'error'
    if (!isFailure || !abandoned.has(event.mutation) || !isUnreported(event.mutation)) return
    const { shown } = notifications.getSnapshot().context
    if (shown.every(({ kind }) => kind !== 'notSaved'))
      notifications.send({ type: 'notification.show', kind: 'notSaved', tone: 'error' })
  })
}

/** Other errors are silent, reported elsewhere, or what the user wanted: leaving a page cancels its dialogs. */
function isUnreported({ meta, state: { error } }: Failure): boolean {
  const isCancelled =
    error instanceof ApiError
      ? error.type === 'two-factor-required'
      : error instanceof Error && error.name === 'AbortError'
  return meta?.handlesError === true && !meta.optional && !isCancelled && !isSessionError(error)
}
