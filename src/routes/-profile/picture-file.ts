import { avatarFile } from '#contract/limits.ts'

const taken: readonly string[] = avatarFile.mediaTypes

/** For the dialog in which the system asks for a file. */
export const takenTypes = taken.join(',')

/** A chosen file and the address under which this page shows it; give the address back with `forgetPicture`. */
export type ChosenPicture = { file: File; url: string }

export function choosePicture(file: File): ChosenPicture | null {
  return taken.includes(file.type) ? { file, url: URL.createObjectURL(file) } : null
}

export function forgetPicture(picture: ChosenPicture | null): void {
  if (picture) URL.revokeObjectURL(picture.url)
}
