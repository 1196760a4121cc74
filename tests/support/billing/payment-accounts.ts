import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'

/** What must be so after everything has come to its end, besides the rules that hold at any moment (`readLedgerFaults`). */
export const settledAccounts = {
  undecided: 0,
  unreturned: 0,
  isKeptMoneyBooked: true,
  areReturnsBooked: true,
}

/** The money of these contracts at the bank and in the ledger. Sums in kopecks. */
export async function readAccounts(database: Database, contractIds: readonly string[]) {
  const ofContracts = sql`any(${sql.param(contractIds)}::uuid[])`
  const { rows } = await database.execute<Record<Columns, number>>(sql`
    with own as (
      select distinct checkouts.* from checkouts join checkout_lines on checkout_id = checkouts.id
        join payments on payments.id = payment_id where contract_id = ${ofContracts}
    ), bank as (
      select (payload -> 'amount' ->> 'value')::numeric * 100 as taken,
        (payload -> 'refunded_amount' ->> 'value')::numeric * 100 as returned
      from identity_provider.payloads
      where model = 'bank payment' and payload ->> 'status' = 'succeeded'
        and (payload -> 'metadata' ->> 'checkout')::uuid in (select id from own)
    ), moved as (
      select operations.* from operations join payments on payments.id = payment_id where contract_id = ${ofContracts}
    )
    select
      coalesce((select sum(taken - returned) from bank), 0)::float8 as "kept",
      coalesce((select sum(case kind when 'ReturnDS' then -amount else amount end) from moved
        where external_id like 'yookassa/%'), 0)::float8 as "booked",
      coalesce((select sum(amount) from payment_differences where kind = 'refund-not-booked'
        and checkout_id in (select id from own)), 0)::float8 as "unbookedReturns",
      coalesce((select sum(returned) from bank), 0)::float8 as "returned",
      coalesce((select sum(amount) from refunds where state = 'succeeded' and checkout_id in (select id from own)), 0)::float8 as "refunded",
      (select count(*) from own where decided_at is null)::int as "undecided",
      (select count(*) from refunds where state <> 'succeeded' and checkout_id in (select id from own))::int as "unreturned"
  `)
  const [{ kept, booked, unbookedReturns, returned, refunded, ...counts }] = rows as [Record<Columns, number>]
  const flags = {
    isKeptMoneyBooked: kept === booked - unbookedReturns,
    areReturnsBooked: refunded === returned,
  }
  return { ...counts, ...flags, sums: { kept, booked, returned, refunded } }
}

type Columns = ('kept' | 'booked' | 'unbookedReturns' | 'returned' | 'refunded') | ('undecided' | 'unreturned')
