import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// It would ask the network for its code otherwise.
const code = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(code).buffer } })

export type Picture = { width: number; height: number; data: Uint8ClampedArray }

/** A page of a PDF as a screen or a printer draws it; `scale` 1 is 72 dots an inch. The first page unless told. */
export async function drawPage(content: Buffer, { scale = 2, page = 0 } = {}): Promise<Picture> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(content)
  const { width, height, data } = await document.getPage(page).render({ scale, render: 'bitmap' })
  const drawn = fromBgra(data)
  document.destroy()
  library.destroy()
  return { width, height, data: drawn }
}

/** The texts of the QR codes in a picture, read by a library that made none of them. */
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
