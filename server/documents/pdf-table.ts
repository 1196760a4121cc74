import { colors, drawArtifact, margin, type Sheet, type Structure, setTextStyle } from './pdf-sheet.ts'

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
export function drawTable(sheet: Sheet, root: Structure, { columns, rows }: Table, below: number): void {
  const table = sheet.struct('Table')
  root.add(table)
  const titles = columns.map(({ title }) => title)
  const drawHead = () => drawRow(sheet, table, 'TH', cellsOf(sheet, columns, titles))
  drawHead()
  const heightOfRows = (some: Table['rows']) =>
    some.reduce((sum, row) => sum + heightOf(sheet, 'TD', cellsOf(sheet, columns, row)), 0)
  for (const [index, row] of rows.entries()) {
    const cells = cellsOf(sheet, columns, row)
    const left = rows.length - index
    const kept = left === 2 ? heightOfRows(rows.slice(index)) + below : heightOf(sheet, 'TD', cells)
    if (sheet.y + kept > sheet.page.maxY()) {
      sheet.addPage()
      drawHead()
    }
    drawRow(sheet, table, 'TD', cells)
  }
  table.end()
  sheet.x = margin
}

function cellsOf(sheet: Sheet, columns: readonly Column[], texts: readonly string[]): Cell[] {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  const unit = (sheet.page.width - 2 * margin) / shares
  let x = margin
  return columns.map(({ width, align = 'left' }, index) => {
    const cell = { text: texts[index] ?? '', x: x + padding.x, width: width * unit - 2 * padding.x, align }
    x += width * unit
    return cell
  })
}

function drawRow(sheet: Sheet, table: Structure, kind: Kind, cells: readonly Cell[]): void {
  const top = sheet.y
  const bottom = top + heightOf(sheet, kind, cells)
  const row = sheet.struct('TR')
  table.add(row)
  for (const { text, x, width, align } of cells)
    row.add(
      sheet.struct(kind, {}, () => {
        fontOf(sheet, kind).text(text, x, top + padding.y, { width, align })
      }),
    )
  row.end()
  drawArtifact(sheet, 'Layout', () => {
    const right = sheet.page.width - margin
    sheet.lineWidth(0.5).strokeColor(colors.line).moveTo(margin, bottom).lineTo(right, bottom).stroke()
  })
  sheet.y = bottom
}

function heightOf(sheet: Sheet, kind: Kind, cells: readonly Cell[]): number {
  fontOf(sheet, kind)
  return Math.max(...cells.map(({ text, width }) => sheet.heightOfString(text || ' ', { width }))) + 2 * padding.y
}

function fontOf(sheet: Sheet, kind: Kind): Sheet {
  return kind === 'TH' ? setTextStyle(sheet, 'bold', 8.5, colors.quiet) : setTextStyle(sheet, 'text', 9.5)
}
