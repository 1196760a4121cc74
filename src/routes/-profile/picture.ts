import { avatarFile } from '#contract/limits.ts'

const taken: readonly string[] = avatarFile.mediaTypes

/** For the dialog in which the system asks for a file. */
export const takenTypes = taken.join(',')

/** A chosen file and the address under which this page shows it; give the address back with `forgetPicture`. */
export type ChosenPicture = { file: File; url: string }

/** What a person has chosen so far; `refused` is a file that is no picture of these types. */
export type Choice = ChosenPicture | 'nothing' | 'refused'

export function choosePicture(file: File): Choice {
  return taken.includes(file.type) ? { file, url: URL.createObjectURL(file) } : 'refused'
}

export function forgetPicture(choice: Choice): void {
  if (typeof choice === 'object') URL.revokeObjectURL(choice.url)
}

export type CropArea = { x: number; y: number; width: number; height: number }

/** The chosen square of a picture as a file: a photograph stays one, everything else keeps what is transparent in it. */
export async function cropPicture(file: File, { x, y, width, height }: CropArea): Promise<File> {
  // More than the server keeps would only take longer on the way.
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
