import { avatarFile } from '#contract/limits.ts'
import { throwInvalidValue } from '#server/http/http-error.ts'
import { readPicture, type UploadedFile } from '#server/parsers/uploaded-files.ts'

/** Extensions of accepted pictures. Which of them the file has does not matter: its content decides. */
const extensions = ['jpg', 'jpeg', 'jfif', 'png', 'webp', 'gif']

/** Crops the picture to a square WebP, which removes metadata and trailing data (D-24). */
export async function cropToSquare(uploaded: UploadedFile, extension: string): Promise<Buffer> {
  if (!extensions.includes(extension)) throwInvalidValue('file', 'type-differs', 'The extension is not of a picture')
  const { content } = await readPicture(uploaded, { side: avatarFile.side, fit: 'cover', storeAs: 'webp' })
  return content
}
