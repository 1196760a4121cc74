import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { Failure, fieldError } from '#src/api/failure.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { type Choice, type CropArea, choosePicture, forgetPicture } from './picture.ts'
import { PictureCrop } from './picture-crop.tsx'
import { PicturePlace } from './picture-place.tsx'
import { useAvatarChange } from './use-avatar-change.ts'

/** Choose or drop a picture, cut a square out of it, see how it will look, send it; or take the present one away. */
export function AvatarDialog({ user, initial, onClose }: { user: Profile; initial: Choice; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [choice, setChoice] = useState(initial)
  const [area, setArea] = useState<CropArea | null>(null)
  const change = useAvatarChange()
  const picture = typeof choice === 'object' ? choice : null
  const choose = (next: Choice) => {
    forgetPicture(choice)
    change.reset()
    setArea(null)
    setChoice(next)
  }
  const close = () => {
    change.cancel()
    forgetPicture(choice)
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
      isPending={change.isPending}
      failureTitle={<Trans>Фото не сохранено</Trans>}
      failure={(choice === 'refused' || change.error) && <PictureFault error={change.error} />}
      success="profileSaved"
      onSubmit={submit}
      onClose={close}
    >
      {picture && (
        <PictureCrop key={picture.url} url={picture.url} onCrop={setArea} onUnreadable={() => choose('refused')} />
      )}
      {change.isSending ? (
        <ProgressBar label={t`Отправляем фото`} value={change.share} max={1} valueText={percent} />
      ) : (
        <PicturePlace isAnother={picture !== null} onChoose={(file) => choose(choosePicture(file))} />
      )}
    </FormDialog>
  )
}

/** Why a picture was not taken: the server's own check (D-24), this page's, or whatever befell the call. */
function PictureFault({ error }: { error: Error | null }) {
  const fault = error instanceof Failure ? fieldError(error, 'file') : 'not-a-picture'
  switch (fault) {
    case 'not-a-picture':
      return <Trans>Это не картинка, или файл испорчен. Подойдут JPEG, PNG, WebP и GIF.</Trans>
    case 'type-differs':
      return <Trans>Внутри файла не то, что в его названии. Сохраните картинку заново и выберите её ещё раз.</Trans>
    case 'too-many-pixels':
      return <Trans>Картинка слишком велика: больше 25 мегапикселей. Уменьшите её и выберите ещё раз.</Trans>
    case 'truncated':
      return <Trans>Файл обрывается на середине. Скачайте или сохраните его заново.</Trans>
    default:
      return error && <FailureWords error={error} />
  }
}
