import type { Sharp } from 'sharp'
import { avatarFile } from '#contract/limits.ts'
import { throwInvalidValue } from '#server/http-error.ts'

export const maxPixels = 25_000_000
export const maxSeconds = 10

/** Accepted formats. Content, media type and extension must agree (D-24). */
const acceptedFormats: Record<string, { mediaType: string; extensions: readonly string[] }> = {
  jpeg: { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'] },
  png: { mediaType: 'image/png', extensions: ['png'] },
  webp: { mediaType: 'image/webp', extensions: ['webp'] },
  gif: { mediaType: 'image/gif', extensions: ['gif'] },
}

type Fault = 'not-a-picture' | 'type-differs' | 'too-many-pixels' | 'truncated'

/**
 * Crops the image to a square and re-encodes it, which removes metadata and trailing data (D-24). Throws if the content
 * does not match the declared type.
 */
export async function cropToSquare(file: Buffer, declared: { mediaType: string; extension: string }): Promise<Buffer> {
  if (file.length === 0) rejectFile('not-a-picture', 'The file is empty')
  const open = await openImage()
  const { format = '', width, height } = await open(file).metadata().catch(rejectUndecodable)
  const { mediaType, extensions } = acceptedFormats[format] ?? rejectFile('not-a-picture', 'Not an accepted format')
  if (mediaType !== declared.mediaType || !extensions.includes(declared.extension)) {
    rejectFile('type-differs', `The content is ${format}, and the type or the extension says otherwise`)
  }
  if (width * height > maxPixels) rejectFile('too-many-pixels', `${width} × ${height} pixels are too many`)
  return open(file)
    .autoOrient()
    .resize(avatarFile.side, avatarFile.side, { fit: 'cover' })
    .webp({ quality: 82 })
    .timeout({ seconds: maxSeconds })
    .toBuffer()
    .catch(rejectUndecodable)
}

/** sharp has no error codes: only the message distinguishes an unknown format from a damaged file. */
function rejectUndecodable(error: Error): never {
  const isUnknown = error.message.includes('unsupported image format')
  return rejectFile(isUnknown ? 'not-a-picture' : 'truncated', 'The image cannot be decoded')
}

function rejectFile(fault: Fault, detail: string): never {
  return throwInvalidValue('file', fault, detail)
}

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

let loading: Promise<(file: Buffer) => Sharp> | undefined

/** Loads sharp on first use, to start faster. All other formats are disabled. */
export function openImage(): Promise<(file: Buffer) => Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    sharp.cache(false)
    return (file) => sharp(file, { failOn: 'error', limitInputPixels: false, pages: 1 })
  })
  return loading
}
