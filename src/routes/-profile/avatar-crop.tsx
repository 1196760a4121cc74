import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { Field } from '#src/ui/forms/field.tsx'
import { Slider } from '#src/ui/forms/slider.tsx'
import type { CropArea } from './avatar-file.ts'

type AvatarCropProps = {
  url: string
  /** Selected square in pixels of the picture. */
  onCrop: (area: CropArea) => void
  onUnreadable: () => void
}

/** Selects the square of a picture, by dragging or arrow keys, with a preview. */
export function AvatarCrop({ url, onCrop, onUnreadable }: AvatarCropProps) {
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
