import { sql } from 'drizzle-orm'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import type { ReceiptFinding } from '#server/billing/ledger/receipt-problems.ts'
import type { ReceiptRow } from '#server/billing/ledger/receipt-row.ts'
import type { Database } from '#server/db/client.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { type StatementDocument, summaryOf } from './bank-statement.ts'

/**
 * The rows of documents whose purpose names one contract. What is doubtful is left out: no contract or several, a
 * return, or a receipt of the same sum on the same day that was booked under another id.
 */
export async function matchDocuments(
  transaction: Database,
  documents: readonly StatementDocument[],
  timeZone: string,
): Promise<{ rows: ReceiptRow[]; leftOut: ReceiptFinding[] }> {
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
  const leftOut: ReceiptFinding[] = []
  for (const { document, named, contract } of matches) {
    const { purpose, line, ...receipt } = document
    const about = summaryOf({ sum: formatSum(document.amount), payer: document.payer, purpose })
    const doubt = contract
      ? doubtOf(document, booked.get(contract) ?? [], { about, timeZone })
      : named.length > 1
        ? ({ reason: 'names-several-contracts', value: `${named.join(', ')}; ${about}` } as const)
        : ({ reason: 'names-no-contract', value: about } as const)
    if (contract && !doubt)
      rows.push({ line, ...receipt, contract, kind: 'ReceivingDS', position: null, otherContract: null })
    else if (doubt) leftOut.push({ line, column: '', ...doubt })
  }
  return { rows, leftOut }
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
  { about, timeZone }: { about: string; timeZone: string },
): Pick<ReceiptFinding, 'reason' | 'value'> | undefined {
  if (/возврат/i.test(purpose)) return { reason: 'is-return', value: about }
  const day = dayInZone(at, timeZone)
  const same = booked.find(
    (receipt) =>
      receipt.externalId !== operationId && receipt.amount === amount && dayInZone(receipt.at, timeZone) === day,
  )
  return same && { reason: 'booked-otherwise', value: `«${same.externalId}»; ${about}` }
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
