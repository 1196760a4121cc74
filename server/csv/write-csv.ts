import type { Locale } from '#contract/enumerations.ts'

/** As Excel of the language opens a file without questions. */
const notations: Record<Locale, { separator: string; decimalPoint: string }> = {
  ru: { separator: ';', decimalPoint: ',' },
  en: { separator: ',', decimalPoint: '.' },
}

/** Excel takes a file without it for one of an old encoding. */
const byteOrderMark = '\uFEFF'

/** A table as CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[], language: Locale): string {
  const { separator, decimalPoint } = notations[language]
  const toField = (cell: string | number | null) => {
    if (cell === null) return ''
    return typeof cell === 'number' ? String(cell).replace('.', decimalPoint) : quoted(withoutFormula(cell))
  }
  return byteOrderMark + rows.map((row) => `${row.map(toField).join(separator)}\r\n`).join('')
}

/** A plus with digits only is a phone number: as a formula it would be the same number. */
function withoutFormula(text: string): string {
  return /^\s*[=+\-@\t\r]/.test(text) && !/^\+\d+$/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
