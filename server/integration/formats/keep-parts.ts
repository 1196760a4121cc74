import { sql } from 'drizzle-orm'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import type { Row, RowNote } from '#server/integration/format-types/format.ts'

type Parted = { id: string; amount: number; split: number; canceled: number[] }

/**
 * A payment that was split here, by the staff or by a termination, keeps its part: its row has the whole amount, and the other
 * part is a payment that the school's system does not know. Otherwise the payments would not come to the total any more.
 */
export async function keepParts(transaction: Database, rows: readonly Row[]): Promise<RowNote[]> {
  const ids = rows.flatMap(({ key }) => key ?? [])
  if (ids.length === 0) return []
  const { rows: parted } = await transaction.execute<Parted>(sql`
    select * from (
      select payments.id, amount::float8 as amount, (
        select coalesce(sum((state #>> '{splitOff,amount}')::bigint), 0)::float8 from contract_actions as entries
        where entries.payment_id = payments.id and action = 'split' and undone_at is null
      ) as split, array(
        select part.amount::float8 from payments as part
        where part.contract_id = payments.contract_id and part.title = payments.title and part.status = 'Canceled'
          and exists (select from terminations where contract_id = part.contract_id and state in ('returning', 'settled'))
          and not exists (select from external_ids where collection = 'payments' and key = part.id::text)
      ) as canceled
      from payments where id in ${listOf(ids, 'uuid')}
    ) as found where split > 0 or canceled <> '{}'`)
  const byId = new Map(parted.map((payment) => [payment.id, payment]))
  return rows.flatMap((row): RowNote[] => {
    const payment = byId.get(row.key ?? '')
    const given = row.values.amount
    if (!payment || typeof given !== 'number' || given === payment.amount) return []
    const kept = keptOf(payment, given)
    if (kept === null) return []
    row.values.amount = kept
    return [{ row, column: 'amount', reason: 'part-kept', value: formatSum(kept) }]
  })
}

/** Null for an amount that says nothing of the parts: it is taken as it is. */
function keptOf({ amount, split, canceled }: Parted, given: number): number | null {
  if (canceled.some((part) => given === amount + split + part)) return amount
  return split > 0 && given > split ? given - split : null
}
