import { sql } from 'drizzle-orm'
import { dayInZone } from '#server/calendar-days.ts'
import type { RowError } from '#server/cli/csv-file.ts'
import type { Database } from '#server/db/client.ts'
import type { TerminalText } from '#server/terminal-language.ts'
import { quoted, type StatementDocument } from './bank-statement.ts'
import type { ReceiptRow } from './receipt-row.ts'

/**
 * The rows of documents whose purpose names one contract. What is doubtful becomes a note: no contract or several, a
 * return, or a receipt of the same sum on the same day that was booked under another id.
 */
export async function matchDocuments(
  transaction: Database,
  documents: readonly StatementDocument[],
  timeZone: string,
): Promise<{ rows: ReceiptRow[]; notes: RowError[] }> {
  const words = documents.map(({ purpose }) => wordsOf(purpose))
  const numbers = await findNumbers(transaction, words.flat())
  const matches = documents.map((document, at) => {
    const named = [...new Set((words[at] ?? []).filter((word) => numbers.has(word)))]
    return { document, named, contract: named.length === 1 ? named[0] : undefined }
  })
  const booked = await findReceipts(
    transaction,
    matches.flatMap(({ contract }) => contract ?? []),
  )
  const rows: ReceiptRow[] = []
  const notes: RowError[] = []
  for (const { document, named, contract } of matches) {
    const { purpose, line, ...receipt } = document
    const reason = contract
      ? doubtOf(document, booked.get(contract) ?? [], timeZone)
      : named.length > 1
        ? {
            ru: `называет несколько договоров (${named.join(', ')})`,
            en: `names several contracts (${named.join(', ')})`,
          }
        : { ru: 'не называет договора', en: 'names no contract' }
    if (contract && !reason) {
      rows.push({ line, ...receipt, contract, kind: 'ReceivingDS', position: null, otherContract: null })
      continue
    }
    const [of, about, why] = [summaryOf(document), quoted(purpose), reason ?? { ru: '', en: '' }]
    const message = {
      ru: `${of.ru} не проведено: ${about.ru} ${why.ru}`,
      en: `${of.en} is not booked: ${about.en} ${why.en}`,
    }
    notes.push({ line, message })
  }
  return { rows, notes }
}

export function summaryOf({ amount, payer }: Pick<StatementDocument, 'amount' | 'payer'>): TerminalText {
  const sum = (amount / 100).toFixed(2)
  return { ru: `${sum} от «${payer ?? ''}»`, en: `${sum} of «${payer ?? ''}»` }
}

/** Words that may be contract numbers, as written and in capitals; banks put spaces around dashes and use any dash. */
function wordsOf(purpose: string): string[] {
  const words = purpose
    .replaceAll(/\s*[\u2010-\u2015\u2212-]\s*/g, '-')
    .split(/[^\p{L}\p{N}/.-]+/u)
    .map((word) => word.replaceAll(/^[./-]+|[./-]+$/g, ''))
    .filter((word) => /\d/.test(word))
  return [...new Set(words.flatMap((word) => [word, word.toUpperCase()]))]
}

type Receipt = { externalId: string; amount: number; at: Date }

function doubtOf(
  { purpose, operationId, amount, at }: StatementDocument,
  booked: readonly Receipt[],
  timeZone: string,
): TerminalText | undefined {
  if (/возврат/i.test(purpose)) return { ru: 'говорит о возврате', en: 'speaks of a return' }
  const day = dayInZone(at, timeZone)
  const same = booked.find(
    (receipt) =>
      receipt.externalId !== operationId && receipt.amount === amount && dayInZone(receipt.at, timeZone) === day,
  )
  if (!same) return undefined
  return {
    ru: `с той же суммой и днём, что у проведённого «${same.externalId}»`,
    en: `has the sum and the day of «${same.externalId}», which is booked`,
  }
}

async function findNumbers(transaction: Database, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await transaction.execute<{ number: string }>(sql`
    select number from contracts where number in (select json_array_elements_text(${JSON.stringify([...new Set(words)])}::json))
  `)
  return new Set(rows.map(({ number }) => number))
}

/** Receipts of contracts by number; those of the cash book have no id of the bank. */
async function findReceipts(transaction: Database, numbers: readonly string[]): Promise<Map<string, Receipt[]>> {
  const { rows } = await transaction.execute<{ number: string; externalId: string; amount: number; at: string }>(sql`
    select number, coalesce(external_id, '') as "externalId", sum(operations.amount)::float8 as amount, at
    from operations join payments on payments.id = payment_id join contracts on contracts.id = contract_id
    where operations.kind = 'ReceivingDS' and number in (select json_array_elements_text(${JSON.stringify([...new Set(numbers)])}::json))
    group by number, external_id, at
  `)
  const receipts = rows.map(({ number, at, ...receipt }) => ({ number, ...receipt, at: new Date(at) }))
  return Map.groupBy(receipts, ({ number }) => number)
}
