import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import type { Profile } from '#contract/people/profile.ts'
import { fieldErrorOf } from '#src/api/api-error.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { uploadPicture } from '#src/api/upload.ts'
import { fileFaultMessages } from '#src/i18n/file-fault-messages.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { FileDrop } from '#src/ui/forms/file-drop.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Slider } from '#src/ui/forms/inputs.tsx'
import {
  type AvatarChoice,
  acceptedTypes,
  type CropArea,
  cropPicture,
  releasePicture,
  selectPicture,
} from './avatar-file.ts'

/** Selects, crops and uploads a picture, or removes the present one. */
export function AvatarDialog({
  user,
  initial,
  onClose,
}: {
  user: Profile
  initial: AvatarChoice
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const [choice, setChoice] = useState(initial)
  const [area, setArea] = useState<CropArea | null>(null)
  const change = useAvatarChange()
  const picture = typeof choice === 'object' ? choice : null
  const choose = (next: AvatarChoice) => {
    releasePicture(choice)
    change.reset()
    setArea(null)
    setChoice(next)
  }
  const close = () => {
    change.cancel()
    releasePicture(choice)
    onClose()
  }
  const submit = () => {
    if (picture === null) return change.remove()
    return area === null ? undefined : change.send(picture.file, area)
  }
  const percent = i18n.number(change.share, { style: 'percent' })
  return (
    <FormDialog
      title={<Trans>Ваше фото</Trans>}
      submitLabel={picture ? <Trans>Сохранить</Trans> : user.avatar && <Trans>Убрать фото</Trans>}
      tone={picture ? 'primary' : 'danger'}
      disabled={picture !== null && area === null}
      mutation={change}
      failureTitle={<Trans>Фото не сохранено</Trans>}
      failure={(choice === 'refused' || change.error) && <PictureErrorText error={change.error} />}
      success="profileSaved"
      hasChanges={() => picture !== null}
      onSubmit={submit}
      isClosable
      onClose={close}
    >
      {picture && (
        <AvatarCrop key={picture.url} url={picture.url} onCrop={setArea} onUnreadable={() => choose('refused')} />
      )}
      {change.isSending ? (
        <ProgressBar label={t`Отправляем фото`} value={change.share} max={1} valueText={percent} />
      ) : (
        <FileDrop
          accept={acceptedTypes}
          buttonLabel={picture ? <Trans>Выбрать другой файл</Trans> : <Trans>Выбрать файл</Trans>}
          hint={<Trans>или перетащите его сюда: JPEG, PNG, WebP или GIF</Trans>}
          onChoose={(file) => choose(selectPicture(file))}
        />
      )}
    </FormDialog>
  )
}

/** Why a picture was rejected: by this page, by the server, or because the call failed. */
function PictureErrorText({ error }: { error: Error | null }) {
  const { i18n } = useLingui()
  // Browsers reject a file that they cannot decode with an InvalidStateError.
  const isUnreadable = error === null || error.name === 'InvalidStateError'
  const fault = isUnreadable ? 'not-a-picture' : fieldErrorOf(error, 'file')
  switch (fault) {
    case 'not-a-picture':
    case 'type-differs':
      return <Trans>Это не картинка, или файл испорчен. Подойдут JPEG, PNG, WebP и GIF.</Trans>
    case 'infected':
    case 'too-complex':
    case 'too-many-pixels':
      return i18n._(fileFaultMessages[fault])
    case 'truncated':
      return <Trans>Файл обрывается на середине. Скачайте или сохраните его заново.</Trans>
    default:
      return error && <ErrorMessage error={error} />
  }
}

const route = getRouteApi('__root__')

/** Uploads a picture and saves it as the avatar, or removes the avatar; `share` is the progress. */
function useAvatarChange() {
  const { session, caller } = route.useRouteContext()
  const [share, setShare] = useState(0)
  const sending = useRef<AbortController | null>(null)
  const save = useMutation({
    ...callMutation('PATCH /v1/profile', { handlesError: true }),
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
    meta: { handlesError: true },
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

type AvatarCropProps = {
  url: string
  /** Selected square in pixels of the picture. */
  onCrop: (area: CropArea) => void
  onUnreadable: () => void
}

function AvatarCrop({ url, onCrop, onUnreadable }: AvatarCropProps) {
  const { t } = useLingui()
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [shares, setShares] = useState<CropArea | null>(null)
  return (
    <div className="flex flex-col gap-base">
      <div className="relative h-[280px] overflow-hidden rounded-lg bg-grey-10">
        <Cropper
          image={url}
          crop={position}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          cropperProps={{ 'aria-label': t`Кадр: двигайте его мышью или стрелками`, role: 'group' }}
          mediaProps={{ onError: onUnreadable }}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={(area, pixels) => {
            setShares(area)
            onCrop(pixels)
          }}
        />
      </div>
      <div className="flex items-center gap-base">
        <div className="min-w-0 flex-1">
          <Field label={t`Масштаб`}>
            <Slider
              min={1}
              max={3}
              step={0.05}
              value={zoom}
              onChange={({ currentTarget: { valueAsNumber } }) => setZoom(valueAsNumber)}
            />
          </Field>
        </div>
        <figure className="flex shrink-0 flex-col items-center gap-xxs">
          <div className="relative size-[72px] overflow-hidden rounded-full bg-grey-3">
            {shares && <img src={url} alt="" className="absolute max-w-none" style={cropPreviewStyle(shares)} />}
          </div>
          <figcaption className="text-sm text-ink-muted">
            <Trans>Так и будет</Trans>
          </figcaption>
        </figure>
      </div>
    </div>
  )
}

/** Style of the preview; the shares are percentages of the picture. */
function cropPreviewStyle({ x, y, width, height }: CropArea) {
  return { width: `${10_000 / width}%`, left: `${(-100 * x) / width}%`, top: `${(-100 * y) / height}%` }
}
