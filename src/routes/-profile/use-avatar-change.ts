import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { callMutation } from '#src/api/call-mutation.ts'
import { uploadPicture } from '#src/api/upload.ts'
import { type CropArea, cropPicture } from './picture.ts'

const route = getRouteApi('__root__')

/** Sends a picture and then makes it the avatar (S4), or takes the avatar away; `share` is how much has gone. */
export function useAvatarChange() {
  const { session, caller } = route.useRouteContext()
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController | null>(null)
  const save = useMutation({
    ...callMutation('PATCH /v1/profile', { returnsFailure: true }),
    onSuccess: (user) => session.send({ type: 'profile.received', user }),
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
  })
  return {
    share,
    isSending: upload.isPending,
    isPending: upload.isPending || save.isPending,
    error: upload.error ?? save.error,
    send: async (file: File, area: CropArea) => {
      const { url } = await upload.mutateAsync({ file, area })
      return save.mutateAsync({ body: { avatar: url } })
    },
    remove: () => save.mutateAsync({ body: { avatar: null } }),
    cancel: () => sending.current?.abort(),
    reset: () => {
      upload.reset()
      save.reset()
    },
  }
}
