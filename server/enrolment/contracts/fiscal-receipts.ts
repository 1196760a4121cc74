import { sql } from 'drizzle-orm'
import type { Contract, Operation } from '#contract/enrolment/contracts.ts'
import type { Database } from '#server/db/client.ts'
import { fiscalReceiptPeriodMs } from './rules.ts'

type FiscalReceipts = ReadonlyMap<string, NonNullable<Operation['fiscalReceipt']>>

/**
 * Fiscal receipts of what the user has paid online and has got back, by operation. Other people do not see them: a receipt
 * lists everything that was paid together, and where it was sent. `isExpected`: those that are not registered yet, too.
 */
export async function findFiscalReceipts(
  database: Database,
  { userId, isExpected, now }: { userId: string; isExpected: boolean; now: Date },
): Promise<FiscalReceipts> {
  const since = new Date(isExpected ? now.getTime() - fiscalReceiptPeriodMs : now)
  const { rows } = await database.execute<{ id: string; url: string | null }>(sql`
    with receipts as (
      select payment_id, provider || '/' || external_id as external_id, receipt_url as url, finished_at
      from checkouts join checkout_lines on checkout_id = checkouts.id
      where payer_id = ${userId} and state = 'paid'
      union all
      select payment_id, provider || '/' || refunds.external_id, refunds.receipt_url, refunds.finished_at
      from checkouts join refunds on checkout_id = checkouts.id join refund_lines on refund_id = refunds.id
      where payer_id = ${userId} and refunds.state = 'succeeded'
    )
    select operations.id, url from receipts join operations using (payment_id, external_id)
    where url is not null or finished_at > ${since.toISOString()}::timestamptz
  `)
  return new Map(rows.map(({ id, url }) => [id, { url }]))
}

export function withFiscalReceipts(contracts: Contract[], receipts: FiscalReceipts): Contract[] {
  if (receipts.size === 0) return contracts
  const complete = (operation: Operation): Operation => {
    const fiscalReceipt = receipts.get(operation.uuid)
    return fiscalReceipt ? { ...operation, fiscalReceipt } : operation
  }
  return contracts.map((contract) => ({
    ...contract,
    payments: contract.payments.map((payment) => ({ ...payment, operations: payment.operations.map(complete) })),
  }))
}
