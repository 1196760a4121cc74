import type { Sharp } from 'sharp'
import { avatarFile } from '#contract/limits.ts'
import { throwInvalidValue } from '#server/http-error.ts'
import { acceptedNames, detectImageFormat, findImageEnd } from './image-format.ts'

const mostPixels = 25_000_000
const mostSeconds = 10

type Fault = 'not-a-picture' | 'type-differs' | 'too-many-pixels' | 'truncated'

/**
 * Crops the image to a square and re-encodes it, which removes metadata and trailing data (D-24). Throws if the content
 * does not match the declared type.
 */
export async function cropToSquare(file: Buffer, said: { mediaType: string; extension: string }): Promise<Buffer> {
  const format = detectImageFormat(file) ?? refuseFile('not-a-picture', 'The content is none of the formats taken')
  const { mediaType, extensions } = acceptedNames[format]
  if (mediaType !== said.mediaType || !extensions.includes(said.extension)) {
    refuseFile('type-differs', `The content is ${format}, and the type or the extension says otherwise`)
  }
  const end = findImageEnd(format, file) ?? refuseFile('truncated', 'The file ends before the picture does')
  if (end < file.length) refuseFile('not-a-picture', 'Something else stands behind the end of the picture')

  const open = await decoder()
  const { width, height } = await open(file)
    .metadata()
    .catch(() => refuseFile('not-a-picture', 'The picture has no size'))
  if (width * height > mostPixels) refuseFile('too-many-pixels', `${width} × ${height} pixels are too many`)
  return open(file)
    .autoOrient()
    .resize(avatarFile.side, avatarFile.side, { fit: 'cover' })
    .webp({ quality: 82 })
    .timeout({ seconds: mostSeconds })
    .toBuffer()
    .catch(() => refuseFile('not-a-picture', 'The picture cannot be decoded'))
}

function refuseFile(message: Fault, detail: string): never {
  return throwInvalidValue('file', message, detail)
}

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

let loading: Promise<(file: Buffer) => Sharp> | undefined

/** Loads sharp on first use, to start faster. All other formats are disabled. */
function decoder(): Promise<(file: Buffer) => Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    sharp.cache(false)
    return (file) => sharp(file, { failOn: 'error', limitInputPixels: false, pages: 1 })
  })
  return loading
}
