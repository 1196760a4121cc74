import { randomUUID } from 'node:crypto'
import type { OperationKind } from '#contract/enumerations.ts'
import { importReceipts } from '#server/billing/ledger/import-receipts.ts'
import type { Database } from '#server/db/client.ts'

/** Books money that came by bank transfer to a contract, went back, or moved to another contract, as an import does. */
export function importSingleRow(
  database: Database,
  {
    contract,
    amount,
    now,
    kind = 'ReceivingDS',
    otherContract = null,
  }: { contract: string; amount: number; now: Date; kind?: OperationKind; otherContract?: string | null },
) {
  const row = { line: 1, operationId: randomUUID(), contract, kind, amount, at: now }
  return database.transaction((transaction) =>
    importReceipts(transaction, [{ ...row, position: null, payer: null, otherContract }], {
      now,
      timeZone: 'Europe/Moscow',
    }),
  )
}
