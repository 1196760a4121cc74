import { setImmediate } from 'node:timers/promises'
import { drawPaymentSlip, type PaymentSlip } from './payment-slip.ts'
import type { FontWeight } from './pdf-fonts.ts'
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
  drawLine(sheet, root, 'H1', looks.title, title)
  for (const [index, part] of parts.entries()) {
    await setImmediate()
    drawPart(sheet, root, part, parts.slice(index + 1))
  }
  root.end()
  numberPages(sheet, about, madeOn)
  sheet.end()
  return content
}

function drawPart(sheet: Sheet, root: Structure, part: DocumentPart, rest: readonly DocumentPart[]): void {
  switch (part.kind) {
    case 'table':
      sheet.moveDown(0.5)
      drawTable(sheet, root, part, heightOfNotes(sheet, rest))
      break
    case 'slip':
      drawPaymentSlip(sheet, root, part)
      break
    case 'facts':
      for (const fact of part.facts) drawLine(sheet, root, 'P', looks.fact, lineOf(fact))
      break
    case 'note':
      sheet.moveDown(0.5)
      drawLine(sheet, root, 'P', looks.note, part.text)
      break
    case 'heading':
      if (sheet.y + heightOfSection(sheet, part.text, rest) > sheet.page.maxY()) sheet.addPage()
      else sheet.moveDown(1)
      drawLine(sheet, root, 'H2', looks.heading, part.text)
  }
}

/** A heading stays with the facts below it, or with the head and the first rows of a table. */
function heightOfSection(sheet: Sheet, heading: string, [next]: readonly DocumentPart[]): number {
  const facts = next?.kind === 'facts' ? next.facts : []
  const lines = facts.map((fact) => heightOfLine(sheet, looks.fact, lineOf(fact)))
  const below = next?.kind === 'facts' ? sumOf(lines) : 60
  return below + 2 * heightOfLine(sheet, looks.heading, heading)
}

/** Notes stay with the last rows of the table above them. */
function heightOfNotes(sheet: Sheet, rest: readonly DocumentPart[]): number {
  const end = rest.findIndex(({ kind }) => kind !== 'note')
  const notes = rest.slice(0, end === -1 ? rest.length : end).filter((part) => part.kind === 'note')
  return sumOf(notes.map(({ text }) => 1.5 * heightOfLine(sheet, looks.note, text)))
}

function heightOfLine(sheet: Sheet, { font = 'text', size }: Look, text: string): number {
  const height = setTextStyle(sheet, font, size).heightOfString(text, { width: sheet.page.width - 2 * margin })
  return height + 0.3 * sheet.currentLineHeight(true)
}

function sumOf(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0)
}

function lineOf([name, value]: readonly [string, string]): string {
  return `${name}: ${value}`
}

type Look = { font?: FontWeight; size: number; color?: string }

const looks = {
  title: { font: 'bold', size: 20 },
  heading: { font: 'bold', size: 13 },
  fact: { size: 10 },
  note: { size: 9, color: colors.quiet },
} as const satisfies Record<string, Look>

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
