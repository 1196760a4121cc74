import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CsvFileError, csvProblems, fillText } from '#server/csv/csv-problems.ts'
import type { CsvColumns, CsvHeader } from '#server/csv/read-csv.ts'
import { readTable, tableFileParser } from '#server/csv/read-table.ts'
import { StartupError } from '#server/startup-error.ts'
import type { TerminalText } from '#server/terminal-language.ts'

/** An error in a row of a file, or a note about it. Lines are counted from 1. */
export type RowError = { line: number; message: TerminalText }

type Columns<Name extends string> = CsvColumns & { known: readonly Name[] }

/** Cells of one row by column name. */
export type CsvCells<Name extends string> = Readonly<Partial<Record<Name, string>>>

const maxCellCharacters = 4000

/**
 * Reads a CSV file whose columns are all known. A file that is no such table is a `StartupError`. What cannot be separated
 * into rows is a row error and ends the reading; other row errors do not.
 */
export async function readCsvFile<Name extends string, Row>(
  path: string,
  columns: Columns<Name>,
  read: (cells: CsvCells<Name>, line: number) => Row | RowError[],
  onRow: (count: number) => void = () => {},
): Promise<{ rows: Row[]; faults: RowError[] }> {
  const result: { rows: Row[]; faults: RowError[] } = { rows: [], faults: [] }
  // Says what is wrong with a file that cannot be opened.
  await headerOf(path)
  const file = { path: resolve(path), columns: { ...columns, maxCellCharacters } }
  const reading = readTable(tableFileParser, file, {
    onHeader: refuseUnknown,
    onProblem: ({ line, column, problem, value }) => {
      const place = column === '' ? '' : `${column}: `
      const { ru, en } = problemText({ problem, value })
      result.faults.push({ line, message: { ru: place + ru, en: place + en } })
    },
    refuse: ({ problem, value, line }) => new CsvFileError(problem, value, line),
  })
  let count = 0
  try {
    for await (const rows of reading)
      for (const { cells, line } of rows) {
        const row = read(cells as CsvCells<Name>, line)
        if (Array.isArray(row)) result.faults.push(...row)
        else result.rows.push(row)
        count += 1
        onRow(count)
      }
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
    if (error.problem !== 'stray-quote' && error.problem !== 'long-line') throw refusalOf(error)
    result.faults.push({ line: error.line, message: problemText(error) })
  }
  result.faults.sort((one, other) => one.line - other.line)
  return result
}

function unreadable(error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error)
  const text = { ru: `Файл не читается: ${reason}.`, en: `The file cannot be read: ${reason}.` }
  return new StartupError(text, { cause: error })
}

function refuseUnknown({ ignored }: CsvHeader): void {
  if (ignored.length === 0) return
  const names = ignored.join(', ')
  throw new StartupError({ ru: `Неизвестные столбцы: ${names}.`, en: `Unknown columns: ${names}.` })
}

function refusalOf(error: CsvFileError): StartupError {
  const { ru, en } = problemText(error)
  return error.problem === 'missing-columns'
    ? new StartupError({
        ru: `В первой строке должны быть названия столбцов; ${ru}.`,
        en: `The first line must name the columns; ${en}.`,
      })
    : new StartupError({ ru: `Файл: ${ru}.`, en: `The file ${en}.` })
}

function problemText({ problem, value }: Pick<CsvFileError, 'problem' | 'value'>): TerminalText {
  const { ru, en } = csvProblems[problem]
  return { ru: fillText(ru, value), en: fillText(en, value) }
}

/**
 * The first line of a text file that is not `sep=;`, for telling files apart: names of columns are ASCII, other letters
 * are lost.
 */
export async function headerOf(path: string): Promise<string> {
  try {
    const file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    await file.close()
    const lines = buffer
      .toString('latin1', 0, bytesRead)
      .replaceAll('\0', '')
      .split(/[\r\n]+/)
    return lines.find((line) => /\w/.test(line) && !/^\W*sep=/i.test(line)) ?? ''
  } catch (error) {
    throw unreadable(error)
  }
}
