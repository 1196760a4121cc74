import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { callMutation } from '#src/api/call-mutation.ts'
import { uploadPicture } from '#src/api/upload.ts'
import { type CropArea, cropPicture } from './crop-picture.ts'

const route = getRouteApi('/profile')

/** Sends a picture and then makes it the avatar (S4), or takes the avatar away; `share` is how much has gone. */
export function useAvatarChange(onDone: () => void) {
  const { session, notifications, caller } = route.useRouteContext()
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController | null>(null)
  const save = useMutation({
    ...callMutation('PATCH /v1/profile', { returnsFailure: true }),
    onSuccess: () => {
      session.send({ type: 'profile.changed' })
      notifications.send({ type: 'notification.show', kind: 'profileSaved', tone: 'success' })
      onDone()
    },
  })
  const upload = useMutation({
    mutationFn: async ({ file, area }: { file: File; area: CropArea }) => {
      setShare(0)
      const controller = new AbortController()
      sending.current = controller
      const picture = await cropPicture(file, area)
      return uploadPicture(caller, picture, { signal: controller.signal, onProgress: setShare })
    },
    meta: { returnsFailure: true },
    onSuccess: ({ url }) => save.mutate({ body: { avatar: url } }),
  })
  return {
    share,
    isSending: upload.isPending,
    isPending: upload.isPending || save.isPending,
    error: upload.error ?? save.error,
    send: (file: File, area: CropArea) => upload.mutate({ file, area }),
    remove: () => save.mutate({ body: { avatar: null } }),
    cancel: () => sending.current?.abort(),
    reset: () => {
      upload.reset()
      save.reset()
    },
  }
}
