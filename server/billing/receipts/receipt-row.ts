import { type OperationKind, operationKinds } from '#contract/enumerations.ts'
import { addDays, type Day, dayInZone, zonedInstant } from '#server/calendar-days.ts'
import { type CsvCells, headerOf, type RowError, readCsvFile } from '#server/cli/csv-file.ts'
import { parseAmount, parseDay, parseInstant } from '#server/csv/cell-values.ts'
import type { TerminalText } from '#server/terminal-language.ts'
import { type Statement, statementSignature } from './bank-statement.ts'
import { readStatement } from './read-statement.ts'

/** A parsed row of the file (docs/payments-import.md). */
export type ReceiptRow = {
  /** Line in the file, from 1. */
  line: number
  operationId: string
  contract: string
  kind: OperationKind
  /** Kopecks. */
  amount: number
  at: Date
  position: number | null
  payer: string | null
  otherContract: string | null
}

const requiredReceiptColumns = ['operation_id', 'contract', 'kind', 'amount', 'date'] as const
const receiptColumns = [...requiredReceiptColumns, 'line', 'payer', 'other_contract'] as const
type RowCells = CsvCells<(typeof receiptColumns)[number]>

const kinds = new Map<string, OperationKind>([
  ['поступление', 'ReceivingDS'],
  ['возврат', 'ReturnDS'],
  ['перенос с другого договора', 'ReceivingTransferDS'],
  ['перенос на другой договор', 'ReturnTransferDS'],
  ...operationKinds.map((kind) => [kind.toLowerCase(), kind] as const),
])

const counterparts: Partial<Record<OperationKind, OperationKind>> = {
  ReceivingTransferDS: 'ReturnTransferDS',
  ReturnTransferDS: 'ReceivingTransferDS',
}

/** A contract whose balance a row changes; a transfer has two sides. */
export type RowSide = {
  number: string
  column: 'contract' | 'other_contract'
  kind: OperationKind
  position: number | null
}

export function rowSides({ contract, otherContract, kind, position }: ReceiptRow): RowSide[] {
  const own: RowSide = { number: contract, column: 'contract', kind, position }
  const counterpart = counterparts[kind]
  if (!otherContract || !counterpart) return [own]
  return [own, { number: otherContract, column: 'other_contract', kind: counterpart, position: null }]
}

type ReceiptCalendar = { timeZone: string; tomorrow: Date; noonOf: (day: Day) => Date }

/**
 * A date without time means noon in the school's time zone. Results are cached, because zone conversion is slow and a
 * file has few days.
 */
function createReceiptCalendar({ now, timeZone }: { now: Date; timeZone: string }): ReceiptCalendar {
  const noons = new Map<Day, Date>()
  return {
    timeZone,
    tomorrow: zonedInstant(addDays(dayInZone(now, timeZone), 1), '00:00', timeZone),
    noonOf(day) {
      const noon = noons.get(day) ?? zonedInstant(day, '12:00', timeZone)
      noons.set(day, noon)
      return noon
    },
  }
}

