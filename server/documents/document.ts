import { setImmediate } from 'node:timers/promises'
import { colors, decorate, margin, openSheet, type Sheet, type Structure, write } from './sheet.ts'
import { drawSlip, type Slip } from './slip.ts'
import { drawTable, type Table } from './table.ts'

/** What a document is made of, from the top to the end. */
export type Part =
  | { kind: 'heading'; text: string }
  | { kind: 'note'; text: string }
  /** Names with their values, one under the other. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | ({ kind: 'table' } & Table)
  | ({ kind: 'slip' } & Slip)

export type Frame = {
  title: string
  /** At the head of every page: whose it is, and when it was made. */
  about: string
  madeOn: string
}

/** A PDF of A4 pages, each with a head and its number. Between parts others get their turn. */
export async function makeDocument({ title, about, madeOn }: Frame, parts: readonly Part[]): Promise<Buffer> {
  const sheet = openSheet({ title, author: about })
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

function drawPart(sheet: Sheet, root: Structure, part: Part): void {
  switch (part.kind) {
    case 'table':
      sheet.moveDown(0.5)
      drawTable(sheet, root, part)
      break
    case 'slip':
      drawSlip(sheet, root, part)
      break
    case 'facts':
      for (const [name, value] of part.facts) drawLine(sheet, root, 'P', { size: 10 }, `${name}: ${value}`)
      break
    case 'note':
      sheet.moveDown(0.5)
      drawLine(sheet, root, 'P', { size: 9, color: colors.quiet }, part.text)
      break
    case 'heading':
      // Alone at the foot of a page it would belong to nothing.
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
      write(sheet, font, size, color).text(text, margin, sheet.y).moveDown(0.3)
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
    // Text below the margin would begin another page.
    sheet.page.margins.bottom = 0
    decorate(sheet, 'Pagination', () => {
      write(sheet, 'text', 8, colors.quiet)
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
