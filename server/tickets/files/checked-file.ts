import { ticketFile } from '#contract/limits.ts'
import { throwInvalidValue } from '#server/http/http-error.ts'
import { countPages, readPicture, type UploadedFile } from '#server/parsers/uploaded-files.ts'

type StoredFile = { mediaType: string; name: string; content: Buffer }

/** Longest side of a stored picture: a page of text stays legible. */
const maxSide = 3000

const extensions: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
}
const anyExtension = /\.(?:pdf|jpe?g|jfif|png|webp|gif)$/i

/**
 * Accepts a picture or a PDF. The content decides which: browsers derive the type that they send from the name. A picture
 * is encoded anew: metadata such as the place where it was taken, and anything after the picture, is not stored.
 */
export async function checkFile({ name, ...uploaded }: UploadedFile & { name: string }): Promise<StoredFile> {
  const { mediaType, content } = uploaded.file.subarray(0, 5).equals(Buffer.from('%PDF-'))
    ? await checkPdf(uploaded)
    : await checkPicture(uploaded)
  return { mediaType, content, name: nameAs(mediaType, name) }
}

async function checkPicture(uploaded: UploadedFile): Promise<Omit<StoredFile, 'name'>> {
  const { format, content } = await readPicture(uploaded, { side: maxSide, fit: 'inside', storeAs: 'own' })
  if (content.length > ticketFile.maxBytes)
    throwInvalidValue('file', 'too-large', 'The picture is too large when it is stored')
  return { mediaType: `image/${format}`, content }
}

async function checkPdf(uploaded: UploadedFile): Promise<Omit<StoredFile, 'name'>> {
  const pages = await countPages(uploaded)
  if (!pages) throwInvalidValue('file', 'unreadable', 'The PDF has no pages, or cannot be read')
  return { mediaType: 'application/pdf', content: uploaded.file }
}

/** The name with an extension of the type: programs open a file by it. */
function nameAs(mediaType: string, name: string): string {
  const own = extensions[mediaType] ?? []
  const isOwn = own.some((extension) => name.toLowerCase().endsWith(`.${extension}`))
  return isOwn ? name : `${name.replace(anyExtension, '')}.${own[0]}`
}
