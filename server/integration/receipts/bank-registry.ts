import type { ReceiptFinding } from '#server/billing/ledger/receipt-problems.ts'
import { parseAmount, parseDay } from '#server/csv/cell-values.ts'
import { registryOperationId } from '#server/payment-details/payment-number.ts'
import { addDays, type Day, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import { type StatementDocument, summaryOf } from './bank-statement.ts'

/** What a line of a registry says of a payment; texts as they stand in the file. */
type Cells = { date: string; id: string; account: string; payer: string; amount: string; purpose: string }
type Columns = Record<keyof Cells, number | undefined>

/**
 * Registries of payments that banks make for a receiver, one line for each payment, with «;» or tabs: with columns that are
 * named in the first line, or in the order of Sberbank without names. The last line, which begins with «=», has the totals.
 */
export function isRegistry(text: string): boolean {
  const [first = ''] = linesOf(text)
  return isOfSberbank(cellsOf(first)) || columnsOf(cellsOf(first)) !== null
}

type Reading = { now: Date; timeZone: string }

/** The payments of a registry, and the lines that cannot be read. */
export function parseRegistry(text: string, { now, timeZone }: Reading) {
  const tomorrow = addDays(dayInZone(now, timeZone), 1)
  const documents: StatementDocument[] = []
  const leftOut: ReceiptFinding[] = []
  let columns: Columns | null = null
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '' || /^\s*[=#]/.test(line)) continue
    const cells = cellsOf(line)
    if (columns === null) {
      columns = columnsOf(cells) ?? orderOfSberbank
      if (columns !== orderOfSberbank) continue
    }
    const read = readLine(pick(cells, columns), { timeZone, tomorrow })
    if ('reason' in read) leftOut.push({ line: index + 1, ...read })
    else documents.push({ line: index + 1, ...read })
  }
  return { documents, leftOut }
}

/** Day, time, branch, cashier, code of the operation, account, name, address, period, sum, sum without the fee, fee. */
const orderOfSberbank: Columns = { date: 0, id: 4, account: 5, payer: 6, amount: -3, purpose: 8 }

function isOfSberbank(cells: readonly string[]): boolean {
  const [date = '', time = ''] = cells
  return cells.length >= 10 && /^\d{2}[-.]\d{2}[-.]\d{4}$/.test(date) && /^\d{2}[-:]\d{2}[-:]\d{2}$/.test(time)
}

/** Names of columns that banks use, without the case, «ё» and signs. */
const names: Record<keyof Cells, readonly string[]> = {
  date: ['дата', 'дата платежа', 'дата операции', 'дата оплаты', 'дата зачисления'],
  id: [
    'номер операции',
    'код операции',
    'уникальный код операции',
    'суип',
    'id операции',
    'идентификатор операции',
    'номер платежа',
    'номер документа',
    'id платежа',
  ],
  account: ['лицевой счет', 'л с', 'номер договора', 'договор', 'идентификатор плательщика', 'номер счета'],
  payer: ['фио', 'фио плательщика', 'плательщик', 'фамилия имя отчество'],
  amount: ['сумма', 'сумма платежа', 'сумма операции', 'сумма руб'],
  purpose: ['назначение', 'назначение платежа', 'комментарий', 'примечание', 'период оплаты'],
}

/** Null unless the line names a day, a number, a sum, and an account or a purpose. */
function columnsOf(cells: readonly string[]): Columns | null {
  const titles = cells.map((cell) =>
    cell
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  const placeOf = (name: keyof Cells) => {
    const at = titles.findIndex((title) => names[name].includes(title))
    return at === -1 ? undefined : at
  }
  const found = Object.fromEntries(Object.keys(names).map((name) => [name, placeOf(name as keyof Cells)])) as Columns
  const isWhole = [found.date, found.id, found.amount].every((at) => at !== undefined)
  return isWhole && (found.account ?? found.purpose) !== undefined ? found : null
}

function pick(cells: readonly string[], columns: Columns): Cells {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells.at(at) ?? '').trim())
  return {
    date: cell(columns.date),
    id: cell(columns.id),
    account: cell(columns.account),
    payer: cell(columns.payer),
    amount: cell(columns.amount),
    purpose: cell(columns.purpose),
  }
}

function readLine(
  { date, id, account, payer, amount: sum, purpose }: Cells,
  { timeZone, tomorrow }: { timeZone: string; tomorrow: Day },
): Omit<StatementDocument, 'line'> | Omit<ReceiptFinding, 'line'> {
  const amount = parseAmount(sum)
  const day = parseDay(date.replaceAll('-', '.'), timeZone) ?? parseDay(date, timeZone)
  const about = [account, purpose].filter(Boolean).join(', ')
  if (!amount || amount < 0) return { column: 'сумма', reason: 'not-positive', value: sum }
  if (!day || day >= tomorrow) return { column: 'дата', reason: 'no-day', value: date }
  if (id === '') return { column: 'номер', reason: 'no-number', value: summaryOf({ sum, payer, purpose: about }) }
  return {
    operationId: registryOperationId({ day, number: id, kopecks: amount }),
    amount,
    purpose: about,
    payer: payer || null,
    at: zonedInstant(day, '12:00', timeZone),
  }
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
}

/** Quotes around a cell are those of Excel. */
function cellsOf(line: string): string[] {
  return line
    .split(line.includes(';') ? ';' : '\t')
    .map((cell) => cell.trim().replaceAll(/^"|"$/g, '').replaceAll('""', '"'))
}
