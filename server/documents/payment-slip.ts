import { colors, drawArtifact, margin, type Sheet, type Structure, setTextStyle } from './pdf-sheet.ts'

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

export function drawPaymentSlip(sheet: Sheet, root: Structure, slip: PaymentSlip): void {
  const width = sheet.page.width - 2 * margin
  const values = width - left - names - 2 * padding
  const height = heightOf(sheet, slip, values)
  sheet.moveDown(0.8)
  if (sheet.y + height > sheet.page.maxY()) sheet.addPage()
  const top = sheet.y
  const part = sheet.struct('Sect')
  root.add(part)
  drawFrame(sheet, { top, width, height })
  paragraph(sheet, part, 'H2', () => setTextStyle(sheet, 'bold', 12).text(slip.title, margin + padding, top + padding))
  if (slip.code) drawCode(sheet, part, slip.code, top + padding + 24)
  drawFacts(sheet, part, slip, { x: margin + left + padding, y: top + padding, width: values })
  const signed = { x: margin + left + padding, y: top + height - padding - 9 }
  paragraph(sheet, part, 'P', () => setTextStyle(sheet, 'text', 8, colors.quiet).text(slip.sign, signed.x, signed.y))
  part.end()
  sheet.x = margin
  sheet.y = top + height
}

function drawFacts(
  sheet: Sheet,
  part: Structure,
  slip: PaymentSlip,
  position: { x: number; y: number; width: number },
): void {
  const { x, width } = position
  let y = position.y
  for (const [index, [name, value]] of [...slip.facts, slip.sum].entries()) {
    const isSum = index === slip.facts.length
    paragraph(sheet, part, 'P', () => {
      setTextStyle(sheet, 'text', 8, colors.quiet).text(name, x, y + (isSum ? 5 : 1), { width: names - 6 })
      writeValue(sheet, isSum).text(value, x + names, y, { width })
    })
    y += writeValue(sheet, isSum).heightOfString(value, { width }) + gap
  }
}

function heightOf(sheet: Sheet, { code, facts, sum, sign }: PaymentSlip, width: number): number {
  const lines = facts.map(([, value]) => writeValue(sheet, false).heightOfString(value, { width }) + gap)
  const last = writeValue(sheet, true).heightOfString(sum[1], { width }) + gap
  const text = lines.reduce((height, line) => height + line, last) + (sign ? 20 : 0)
  const caption = code ? setTextStyle(sheet, 'text', 8).heightOfString(code.caption, { width: left - 2 * padding }) : 0
  return Math.max(text, 24 + (code ? side + caption : 0)) + 2 * padding
}

/** One path of many rectangles: separate ones would show hairlines between touching modules. */
function drawCode(
  sheet: Sheet,
  part: Structure,
  { squares, alt, caption }: NonNullable<PaymentSlip['code']>,
  top: number,
) {
  const x = margin + 6
  const unit = side / squares.length
  const figure = { alt, bbox: [x, top, x + side, top + side] }
  part.add(
    sheet.struct('Figure', figure, () => {
      for (const [row, line] of squares.entries())
        for (const [from, to] of runsOf(line)) sheet.rect(x + from * unit, top + row * unit, (to - from) * unit, unit)
      sheet.fill('#000000')
    }),
  )
  paragraph(sheet, part, 'P', () =>
    setTextStyle(sheet, 'text', 8, colors.quiet).text(caption, margin + padding, top + side, {
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

function drawFrame(sheet: Sheet, { top, width, height }: { top: number; width: number; height: number }): void {
  drawArtifact(sheet, 'Layout', () => {
    sheet.lineWidth(0.75).strokeColor(colors.line).rect(margin, top, width, height).stroke()
    const x = margin + left
    sheet
      .moveTo(x, top)
      .lineTo(x, top + height)
      .stroke()
  })
}

function writeValue(sheet: Sheet, isSum: boolean): Sheet {
  return isSum ? setTextStyle(sheet, 'bold', 14) : setTextStyle(sheet, 'text', 9.5)
}

function paragraph(sheet: Sheet, part: Structure, type: string, draw: () => void): void {
  part.add(sheet.struct(type, {}, draw))
}
