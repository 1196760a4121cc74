import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// Otherwise pdf.js loads its code from the network.
const code = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(code).buffer } })

export type Picture = { width: number; height: number; data: Uint8ClampedArray }

/** Renders a page of a PDF; `scale` 1 is 72 dots per inch. The first page by default. */
export async function drawPage(content: Buffer, { scale = 2, page = 0 } = {}): Promise<Picture> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(content)
  const { width, height, data } = await document.getPage(page).render({ scale, render: 'bitmap' })
  const drawn = fromBgra(data)
  document.destroy()
  library.destroy()
  return { width, height, data: drawn }
}

/** The texts of the QR codes in a picture, decoded by an independent library. */
export async function readCodes({ width, height, data }: Picture): Promise<string[]> {
  const found = await readBarcodes({ width, height, data, colorSpace: 'srgb' } as ImageData, { formats: ['QRCode'] })
  return found.map(({ text }) => text)
}

function fromBgra(data: Uint8Array): Uint8ClampedArray {
  const turned = new Uint8ClampedArray(data)
  for (let at = 0; at < data.length; at += 4) {
    turned[at] = data[at + 2] as number
    turned[at + 2] = data[at] as number
  }
  return turned
}

/** In points, from the upper left corner. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Positions in a rendered page, in points at any scale. */
export function looksOf({ width, height, data }: Picture, scale: number) {
  const brightness = (x: number, y: number) => {
    const at = (y * width + x) * 4
    return ((data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number)) / 3
  }
  const isLine = (x: number, y: number) => brightness(x, y) > 190 && brightness(x, y) < 246

  /** Whether a box contains text; lines of a frame are paler. */
  function isWrittenIn({ left, top, right, bottom }: Box, darkerThan = 150): boolean {
    for (let y = Math.max(0, Math.ceil(top * scale)); y < Math.min(height, bottom * scale); y += 1)
      for (let x = Math.max(0, Math.ceil(left * scale)); x < Math.min(width, right * scale); x += 1)
        if (brightness(x, y) < darkerThan) return true
    return false
  }

  /** Straight pale lines above a minimum length, from the top. */
  function linesAcross(least: number): Box[] {
    const found: Box[] = []
    for (let y = 0; y < height; y += 1) {
      let from = -1
      for (let x = 0; x <= width; x += 1) {
        if (x < width && isLine(x, y)) from = from < 0 ? x : from
        else {
          if (from >= 0 && x - from > least * scale)
            found.push({ left: from / scale, right: x / scale, top: y / scale, bottom: (y + 1) / scale })
          from = -1
        }
      }
    }
    return found
  }

  return {
    isWrittenIn,
    /** Frames of one height, found by their upper and lower lines, from the top. */
    framesOf(frameHeight: number): Box[] {
      const lines: Box[] = []
      const isAt = (one: Box, left: number, top: number) => Math.abs(one.top - top) < 2 && Math.abs(one.left - left) < 6
      // A stroke is several rows of pixels.
      for (const line of linesAcross(20)) if (!lines.some((one) => isAt(one, line.left, line.top))) lines.push(line)
      const frames: Box[] = []
      const closing = new Set<Box>()
      for (const upper of lines) {
        const lower = lines.find((line) => isAt(line, upper.left, upper.top + frameHeight))
        if (closing.has(upper) || lower === undefined) continue
        closing.add(lower)
        frames.push({ ...upper, bottom: lower.bottom })
      }
      return frames
    },
    /** The widest white gap between words of a line, in points. */
    widestGapIn({ left, right, top, bottom }: Box): number {
      let widest = 0
      let since = -1
      for (let x = left; x < right; x += 1 / scale) {
        if (!isWrittenIn({ left: x, right: x + 1 / scale, top, bottom })) continue
        if (since >= 0) widest = Math.max(widest, x - since)
        since = x
      }
      return widest
    },
    width: width / scale,
    height: height / scale,
  }
}
