import { avatarFile } from '#contract/limits.ts'

const acceptedMediaTypes: readonly string[] = avatarFile.mediaTypes

/** For the `accept` attribute. */
export const acceptedTypes = acceptedMediaTypes.join(',')

/** A selected file with its object URL; revoke it with `releasePicture`. */
type SelectedPicture = { file: File; url: string }

/** State of the selection; `refused`: the file is not a picture of an accepted type. */
export type AvatarChoice = SelectedPicture | 'nothing' | 'refused'

export function selectPicture(file: File): AvatarChoice {
  return acceptedMediaTypes.includes(file.type) ? { file, url: URL.createObjectURL(file) } : 'refused'
}

export function releasePicture(choice: AvatarChoice): void {
  if (typeof choice === 'object') URL.revokeObjectURL(choice.url)
}

export type CropArea = { x: number; y: number; width: number; height: number }

/** Crops a picture to a file: JPEG stays JPEG, other types become PNG for their transparency. */
export async function cropPicture(file: File, { x, y, width, height }: CropArea): Promise<File> {
  // The server stores no larger picture.
  const side = Math.max(1, Math.min(avatarFile.side, Math.round(width)))
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, side, side)
  picture.close()
  const isPhotograph = file.type === 'image/jpeg'
  const type = isPhotograph ? 'image/jpeg' : 'image/png'
  const blob = await canvas.convertToBlob({ type, quality: 0.9 })
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}${isPhotograph ? '.jpg' : '.png'}`, { type })
}
