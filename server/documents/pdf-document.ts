import { setImmediate } from 'node:timers/promises'
import { drawPaymentSlip, type PaymentSlip } from './payment-slip.ts'
import { colors, createSheet, drawArtifact, margin, type Sheet, type Structure, setTextStyle } from './pdf-sheet.ts'
import { drawTable, type Table } from './pdf-table.ts'

/** The parts of a document, from top to bottom. */
export type DocumentPart =
  | { kind: 'heading'; text: string }
  | { kind: 'note'; text: string }
  /** Labelled values, one per line. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | ({ kind: 'table' } & Table)
  | ({ kind: 'slip' } & PaymentSlip)

export type DocumentHeader = {
  title: string
  /** Shown at the head of every page: the owner and the creation day. */
  about: string
  madeOn: string
}

/** Renders A4 pages with a head and page numbers. Yields to the event loop between parts. */
export async function renderDocument(
  { title, about, madeOn }: DocumentHeader,
  parts: readonly DocumentPart[],
): Promise<Buffer> {
  const sheet = createSheet({ title, author: about })
  const content = readAll(sheet)
  const root = sheet.struct('Document')
  sheet.addStructure(root)
  drawLine(sheet, root, 'H1', { font: 'bold', size: 20 }, title)
  for (const part of parts) {
    await setImmediate()
    drawPart(sheet, root, part)
  }
  root.end()
  numberPages(sheet, about, madeOn)
  sheet.end()
  return content
}

function drawPart(sheet: Sheet, root: Structure, part: DocumentPart): void {
  switch (part.kind) {
    case 'table':
      sheet.moveDown(0.5)
      drawTable(sheet, root, part)
      break
    case 'slip':
      drawPaymentSlip(sheet, root, part)
      break
    case 'facts':
      for (const [name, value] of part.facts) drawLine(sheet, root, 'P', { size: 10 }, `${name}: ${value}`)
      break
    case 'note':
      sheet.moveDown(0.5)
      drawLine(sheet, root, 'P', { size: 9, color: colors.quiet }, part.text)
      break
    case 'heading':
      // Keeps a heading with the part that follows it.
      if (sheet.y > sheet.page.maxY() - 96) sheet.addPage()
      else sheet.moveDown(1)
      drawLine(sheet, root, 'H2', { font: 'bold', size: 13 }, part.text)
  }
}

type Look = { font?: 'text' | 'bold'; size: number; color?: string }

function drawLine(sheet: Sheet, root: Structure, type: string, look: Look, text: string): void {
  const { font = 'text', size, color } = look
  root.add(
    sheet.struct(type, {}, () => {
      setTextStyle(sheet, font, size, color).text(text, margin, sheet.y).moveDown(0.3)
    }),
  )
}

function numberPages(sheet: Sheet, about: string, madeOn: string): void {
  const { count } = sheet.bufferedPageRange()
  const width = sheet.page.width - 2 * margin
  const foot = sheet.page.height - margin + 8
  const once = { width, lineBreak: false }
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page)
    // Text below the bottom margin would start a new page.
    sheet.page.margins.bottom = 0
    drawArtifact(sheet, 'Pagination', () => {
      setTextStyle(sheet, 'text', 8, colors.quiet)
        .text(about, margin, margin - 12, once)
        .text(madeOn, margin, margin - 12, { ...once, align: 'right' })
        .text(`Страница ${page + 1} из ${count}`, margin, foot, { ...once, align: 'center' })
    })
  }
}

async function readAll(sheet: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of sheet) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
