import { type OperationKind, operationKinds } from '#contract/enumerations.ts'
import { addDays, type Day, dayInZone, zonedInstant } from '#server/calendar-days.ts'
import { type CsvCells, type RowError, readCsv } from '#server/cli/csv-file.ts'

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

type ReceiptCalendar = { tomorrow: Date; noonOf: (day: Day) => Date }

/**
 * A date without time means noon in the school's time zone. Results are cached, because zone conversion is slow and a
 * file has few days.
 */
function createReceiptCalendar({ now, timeZone }: { now: Date; timeZone: string }): ReceiptCalendar {
  const noons = new Map<Day, Date>()
  return {
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
  const complain = (column: string, message: string) => {
    faults.push({ line, message: `${column}: ${message}` })
    return null
  }
  const cell = (name: keyof RowCells) => cells[name]?.trim() || null
  const needed = (name: keyof RowCells) => cell(name) ?? complain(name, 'is empty')

  const operationId = needed('operation_id')
  if (operationId && operationId.length > 100) complain('operation_id', 'is longer than 100 signs')
  const contract = needed('contract')
  const kind = kindOf(needed('kind'), complain)
  const amount = amountOf(needed('amount'), complain)
  const at = instantOf(needed('date'), calendar, complain)
  const position = positionOf(cell('line'), complain)
  const otherContract = cell('other_contract')
  if (kind && counterparts[kind] && !otherContract) complain('other_contract', 'is needed for a transfer')
  if (kind && !counterparts[kind] && otherContract) complain('other_contract', 'is for transfers alone')
  if (otherContract && otherContract === contract) complain('other_contract', 'is the contract itself')
  if (Object.values(cells).some((value) => value.includes('\ufffd')))
    complain('line', 'is not in UTF-8: save the file as «CSV UTF-8»')

  if (faults.length > 0 || !operationId || !contract || !kind || amount === null || !at) return faults
  return { line, operationId, contract, kind, amount, at, position, payer: cell('payer'), otherContract }
}

type Complain = (column: string, message: string) => null

function kindOf(text: string | null, complain: Complain): OperationKind | null {
  if (text === null) return null
  return kinds.get(text.toLowerCase().replaceAll(/\s+/g, ' ')) ?? complain('kind', `«${text}» is no kind of operation`)
}

/** Roubles with at most two decimals after a comma or point, converted without floating point. */
function amountOf(text: string | null, complain: Complain): number | null {
  if (text === null) return null
  const [, roubles = '', kopecks = ''] =
    /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s\u00a0\u202f]/g, '')) ?? []
  if (roubles === '') return complain('amount', `«${text}» is no sum in roubles, as 8800,50`)
  return Number(roubles + kopecks.padEnd(2, '0')) || complain('amount', 'is nothing')
}

function instantOf(text: string | null, { tomorrow, noonOf }: ReceiptCalendar, complain: Complain): Date | null {
  if (text === null) return null
  const at = readInstant(text, noonOf)
  if (!at) return complain('date', `«${text}» is no day, as 2026-11-20 or 20.11.2026, and no instant with its zone`)
  return at < tomorrow ? at : complain('date', `«${text}» is ahead`)
}

function readInstant(text: string, noonOf: ReceiptCalendar['noonOf']): Date | null {
  const day = text.replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1')
  if (/^\d{4}-\d\d-\d\d$/.test(day)) return isDay(day) ? noonOf(day) : null
  const [, date] = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  const at = new Date(text.replace(' ', 'T'))
  return date && isDay(date) && !Number.isNaN(at.getTime()) ? at : null
}

/** `Date` would turn the 30th of February into a day of March. */
function isDay(day: Day): boolean {
  const at = new Date(day)
  return day > '2000' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

function positionOf(text: string | null, complain: Complain): number | null {
  if (text === null) return null
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : complain('line', `«${text}» is no number of a payment`)
}

export type ReceiptFile = { rows: ReceiptRow[]; faults: RowError[] }
type Options = { now: Date; timeZone: string; onRow?: (count: number) => void }

/** The rows of a file and their errors. Throws a `StartupError` for a file that is no table. */
export async function readReceiptFile(path: string, { onRow, ...moment }: Options): Promise<ReceiptFile> {
  const calendar = createReceiptCalendar(moment)
  return readCsv(
    path,
    { all: receiptColumns, required: requiredReceiptColumns },
    (cells, line) => parseReceiptRow(cells, line, calendar),
    onRow,
  )
}
