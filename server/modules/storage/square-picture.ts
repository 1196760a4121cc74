import type { Sharp } from 'sharp'
import { avatarFile } from '#contract/limits.ts'
import { refuseValue } from '#server/refusal.ts'
import { endOf, formatOf, namesOf } from './picture-format.ts'

const mostPixels = 25_000_000
const mostSeconds = 10

type Fault = 'not-a-picture' | 'type-differs' | 'too-many-pixels' | 'truncated'

/**
 * The picture in a file, square and encoded anew: nothing else that the file carries goes on, neither where it was
 * taken nor what hides behind its end (D-24). A file that is not exactly what it says is refused.
 */
export async function squarePicture(file: Buffer, said: { mediaType: string; extension: string }): Promise<Buffer> {
  const format = formatOf(file) ?? refuseFile('not-a-picture', 'The content is none of the formats taken')
  const { mediaType, extensions } = namesOf[format]
  if (mediaType !== said.mediaType || !extensions.includes(said.extension)) {
    refuseFile('type-differs', `The content is ${format}, and the type or the extension says otherwise`)
  }
  const end = endOf(format, file) ?? refuseFile('truncated', 'The file ends before the picture does')
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
  return refuseValue('file', message, detail)
}

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

let loading: Promise<(file: Buffer) => Sharp> | undefined

/** Loaded with the first picture: a server starts sooner without it. Every format but ours is switched off. */
function decoder(): Promise<(file: Buffer) => Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    sharp.cache(false)
    return (file) => sharp(file, { failOn: 'error', limitInputPixels: false, pages: 1 })
  })
  return loading
}
