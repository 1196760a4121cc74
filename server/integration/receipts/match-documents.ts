import { sql } from 'drizzle-orm'
import { knownLines } from '#server/billing/bank-lines/store-lines.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import type { ReceiptFinding } from '#server/billing/ledger/receipt-problems.ts'
import type { ReceiptRow } from '#server/billing/ledger/receipt-row.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { leftOf, type PaymentLine } from '#server/enrolment/contracts/rules.ts'
import { billNumbersIn } from '#server/payment-details/bill-number.ts'
import { contractWordsIn } from '#server/payment-details/contract-words.ts'
import { documentPartId } from '#server/payment-details/payment-number.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { type StatementDocument, summaryOf } from './bank-statement.ts'

/** A document with money that is not booked, and why. */
export type DoubtfulDocument = { document: StatementDocument; reason: ReceiptFinding['reason']; value?: string }

/**
 * The rows of documents whose purpose names one contract, or one bill of exactly this sum, which has a row for each of its
 * payments. What is doubtful is left: no contract or several, a return, a bill that is not open as a whole any more, or
 * a receipt of the same sum that was booked under another id on the same day, or within days from another kind of file.
 */
export async function matchDocuments(
  transaction: Database,
  documents: readonly StatementDocument[],
  timeZone: string,
): Promise<{ rows: ReceiptRow[]; doubtful: DoubtfulDocument[] }> {
  const words = documents.map(({ purpose }) => contractWordsIn(purpose))
  const numbers = await findNumbers(transaction, words.flat())
  const bills = await findBills(transaction, documents)
  const matches = documents.map((document, at) => {
    const named = [...new Set((words[at] ?? []).filter((word) => numbers.has(word)))]
    const [bill, ...others] = billNumbersIn(document.purpose).flatMap((number) => bills.get(number) ?? [])
    return {
      document,
      named,
      contract: named.length === 1 ? named[0] : undefined,
      bill: others.length > 0 ? undefined : bill,
    }
  })
  const booked = await findReceipts(
    transaction,
    matches.flatMap(({ contract, bill }) => [
      ...(contract ? [contract] : []),
      ...(bill ?? []).map((line) => line.contract),
    ]),
  )
  const queued = await knownLines(
    transaction,
    matches.flatMap(({ document, bill }) => partIds(document, bill ?? [])),
  )
  const handled = new Set([...queued, ...[...booked.values()].flat().map(({ externalId }) => externalId)])
  const rows: ReceiptRow[] = []
  const doubtful: DoubtfulDocument[] = []
  const taken = new Set<string>()
  for (const { document, named, contract, bill } of matches) {
    const { purpose, line, ...receipt } = document
    const about = summaryOf({ sum: formatSum(document.amount), payer: document.payer, purpose })
    const rowOf = (fields: Pick<ReceiptRow, 'operationId' | 'contract' | 'amount' | 'position'>): ReceiptRow => ({
      line,
      ...receipt,
      kind: 'ReceivingDS',
      otherContract: null,
      ...fields,
    })
    const parts = partIds(document, bill ?? [])
    // One part may wait, be dismissed or be booked to another contract while the others are booked.
    const isRepeated = parts.some((id) => handled.has(id))
    if (bill && !/возврат/i.test(purpose) && (isRepeated || isOpenBill(bill, document, taken))) {
      for (const [index, { paymentId, ...part }] of bill.entries()) {
        taken.add(paymentId)
        rows.push(rowOf({ ...part, operationId: parts[index] ?? '' }))
      }
      // The file may have the document twice.
      for (const id of parts) handled.add(id)
      continue
    }
    const doubt = bill
      ? ({ reason: 'other-than-bill', value: about } as const)
      : contract
        ? doubtOf(document, booked.get(contract) ?? [], { about, timeZone })
        : named.length > 1
          ? ({ reason: 'names-several-contracts', value: `${named.join(', ')}; ${about}` } as const)
          : ({ reason: 'names-no-contract', value: about } as const)
    if (contract && !doubt)
      rows.push(rowOf({ operationId: document.operationId, contract, amount: document.amount, position: null }))
    else if (doubt) doubtful.push({ document, ...doubt })
  }
  return { rows, doubtful }
}

type BillLine = { paymentId: string; contract: string; position: number; amount: number; left: number }