/** All errors of a row, in the order of its columns. */
function parseReceiptRow(cells: RowCells, line: number, calendar: ReceiptCalendar): ReceiptRow | RowError[] {
  const faults: RowError[] = []
  const complain: Complain = (column, { ru, en }) => {
    faults.push({ line, message: { ru: `${column}: ${ru}`, en: `${column}: ${en}` } })
    return null
  }
  const cell = (name: keyof RowCells) => cells[name]?.trim() || null
  const needed = (name: keyof RowCells) => cell(name) ?? complain(name, { ru: 'пусто', en: 'is empty' })

  const operationId = needed('operation_id')
  if (operationId && operationId.length > 100)
    complain('operation_id', { ru: 'длиннее 100 знаков', en: 'is longer than 100 signs' })
  const contract = needed('contract')
  const kind = kindOf(needed('kind'), complain)
  const amount = amountOf(needed('amount'), complain)
  const at = instantOf(needed('date'), calendar, complain)
  const position = positionOf(cell('line'), complain)
  const otherContract = cell('other_contract')
  if (kind && counterparts[kind] && !otherContract)
    complain('other_contract', { ru: 'нужен для переноса', en: 'is needed for a transfer' })
  if (kind && !counterparts[kind] && otherContract)
    complain('other_contract', { ru: 'бывает только у переноса', en: 'is for transfers alone' })
  if (otherContract && otherContract === contract)
    complain('other_contract', { ru: 'тот же договор', en: 'is the contract itself' })
  if (Object.values(cells).some((value) => value.includes('\ufffd')))
    complain('line', {
      ru: 'часть букв потеряна (�): сохраните исходный файл как «CSV UTF-8»',
      en: 'has lost letters (�): save the file as «CSV UTF-8» from its source',
    })

  if (faults.length > 0 || !operationId || !contract || !kind || amount === null || !at) return faults
  return { line, operationId, contract, kind, amount, at, position, payer: cell('payer'), otherContract }
}

type Complain = (column: string, message: TerminalText) => null

function kindOf(text: string | null, complain: Complain): OperationKind | null {
  if (text === null) return null
  return (
    kinds.get(text.toLowerCase().replaceAll(/\s+/g, ' ')) ??
    complain('kind', { ru: `«${text}» — не вид операции`, en: `«${text}» is no kind of operation` })
  )
}

function amountOf(text: string | null, complain: Complain): number | null {
  if (text === null) return null
  const amount = parseAmount(text)
  if (amount === null || amount < 0)
    return complain('amount', {
      ru: `«${text}» — не сумма в рублях вида 8800,50`,
      en: `«${text}» is no sum in roubles, as 8800,50`,
    })
  return amount || complain('amount', { ru: 'ноль', en: 'is nothing' })
}

function instantOf(text: string | null, calendar: ReceiptCalendar, complain: Complain): Date | null {
  if (text === null) return null
  const at = readInstant(text, calendar)
  if (!at)
    return complain('date', {
      ru: `«${text}» — не день и не время вида 2026-11-20, 20.11.2026 или 20.11.2026 14:05`,
      en: `«${text}» is no day or time, as 2026-11-20, 20.11.2026 or 20.11.2026 14:05`,
    })
  return at < calendar.tomorrow ? at : complain('date', { ru: `«${text}» ещё не наступил`, en: `«${text}» is ahead` })
}

/** Midnight without an offset is how Excel fills a cell of a day. */
function readInstant(text: string, { noonOf, timeZone }: ReceiptCalendar): Date | null {
  const day = parseDay(text, timeZone)
  if (day === null || day < '2000') return null
  return /[T ]00?:00(:00)?$/.test(text) ? noonOf(day) : (parseInstant(text, timeZone) ?? noonOf(day))
}

function positionOf(text: string | null, complain: Complain): number | null {
  if (text === null) return null
  return /^[1-9]\d{0,3}$/.test(text)
    ? Number(text)
    : complain('line', { ru: `«${text}» — не номер платежа`, en: `«${text}» is no number of a payment` })
}

export type ReceiptFile = {
  rows: ReceiptRow[]
  faults: RowError[]
  /** Of a bank statement, whose documents are matched with contracts. */
  statement?: Statement
}
type Options = { now: Date; timeZone: string; onRow?: (count: number) => void }

/** The rows of a table and their errors, or a statement. Throws a `StartupError` for a file that is neither. */
export async function readReceiptFile(path: string, { onRow, ...moment }: Options): Promise<ReceiptFile> {
  if ((await headerOf(path)).startsWith(statementSignature))
    return { rows: [], faults: [], statement: await readStatement(path, moment) }
  const calendar = createReceiptCalendar(moment)
  return readCsvFile(
    path,
    { known: receiptColumns, required: requiredReceiptColumns },
    (cells, line) => parseReceiptRow(cells, line, calendar),
    onRow,
  )
}
