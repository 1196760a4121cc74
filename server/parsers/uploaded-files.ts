import type { FastifyBaseLogger } from 'fastify'
import { throwInvalidValue } from '#server/http/http-error.ts'
import type { PictureFault, PictureFormat, PictureRequest } from './picture-parser.ts'
import { type Parser, readWithLimits } from './run-parser.ts'

/** A file and the id of its user. */
export type UploadedFile = { file: Buffer; owner: string; log: FastifyBaseLogger }

const pictureParser: Parser<PictureRequest, { format: PictureFormat; content: Uint8Array } | { fault: PictureFault }> =
  {
    limits: 'picture',
    module: new URL('./picture-parser.ts', import.meta.url),
    name: 'encodePicture',
  }

const pdfParser: Parser<Uint8Array, number | null> = {
  limits: 'pdf',
  module: new URL('./pdf-parser.ts', import.meta.url),
  name: 'countPdfPages',
}

/** Encodes an uploaded picture anew. Throws `invalid-values` for `file` if it is none, or takes too much to read. */
export async function readPicture(
  { file, owner, log }: UploadedFile,
  wanted: Omit<PictureRequest, 'file'>,
): Promise<{ format: PictureFormat; content: Buffer }> {
  // What is no picture needs no process.
  if (!isPicture(file)) return throwInvalidValue('file', 'not-a-picture', 'Not an accepted format')
  const picture = await readWithLimits(pictureParser, { file, ...wanted }, { path: 'file', owner, log })
  if ('fault' in picture) return throwInvalidValue('file', picture.fault, 'The picture cannot be read')
  return { format: picture.format, content: Buffer.from(picture.content) }
}

/** Beginnings of the accepted formats. */
function isPicture(file: Buffer): boolean {
  const start = file.toString('latin1', 0, 12)
  return /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP)/s.test(start)
}

/** Number of pages of an uploaded PDF; null if it cannot be read. */
export async function countPages({ file, owner, log }: UploadedFile): Promise<number | null> {
  return readWithLimits(pdfParser, file, { path: 'file', owner, log })
}
