import { buffer } from 'node:stream/consumers'
import { colors, createSheet, drawArtifact, margin, type Sheet, type Structure, setTextStyle } from './pdf-sheet.ts'

type Field = {
  label: string
  /** Null is printed as a dash; an empty text leaves room to write. */
  value: string | null | undefined
  /** Share of the row's width. */
  width: number
}
export type FormPart = { title: string } | { heading: string } | { fields: readonly Field[] }

const gap = 8
const boxHeight = 22
const none = '—'

/** Renders a one-page A4 form of rows of boxes with labels above. */
export function renderForm(info: { title: string; author: string }, parts: readonly FormPart[]): Promise<Buffer> {
  const sheet = createSheet(info)
  const content = buffer(sheet)
  const root = sheet.struct('Document')
  sheet.addStructure(root)
  sheet.y = margin
  for (const part of parts) {
    if ('title' in part) drawWords(sheet, root, { type: 'H1', size: 14, above: 18, align: 'center' }, part.title)
    else if ('heading' in part) drawWords(sheet, root, { type: 'H2', size: 10.5, above: 12 }, part.heading)
    else drawFields(sheet, root, part.fields)
  }
  root.end()
  sheet.end()
  return content
}

type Look = { type: string; size: number; above: number; align?: 'center' }

function drawWords(sheet: Sheet, root: Structure, { type, size, above, align }: Look, text: string): void {
  const width = sheet.page.width - 2 * margin
  const top = sheet.y + above
  root.add(
    sheet.struct(type, {}, () => {
      setTextStyle(sheet, 'bold', size).text(text, margin, top, { width, ...(align && { align }) })
    }),
  )
  sheet.y += gap
}

function drawFields(sheet: Sheet, root: Structure, fields: readonly Field[]): void {
  const shares = fields.reduce((sum, { width }) => sum + width, 0)
  const unit = (sheet.page.width - 2 * margin - gap * (fields.length - 1)) / shares
  const top = sheet.y
  const below = top + 13
  let x = margin
  for (const { label, value, width: share } of fields) {
    const width = share * unit
    const left = x
    root.add(
      sheet.struct('P', {}, () => {
        setTextStyle(sheet, 'text', 8, colors.quiet).text(label, left, top, { width, lineBreak: false })
        if (value !== '') drawValue(sheet, value || none, { x: left + gap, y: below + 4, width: width - 2 * gap })
      }),
    )
    drawArtifact(sheet, 'Layout', () => {
      sheet.lineWidth(0.75).strokeColor(colors.line).roundedRect(left, below, width, boxHeight, 3).stroke()
    })
    x += width + gap
  }
  sheet.y = below + boxHeight + gap
}

/** A long value gets a smaller font, because a box has one line. */
function drawValue(sheet: Sheet, value: string, { x, y, width }: { x: number; y: number; width: number }): void {
  const taken = setTextStyle(sheet, 'text', 11).widthOfString(sheet.setFontFor(value))
  const size = Math.min(11, (11 * width) / taken)
  setTextStyle(sheet, 'text', size).text(value, x, y + (11 - size) / 2, { lineBreak: false })
}
