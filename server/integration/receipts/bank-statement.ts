import type { ReceiptFinding } from '#server/billing/ledger/receipt-problems.ts'
import { parseAmount, parseDay } from '#server/csv/cell-values.ts'
import { statementOperationId } from '#server/payment-details/payment-number.ts'
import { addDays, type Day, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'

/** Money that arrived, as a document of a statement or a line of a registry says it. */
export type StatementDocument = {
  /** Line of the document in the file, from 1. */
  line: number
  operationId: string
  /** Kopecks. */
  amount: number
  at: Date
  payer: string | null
  purpose: string
}
export type Statement = {
  documents: StatementDocument[]
  /** Documents that are no receipts. */
  leftOut: ReceiptFinding[]
}

type Fields = ReadonlyMap<string, string>

type Moment = { now: Date; timeZone: string }

/** The documents of a statement. One that lacks its number, day or sum, and money that leaves the account, are left out. */
export function parseClientBankExchange(text: string, { now, timeZone }: Moment): Statement {
  const { accounts, documents } = parseStatement(text)
  const tomorrow = addDays(dayInZone(now, timeZone), 1)
  const statement: Statement = { documents: [], leftOut: [] }
  for (const { line, fields } of documents) {
    const read = readDocument(fields, { accounts, timeZone, tomorrow })
    if ('reason' in read) statement.leftOut.push({ line, ...read })
    else statement.documents.push({ line, ...read })
  }
  return statement
}

/** UTF-8, or Windows-1251 or DOS, which a statement names itself. The start of a file may end within a letter. */
export function decodeStatement(bytes: Uint8Array, { isStart = false } = {}): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isStart })
  } catch {
    const text = new TextDecoder('ibm866').decode(bytes)
    return /^Кодировка=DOS/m.test(text) ? text : new TextDecoder('windows-1251').decode(bytes)
  }
}

/** Own accounts of the statement, and the fields of its documents. */
function parseStatement(text: string) {
  const accounts = new Set<string>()
  const documents: { line: number; fields: Map<string, string> }[] = []
  let current: Map<string, string> | null = null
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [, name = '', value = ''] = /^([^=]+)=?(.*)$/.exec(line.trim()) ?? []
    if (name === 'СекцияДокумент') {
      current = new Map()
      documents.push({ line: index + 1, fields: current })
    } else if (name === 'КонецДокумента') current = null
    else if (current) current.set(name, current.get(name) || value.trim())
    else if (name === 'РасчСчет' && value.trim() !== '') accounts.add(value.trim())
  }
  return { accounts, documents }
}

type Reading = { accounts: ReadonlySet<string>; timeZone: string; tomorrow: Day }

function readDocument(
  fields: Fields,
  { accounts, timeZone, tomorrow }: Reading,
): Omit<StatementDocument, 'line'> | Omit<ReceiptFinding, 'line'> {
  const field = (name: string) => fields.get(name) ?? ''
  const payer = nameOf(field('Плательщик1') || field('Плательщик'))
  const receiver = nameOf(field('Получатель1') || field('Получатель'))
  const purpose = [...fields].flatMap(([name, value]) => (/^НазначениеПлатежа\d?$/.test(name) ? [value] : [])).join(' ')
  const amount = parseAmount(field('Сумма'))
  const day = parseDay(field('Дата'), timeZone)
  const arrivedOn = parseDay(field('ДатаПоступило'), timeZone) ?? day
  const isFromOwn =
    accounts.has(field('ПлательщикСчет')) || (field('ДатаСписано') !== '' && field('ДатаПоступило') === '')
  const sum = field('Сумма')
  const leftOut = (column: string, reason: ReceiptFinding['reason'], value: string) => ({ column, reason, value })
  if (isFromOwn) return leftOut('', 'leaves-account', summaryOf({ sum, payer: receiver, purpose }))
  if (!amount || amount < 0) return leftOut('Сумма', 'not-positive', sum)
  if (!day || !arrivedOn || arrivedOn >= tomorrow)
    return leftOut('Дата', 'no-day', field('ДатаПоступило') || field('Дата'))
  if (field('Номер') === '') return leftOut('Номер', 'no-number', summaryOf({ sum, payer, purpose }))
  return {
    operationId: statementOperationId({
      day,
      number: field('Номер'),
      kopecks: amount,
      payer: field('ПлательщикСчет') || field('ПлательщикИНН'),
    }),
    amount,
    purpose,
    payer: payer || null,
    at: zonedInstant(arrivedOn, '12:00', timeZone),
  }
}

/** A name without the tax number before it and the address after it. */
function nameOf(text: string): string {
  return (
    text
      .replace(/^ИНН\s*\d+\s*/i, '')
      .split('//', 1)[0]
      ?.trim() ?? ''
  )
}

/** `8800.00 «Соколова Анна»: «Оплата обучения»` */
export function summaryOf({ sum, payer, purpose }: { sum: string; payer: string | null; purpose?: string }): string {
  return `${sum} «${payer ?? ''}»${purpose ? `: «${purpose}»` : ''}`
}
