import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { sessionsQuery } from '#src/api/profile.ts'

const route = getRouteApi('/profile')

/** Signs one device out, or all `others`; it is busy until the list is the new one, which `onEnded` hears of. */
export function useEndDevice(id: string, onEnded: () => void) {
  const queryClient = useQueryClient()
  const notifications = route.useRouteContext({ select: (context) => context.notifications })
  const { mutate, isPending, error } = useMutation({
    ...callMutation('DELETE /v1/profile/session/{id}', { returnsFailure: true }),
    onSuccess: () => {
      const kind = id === 'others' ? 'otherDevicesSignedOut' : 'deviceSignedOut'
      notifications.send({ type: 'notification.show', kind, tone: 'success' })
    },
    // A device that has signed out by itself meanwhile is gone as well.
    onSettled: async (_answer, failure) => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
      if (failure === null) onEnded()
    },
  })
  return { end: () => mutate({ params: { id } }), isPending, error }
}
