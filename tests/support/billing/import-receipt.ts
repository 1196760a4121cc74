import { randomUUID } from 'node:crypto'
import { importReceipts } from '#server/billing/ledger/import-receipts.ts'
import type { Database } from '#server/db/client.ts'

/** Books money that came by bank transfer to a contract, as an import does. */
export function importSingleRow(
  database: Database,
  { contract, amount, now }: { contract: string; amount: number; now: Date },
) {
  const row = { line: 1, operationId: randomUUID(), contract, kind: 'ReceivingDS' as const, amount, at: now }
  return database.transaction((transaction) =>
    importReceipts(transaction, [{ ...row, position: null, payer: null, otherContract: null }], {
      ...{ now, timeZone: 'Europe/Moscow' },
    }),
  )
}
