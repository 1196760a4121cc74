export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif'

/** Accepted media types and extensions. Content, type and extension must agree (D-24). */
export const acceptedNames: Record<ImageFormat, { mediaType: string; extensions: readonly string[] }> = {
  jpeg: { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'] },
  png: { mediaType: 'image/png', extensions: ['png'] },
  webp: { mediaType: 'image/webp', extensions: ['webp'] },
  gif: { mediaType: 'image/gif', extensions: ['gif'] },
}

/** Detects the format by magic bytes. */
export function detectImageFormat(file: Buffer): ImageFormat | null {
  if (startsWith(file, 0, 'ff d8 ff')) return 'jpeg'
  if (startsWith(file, 0, '89 50 4e 47 0d 0a 1a 0a')) return 'png'
  if (startsWith(file, 0, '52 49 46 46') && startsWith(file, 8, '57 45 42 50')) return 'webp'
  if (startsWith(file, 0, '47 49 46 38 37 61') || startsWith(file, 0, '47 49 46 38 39 61')) return 'gif'
  return null
}

/** Offset of the image end; trailing bytes are foreign data. Null if the file is truncated. */
export function findImageEnd(format: ImageFormat, file: Buffer): number | null {
  const end = walks[format](file)
  return end !== null && end <= file.length ? end : null
}

const walks: Record<ImageFormat, (file: Buffer) => number | null> = {
  jpeg(file) {
    let at = 2
    while (at + 1 < file.length) {
      if (file[at] !== 0xff) return null
      const marker = file[at + 1] ?? 0
      if (marker === 0xff) at += 1
      else if (marker === 0xd9) return at + 2
      else {
        at += 2 + sizeAt(file, at + 2)
        if (marker === 0xda) at = afterScan(file, at)
      }
    }
    return null
  },
  png(file) {
    let at = 8
    while (at + 12 <= file.length) {
      const isLast = startsWith(file, at + 4, '49 45 4e 44')
      at += 12 + file.readUInt32BE(at)
      if (isLast) return at
    }
    return null
  },
  webp(file) {
    if (file.length < 12) return null
    const size = file.readUInt32LE(4)
    return 8 + size + (size % 2)
  },
  gif(file) {
    let at = 13 + coloursAt(file, 10)
    while (at < file.length) {
      const block = file[at]
      if (block === 0x3b) return at + 1
      if (block === 0x21) at = afterSubBlocks(file, at + 2)
      else if (block === 0x2c) at = afterSubBlocks(file, at + 11 + coloursAt(file, at + 9))
      else return null
    }
    return null
  },
}

/** In scan data 0xff is followed by 0x00 or a restart marker; any other byte starts a new segment. */
function afterScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from)
  while (at !== -1) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at = file.indexOf(0xff, at + 2)
  }
  return file.length
}

function afterSubBlocks(file: Buffer, from: number): number {
  let at = from
  while (at < file.length && file[at] !== 0) at += 1 + (file[at] ?? 0)
  return at + 1
}

function coloursAt(file: Buffer, at: number): number {
  const flags = file[at] ?? 0
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function sizeAt(file: Buffer, at: number): number {
  return at + 2 <= file.length ? file.readUInt16BE(at) : file.length
}

function startsWith(file: Buffer, at: number, hex: string): boolean {
  const wanted = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  return file.subarray(at, at + wanted.length).equals(wanted)
}