/** The ids of the bank for the parts of a document that pays several payments. */
function partIds({ operationId }: StatementDocument, bill: readonly BillLine[]): string[] {
  return bill.map((_, index) => documentPartId(operationId, index + 1))
}

/** Whether the sum is that of the bill, and all of it is still to be paid. */
function isOpenBill(bill: readonly BillLine[], { amount }: StatementDocument, taken: ReadonlySet<string>): boolean {
  const sum = bill.reduce((total, line) => total + line.amount, 0)
  return sum === amount && bill.every((line) => line.left >= line.amount && !taken.has(line.paymentId))
}

async function findBills(
  transaction: Database,
  documents: readonly StatementDocument[],
): Promise<Map<number, BillLine[][]>> {
  const wanted = new Set(documents.flatMap(({ purpose }) => billNumbersIn(purpose)))
  const { rows } = await transaction.execute<BillLine & PaymentLine & { bill: number; asked: number }>(sql`
    select bills.number as bill, payments.id as "paymentId", contracts.number as contract, payments.position, payments.status,
      bill_lines.amount::float8 as asked, payments.amount::float8 as amount, paid::float8 as paid
    from bills join bill_lines on bill_id = bills.id join payments on payments.id = bill_lines.payment_id
      join payment_balances on payment_balances.payment_id = payments.id join contracts on contracts.id = payments.contract_id
    where bills.number in ${listOf([...wanted], 'int')}
    order by bills.number, payments.due_on, contracts.number, payments.position
  `)
  const lines = rows.map(({ bill, asked, paymentId, contract, position, ...line }) => ({
    bill,
    paymentId,
    contract,
    position,
    amount: asked,
    left: leftOf(line),
  }))
  return new Map(
    [...Map.groupBy(lines, ({ bill }) => bill)].map(([bill, own]) => [bill, [own.map(({ bill: _, ...line }) => line)]]),
  )
}

type Receipt = { externalId: string; amount: number; at: Date }

function doubtOf(
  { purpose, operationId, amount, at }: StatementDocument,
  booked: readonly Receipt[],
  { about, timeZone }: { about: string; timeZone: string },
): Pick<ReceiptFinding, 'reason' | 'value'> | undefined {
  if (/возврат/i.test(purpose)) return { reason: 'is-return', value: about }
  // It may have been booked beside another one of the same day and sum.
  if (booked.some((receipt) => receipt.externalId === operationId)) return undefined
  const day = dayInZone(at, timeZone)
  const same = booked.find(
    (receipt) =>
      receipt.amount === amount &&
      (dayInZone(receipt.at, timeZone) === day || isOfOtherFile(receipt, { operationId, at })),
  )
  return same && { reason: 'booked-otherwise', value: `«${same.externalId}»; ${about}` }
}

/** A registry has the day of the payment, a statement that of the transfer to the school, which may be days later. */
function isOfOtherFile(receipt: Receipt, { operationId, at }: Pick<StatementDocument, 'operationId' | 'at'>): boolean {
  const kinds = ['1C/', 'REG/']
  const kindOf = (id: string) => kinds.find((kind) => id.startsWith(kind))
  const isNear = Math.abs(receipt.at.getTime() - at.getTime()) <= daysBetweenFiles * 24 * 60 * 60_000
  return isNear && kindOf(receipt.externalId) !== undefined && kindOf(receipt.externalId) !== kindOf(operationId)
}

const daysBetweenFiles = 5

async function findNumbers(transaction: Database, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await transaction.execute<{ number: string }>(sql`
    select number from contracts where number in ${listOf([...new Set(words)], 'text')}
  `)
  return new Set(rows.map(({ number }) => number))
}

/** Receipts of contracts by number; those of the cash book have no id of the bank. */
async function findReceipts(transaction: Database, numbers: readonly string[]): Promise<Map<string, Receipt[]>> {
  const { rows } = await transaction.execute<{ number: string; externalId: string; amount: number; at: string }>(sql`
    select number, coalesce(external_id, '') as "externalId", sum(operations.amount)::float8 as amount, at
    from operations join payments on payments.id = payment_id join contracts on contracts.id = contract_id
    where operations.kind = 'ReceivingDS' and number in ${listOf([...new Set(numbers)], 'text')}
    group by number, external_id, at
  `)
  const receipts = rows.map(({ number, at, ...receipt }) => ({ number, ...receipt, at: new Date(at) }))
  return Map.groupBy(receipts, ({ number }) => number)
}
