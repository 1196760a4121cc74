import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import type { CropArea } from './crop-picture.ts'
import { LazyPictureCrop } from './picture-crop-lazy.ts'
import { PictureFault } from './picture-fault.tsx'
import { choosePicture, forgetPicture } from './picture-file.ts'
import { PicturePlace } from './picture-place.tsx'
import { useAvatarChange } from './use-avatar-change.ts'

/** Choose or drop a picture, cut a square out of it, see how it will look, send it; or take the present one away. */
export function AvatarDialog({ user, dropped, onClose }: { user: Profile; dropped: File | null; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [picture, setPicture] = useState(() => dropped && choosePicture(dropped))
  const [isRefused, setRefused] = useState(dropped !== null && picture === null)
  const [area, setArea] = useState<CropArea | null>(null)
  const close = () => {
    change.cancel()
    forgetPicture(picture)
    onClose()
  }
  const change = useAvatarChange(close)
  const choose = (file: File) => {
    const next = choosePicture(file)
    forgetPicture(picture)
    change.reset()
    setArea(null)
    setPicture(next)
    setRefused(next === null)
  }
  const giveUp = () => {
    forgetPicture(picture)
    setPicture(null)
    setRefused(true)
  }
  const percent = i18n.number(change.share, { style: 'percent' })
  return (
    <Dialog
      open
      onClose={close}
      title={<Trans>Ваше фото</Trans>}
      closeLabel={t`Закрыть`}
      footer={
        <>
          {user.avatar && !picture && (
            <Button variant="danger" busy={change.isPending} onClick={change.remove}>
              <Trans>Убрать фото</Trans>
            </Button>
          )}
          <Button onClick={close}>
            <Trans>Отменить</Trans>
          </Button>
          {picture && (
            <Button
              variant="primary"
              busy={change.isPending}
              disabled={area === null}
              onClick={() => area && change.send(picture.file, area)}
            >
              <Trans>Сохранить</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-base">
        {picture && (
          <Suspense fallback={<SkeletonBlock />}>
            <LazyPictureCrop key={picture.url} url={picture.url} onCrop={setArea} onUnreadable={giveUp} />
          </Suspense>
        )}
        {change.isSending ? (
          <ProgressBar label={t`Отправляем фото`} value={change.share} max={1} valueText={percent} />
        ) : (
          <PicturePlace isAnother={picture !== null} onChoose={choose} />
        )}
        {(isRefused || change.error) && (
          <Notice tone="error" role="alert" title={<Trans>Фото не сохранено</Trans>}>
            <PictureFault error={change.error} />
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
