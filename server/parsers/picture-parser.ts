import type { Sharp } from 'sharp'
import sharp from 'sharp'

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif'
export type PictureFault = 'not-a-picture' | 'too-many-pixels' | 'truncated'

/** `cover` fills a square and crops; `inside` keeps the ratio and never enlarges. */
export type PictureRequest = {
  file: Uint8Array
  side: number
  fit: 'cover' | 'inside'
  /** WebP, or the format of the picture, of a GIF its first frame as PNG. */
  storeAs: 'webp' | 'own'
}

const maxPixels = 25_000_000
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

// All other formats are switched off.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
sharp.cache(false)
sharp.concurrency(1)

const storedFormats = { jpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'png' } as const

/** Encodes a picture anew: metadata and what follows the picture are lost. The content decides what it is. */
export async function encodePicture({
  file,
  side,
  fit,
  storeAs,
}: PictureRequest): Promise<{ format: PictureFormat; content: Uint8Array } | { fault: PictureFault }> {
  try {
    const { format, width, height } = await open(file).metadata()
    if (!isAccepted(format)) return { fault: 'not-a-picture' }
    if (width * height > maxPixels) return { fault: 'too-many-pixels' }
    const stored = storeAs === 'webp' ? 'webp' : storedFormats[format]
    const content = await open(file)
      .autoOrient()
      .resize(side, side, { fit, withoutEnlargement: fit === 'inside' })
      .toFormat(stored, storeAs === 'webp' ? { quality: 82 } : {})
      .toBuffer()
    return { format: stored, content }
  } catch (error) {
    // sharp has no error codes: only the message distinguishes an unknown format from a damaged file.
    const isUnknown = error instanceof Error && /unsupported image format|Input Buffer is empty/.test(error.message)
    return { fault: isUnknown ? 'not-a-picture' : 'truncated' }
  }
}

function open(file: Uint8Array): Sharp {
  return sharp(file, { failOn: 'error', limitInputPixels: false, pages: 1 })
}

function isAccepted(format: string | undefined): format is PictureFormat {
  return format !== undefined && Object.hasOwn(storedFormats, format)
}
