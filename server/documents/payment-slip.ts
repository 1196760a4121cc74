import { colors, drawArtifact, margin, type Pdf, type Structure, setTextStyle } from './create-pdf.ts'

/** A payment slip: title and QR code on the left, payment details on the right. */
export type PaymentSlip = {
  title: string
  /** Modules by row, true for black. `alt` is the text for screen readers. */
  code: { squares: readonly (readonly boolean[])[]; alt: string; caption: string } | null
  facts: readonly (readonly [name: string, value: string])[]
  /** Printed large. */
  sum: readonly [name: string, value: string]
  sign: string
}

const padding = 14
const left = 178
/** Size of the code with its quiet zone: at least 2 points per module, so that phones can read it from paper. */
const side = left - 12
const names = 84
const gap = 5

export function drawPaymentSlip(pdf: Pdf, root: Structure, slip: PaymentSlip): void {
  const width = pdf.page.width - 2 * margin
  const values = width - left - names - 2 * padding
  const height = heightOf(pdf, slip, values)
  pdf.moveDown(0.8)
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage()
  const top = pdf.y
  const part = pdf.struct('Sect')
  root.add(part)
  drawFrame(pdf, { top, width, height })
  paragraph(pdf, part, 'H2', () => setTextStyle(pdf, 'bold', 12).text(slip.title, margin + padding, top + padding))
  if (slip.code) drawCode(pdf, part, slip.code, top + padding + 24)
  drawFacts(pdf, part, slip, { x: margin + left + padding, y: top + padding, width: values })
  const signed = { x: margin + left + padding, y: top + height - padding - 9 }
  paragraph(pdf, part, 'P', () => setTextStyle(pdf, 'text', 8, colors.quiet).text(slip.sign, signed.x, signed.y))
  part.end()
  pdf.x = margin
  pdf.y = top + height
}

function drawFacts(
  pdf: Pdf,
  part: Structure,
  slip: PaymentSlip,
  position: { x: number; y: number; width: number },
): void {
  const { x, width } = position
  let y = position.y
  for (const [index, [name, value]] of [...slip.facts, slip.sum].entries()) {
    const isSum = index === slip.facts.length
    paragraph(pdf, part, 'P', () => {
      setTextStyle(pdf, 'text', 8, colors.quiet).text(name, x, y + (isSum ? 5 : 1), { width: names - 6 })
      writeValue(pdf, isSum).text(value, x + names, y, { width })
    })
    y += writeValue(pdf, isSum).heightOfString(value, { width }) + gap
  }
}

function heightOf(pdf: Pdf, { code, facts, sum, sign }: PaymentSlip, width: number): number {
  const lines = facts.map(([, value]) => writeValue(pdf, false).heightOfString(value, { width }) + gap)
  const last = writeValue(pdf, true).heightOfString(sum[1], { width }) + gap
  const text = lines.reduce((height, line) => height + line, last) + (sign ? 20 : 0)
  const caption = code ? setTextStyle(pdf, 'text', 8).heightOfString(code.caption, { width: left - 2 * padding }) : 0
  return Math.max(text, 24 + (code ? side + caption : 0)) + 2 * padding
}

/** One path of many rectangles: separate ones would show hairlines between touching modules. */
function drawCode(pdf: Pdf, part: Structure, { squares, alt, caption }: NonNullable<PaymentSlip['code']>, top: number) {
  const x = margin + 6
  const unit = side / squares.length
  const figure = { alt, bbox: [x, top, x + side, top + side] }
  part.add(
    pdf.struct('Figure', figure, () => {
      for (const [row, line] of squares.entries())
        for (const [from, to] of runsOf(line)) pdf.rect(x + from * unit, top + row * unit, (to - from) * unit, unit)
      pdf.fill('#000000')
    }),
  )
  paragraph(pdf, part, 'P', () =>
    setTextStyle(pdf, 'text', 8, colors.quiet).text(caption, margin + padding, top + side, {
      width: left - 2 * padding,
    }),
  )
}

/** Runs of black modules in a row. */
function runsOf(line: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const [index, isBlack] of line.entries()) {
    const last = runs.at(-1)
    if (!isBlack) continue
    if (last?.[1] === index) last[1] = index + 1
    else runs.push([index, index + 1])
  }
  return runs
}

function drawFrame(pdf: Pdf, { top, width, height }: { top: number; width: number; height: number }): void {
  drawArtifact(pdf, 'Layout', () => {
    pdf.lineWidth(0.75).strokeColor(colors.line).rect(margin, top, width, height).stroke()
    const x = margin + left
    pdf
      .moveTo(x, top)
      .lineTo(x, top + height)
      .stroke()
  })
}

function writeValue(pdf: Pdf, isSum: boolean): Pdf {
  return isSum ? setTextStyle(pdf, 'bold', 14) : setTextStyle(pdf, 'text', 9.5)
}

function paragraph(pdf: Pdf, part: Structure, type: string, draw: () => void): void {
  part.add(pdf.struct(type, {}, draw))
}
