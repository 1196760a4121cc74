import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { leftInSql } from '#server/enrolment/contracts/payment-sums.ts'

/** What must be so after everything has come to its end. */
export const settledAccounts = {
  ...{ undecided: 0, unreturned: 0, overpaid: 0, unplanned: 0, bookedTwice: 0, lostByMoves: 0 },
  ...{ isKeptMoneyBooked: true, areReturnsBooked: true },
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
      coalesce((select sum(booked) from checkout_lines where checkout_id in (select id from own)), 0)::float8
        - coalesce((select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_id
            where state = 'succeeded' and checkout_id in (select id from own)), 0)::float8 as "bookedOfLines",
      coalesce((select sum(amount) from payment_differences where kind = 'refund-not-booked'
        and checkout_id in (select id from own)), 0)::float8 as "unbookedReturns",
      coalesce((select sum(returned) from bank), 0)::float8 as "returned",
      coalesce((select sum(amount) from refunds where state = 'succeeded' and checkout_id in (select id from own)), 0)::float8 as "refunded",
      (select count(*) from own where decided_at is null)::int as "undecided",
      (select count(*) from refunds where state <> 'succeeded' and checkout_id in (select id from own))::int as "unreturned",
      (select count(*) from payments join payment_balances on payment_id = id
        where payments.contract_id = ${ofContracts} and (paid > amount or paid < 0))::int as "overpaid",
      (select count(*) from contracts where id = ${ofContracts} and total <> (
        select sum(paid + case when status = 'Canceled' then amount - paid else ${leftInSql} end)
        from payments join payment_balances on payment_id = payments.id where payments.contract_id = contracts.id
      ))::int as "unplanned",
      coalesce((select sum(case kind when 'ReturnTransferDS' then amount when 'ReceivingTransferDS' then -amount else 0 end)
        from moved), 0)::float8 as "lostByMoves",
      (select count(*) from (select from moved where external_id is not null group by external_id, payment_id having count(*) > 1) as twice)::int as "bookedTwice"
  `)
  const [{ kept, booked, bookedOfLines, unbookedReturns, returned, refunded, ...counts }] = rows as [
    Record<Columns, number>,
  ]
  const flags = {
    isKeptMoneyBooked: kept === booked - unbookedReturns && bookedOfLines === booked,
    areReturnsBooked: refunded === returned,
  }
  return { ...counts, ...flags, sums: { kept, booked, returned, refunded } }
}

type Columns =
  | ('kept' | 'booked' | 'bookedOfLines' | 'unbookedReturns' | 'returned' | 'refunded')
  | ('undecided' | 'unreturned' | 'overpaid' | 'unplanned' | 'bookedTwice' | 'lostByMoves')
