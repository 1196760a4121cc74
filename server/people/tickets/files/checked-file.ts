import { ticketFile } from '#contract/limits.ts'
import { throwInvalidValue } from '#server/http-error.ts'
import { maxPixels, maxSeconds, openImage } from '#server/people/avatars/square-image.ts'

type StoredFile = { mediaType: string; content: Buffer }

/** Longest side of a stored picture: a page of text stays legible. */
const maxSide = 3000

/** What each accepted format is stored as. A GIF becomes its first frame. */
const storedFormats = {
  jpeg: { mediaType: 'image/jpeg', stored: 'jpeg' },
  png: { mediaType: 'image/png', stored: 'png' },
  webp: { mediaType: 'image/webp', stored: 'webp' },
  gif: { mediaType: 'image/gif', stored: 'png' },
} as const

/**
 * Accepts a picture or a PDF by its content, which must be what the media type says. A picture is encoded anew: metadata
 * such as the place where it was taken, and anything after the picture, is not stored.
 */
export async function checkFile(file: Buffer, declared: string): Promise<StoredFile> {
  return declared === 'application/pdf' ? checkPdf(file) : checkPicture(file, declared)
}

async function checkPicture(file: Buffer, declared: string): Promise<StoredFile> {
  if (file.length === 0) rejectFile('unreadable', 'The file is empty')
  const open = await openImage()
  const { format = '', width, height } = await open(file).metadata().catch(rejectUnreadable)
  const found = storedFormats[format as keyof typeof storedFormats] as
    | (typeof storedFormats)[keyof typeof storedFormats]
    | undefined
  if (!found) return rejectFile('unreadable', 'Not an accepted format')
  if (found.mediaType !== declared) rejectFile('type-differs', `The content is ${format}`)
  if (width * height > maxPixels) rejectFile('too-many-pixels', `${width} × ${height} pixels are too many`)
  const content = await open(file)
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .toFormat(found.stored)
    .timeout({ seconds: maxSeconds })
    .toBuffer()
    .catch(rejectUnreadable)
  if (content.length > ticketFile.maxBytes) rejectFile('too-large', 'The picture is too large when it is stored')
  return { mediaType: `image/${found.stored}`, content }
}

async function checkPdf(file: Buffer): Promise<StoredFile> {
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) rejectFile('type-differs', 'The content is not a PDF')
  // Loaded on first use, to start faster.
  const { getDocumentProxy } = await import('unpdf')
  // A copy: the parser takes the memory over.
  const document = await getDocumentProxy(new Uint8Array(file), { verbosity: 0 }).catch(rejectUnreadable)
  const pages = document.numPages
  await document.loadingTask.destroy()
  if (pages === 0) rejectFile('unreadable', 'The PDF has no pages')
  return { mediaType: 'application/pdf', content: file }
}

type Fault = 'unreadable' | 'type-differs' | 'too-many-pixels' | 'too-large'

function rejectUnreadable(): never {
  return rejectFile('unreadable', 'The file cannot be read')
}

function rejectFile(fault: Fault, detail: string): never {
  return throwInvalidValue('file', fault, detail)
}
