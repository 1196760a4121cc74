import { colors, drawArtifact, margin, type Pdf, type Structure, setTextStyle } from './create-pdf.ts'

type Column = {
  title: string
  /** Share of the page width. */
  width: number
  align?: 'left' | 'center'
}
export type Table = { columns: readonly Column[]; rows: readonly (readonly string[])[] }

type Kind = 'TH' | 'TD'
type Cell = { text: string; x: number; width: number; align: 'left' | 'center' }

const padding = { x: 6, y: 5 }

/** Draws a table over several pages, with its head on each. The last two rows stay with what follows, `below` points. */
export function drawTable(pdf: Pdf, root: Structure, { columns, rows }: Table, below: number): void {
  const table = pdf.struct('Table')
  root.add(table)
  const titles = columns.map(({ title }) => title)
  const drawHead = () => drawRow(pdf, table, 'TH', cellsOf(pdf, columns, titles))
  drawHead()
  const heightOfRows = (some: Table['rows']) =>
    some.reduce((sum, row) => sum + heightOf(pdf, 'TD', cellsOf(pdf, columns, row)), 0)
  for (const [index, row] of rows.entries()) {
    const cells = cellsOf(pdf, columns, row)
    const left = rows.length - index
    const kept = left === 2 ? heightOfRows(rows.slice(index)) + below : heightOf(pdf, 'TD', cells)
    if (pdf.y + kept > pdf.page.maxY()) {
      pdf.addPage()
      drawHead()
    }
    drawRow(pdf, table, 'TD', cells)
  }
  table.end()
  pdf.x = margin
}

function cellsOf(pdf: Pdf, columns: readonly Column[], texts: readonly string[]): Cell[] {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  const unit = (pdf.page.width - 2 * margin) / shares
  let x = margin
  return columns.map(({ width, align = 'left' }, index) => {
    const cell = { text: texts[index] ?? '', x: x + padding.x, width: width * unit - 2 * padding.x, align }
    x += width * unit
    return cell
  })
}

function drawRow(pdf: Pdf, table: Structure, kind: Kind, cells: readonly Cell[]): void {
  const top = pdf.y
  const bottom = top + heightOf(pdf, kind, cells)
  const row = pdf.struct('TR')
  table.add(row)
  for (const { text, x, width, align } of cells)
    row.add(
      pdf.struct(kind, {}, () => {
        fontOf(pdf, kind).text(text, x, top + padding.y, { width, align })
      }),
    )
  row.end()
  drawArtifact(pdf, 'Layout', () => {
    const right = pdf.page.width - margin
    pdf.lineWidth(0.5).strokeColor(colors.line).moveTo(margin, bottom).lineTo(right, bottom).stroke()
  })
  pdf.y = bottom
}

function heightOf(pdf: Pdf, kind: Kind, cells: readonly Cell[]): number {
  fontOf(pdf, kind)
  return Math.max(...cells.map(({ text, width }) => pdf.heightOfString(text || ' ', { width }))) + 2 * padding.y
}

function fontOf(pdf: Pdf, kind: Kind): Pdf {
  return kind === 'TH' ? setTextStyle(pdf, 'bold', 8.5, colors.quiet) : setTextStyle(pdf, 'text', 9.5)
}
