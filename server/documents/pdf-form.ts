import { buffer } from 'node:stream/consumers'
import { colors, createPdf, drawArtifact, margin, type Pdf, type Structure, setTextStyle } from './create-pdf.ts'

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
  const pdf = createPdf(info)
  const content = buffer(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  pdf.y = margin
  for (const part of parts) {
    if ('title' in part) drawWords(pdf, root, { type: 'H1', size: 14, above: 18, align: 'center' }, part.title)
    else if ('heading' in part) drawWords(pdf, root, { type: 'H2', size: 10.5, above: 12 }, part.heading)
    else drawFields(pdf, root, part.fields)
  }
  root.end()
  pdf.end()
  return content
}

type Look = { type: string; size: number; above: number; align?: 'center' }

function drawWords(pdf: Pdf, root: Structure, { type, size, above, align }: Look, text: string): void {
  const width = pdf.page.width - 2 * margin
  const top = pdf.y + above
  root.add(
    pdf.struct(type, {}, () => {
      setTextStyle(pdf, 'bold', size).text(text, margin, top, { width, ...(align && { align }) })
    }),
  )
  pdf.y += gap
}

function drawFields(pdf: Pdf, root: Structure, fields: readonly Field[]): void {
  const shares = fields.reduce((sum, { width }) => sum + width, 0)
  const unit = (pdf.page.width - 2 * margin - gap * (fields.length - 1)) / shares
  const top = pdf.y
  const below = top + 13
  let x = margin
  for (const { label, value, width: share } of fields) {
    const width = share * unit
    const left = x
    root.add(
      pdf.struct('P', {}, () => {
        setTextStyle(pdf, 'text', 8, colors.quiet).text(label, left, top, { width, lineBreak: false })
        if (value !== '') drawValue(pdf, value || none, { x: left + gap, y: below + 4, width: width - 2 * gap })
      }),
    )
    drawArtifact(pdf, 'Layout', () => {
      pdf.lineWidth(0.75).strokeColor(colors.line).roundedRect(left, below, width, boxHeight, 3).stroke()
    })
    x += width + gap
  }
  pdf.y = below + boxHeight + gap
}

/** A long value gets a smaller font, because a box has one line. */
function drawValue(pdf: Pdf, value: string, { x, y, width }: { x: number; y: number; width: number }): void {
  const taken = setTextStyle(pdf, 'text', 11).widthOfString(pdf.setFontFor(value))
  const size = Math.min(11, (11 * width) / taken)
  setTextStyle(pdf, 'text', size).text(value, x, y + (11 - size) / 2, { lineBreak: false })
}
