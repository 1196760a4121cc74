import { setImmediate } from 'node:timers/promises'
import { colors, createPdf, drawArtifact, margin, type Pdf, type Structure, setTextStyle } from './create-pdf.ts'
import { drawPaymentSlip, type PaymentSlip } from './payment-slip.ts'
import type { FontWeight } from './pdf-fonts.ts'
import { drawTable, type Table } from './pdf-table.ts'

/** The parts of a document, from top to bottom. */
export type DocumentPart =
  | { kind: 'heading'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'paragraph'; text: string }
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
  const pdf = createPdf({ title, author: about })
  const content = readAll(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  drawLine(pdf, root, 'H1', looks.title, title)
  for (const [index, part] of parts.entries()) {
    await setImmediate()
    drawPart(pdf, root, part, parts.slice(index + 1))
  }
  root.end()
  numberPages(pdf, about, madeOn)
  pdf.end()
  return content
}

function drawPart(pdf: Pdf, root: Structure, part: DocumentPart, rest: readonly DocumentPart[]): void {
  switch (part.kind) {
    case 'table':
      pdf.moveDown(0.5)
      drawTable(pdf, root, part, heightOfTexts(pdf, rest))
      break
    case 'slip':
      drawPaymentSlip(pdf, root, part)
      break
    case 'facts':
      for (const fact of part.facts) drawLine(pdf, root, 'P', looks.fact, lineOf(fact))
      break
    case 'paragraph':
      drawLine(pdf, root, 'P', looks.fact, part.text)
      break
    case 'note':
      pdf.moveDown(0.5)
      drawLine(pdf, root, 'P', looks.note, part.text)
      break
    case 'heading':
      if (pdf.y + heightOfSection(pdf, part.text, rest) > pdf.page.maxY()) pdf.addPage()
      else pdf.moveDown(1)
      drawLine(pdf, root, 'H2', looks.heading, part.text)
  }
}

/** A heading stays with the facts below it, or with the head and the first rows of a table. */
function heightOfSection(pdf: Pdf, heading: string, [next]: readonly DocumentPart[]): number {
  const facts = next?.kind === 'facts' ? next.facts : []
  const lines = facts.map((fact) => heightOfLine(pdf, looks.fact, lineOf(fact)))
  const below = next?.kind === 'facts' ? sumOf(lines) : 60
  return below + 2 * heightOfLine(pdf, looks.heading, heading)
}

/** Notes and paragraphs stay with the last rows of the table above them. */
function heightOfTexts(pdf: Pdf, rest: readonly DocumentPart[]): number {
  const isText = (part: DocumentPart) => part.kind === 'note' || part.kind === 'paragraph'
  const end = rest.findIndex((part) => !isText(part))
  const texts = rest.slice(0, end === -1 ? rest.length : end).filter(isText)
  return sumOf(
    texts.map(({ kind, text }) =>
      kind === 'note' ? 1.5 * heightOfLine(pdf, looks.note, text) : heightOfLine(pdf, looks.fact, text),
    ),
  )
}

function heightOfLine(pdf: Pdf, { font = 'text', size }: Look, text: string): number {
  const height = setTextStyle(pdf, font, size).heightOfString(text, { width: pdf.page.width - 2 * margin })
  return height + 0.3 * pdf.currentLineHeight(true)
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

function drawLine(pdf: Pdf, root: Structure, type: string, look: Look, text: string): void {
  const { font = 'text', size, color } = look
  root.add(
    pdf.struct(type, {}, () => {
      setTextStyle(pdf, font, size, color).text(text, margin, pdf.y).moveDown(0.3)
    }),
  )
}

function numberPages(pdf: Pdf, about: string, madeOn: string): void {
  const { count } = pdf.bufferedPageRange()
  const width = pdf.page.width - 2 * margin
  const foot = pdf.page.height - margin + 8
  const once = { width, lineBreak: false }
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // Text below the bottom margin would start a new page.
    pdf.page.margins.bottom = 0
    drawArtifact(pdf, 'Pagination', () => {
      setTextStyle(pdf, 'text', 8, colors.quiet)
        .text(about, margin, margin - 12, once)
        .text(madeOn, margin, margin - 12, { ...once, align: 'right' })
        .text(`Страница ${page + 1} из ${count}`, margin, foot, { ...once, align: 'center' })
    })
  }
}

async function readAll(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of pdf) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
