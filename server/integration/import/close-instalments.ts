import { sql } from 'drizzle-orm'
import { deferFrozenPayments } from '#server/billing/ledger/defer-frozen.ts'
import { keepOwed } from '#server/billing/ledger/keep-owed.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { deferUnsignedPayments, openPaidPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'

/** What has changed in a contract. */
type Changed = { id: string; owed: string[]; opened: string[]; isConcluded: boolean }

/**
 * Closes the payments that imported operations pay in full, and concludes open contracts whose first payment is closed.
 * A payment that a return leaves unpaid is opened again, deferred if a bank or a fund pays it, or cancelled if the contract
 * ends and it is not owed. Of a frozen contract it is deferred. Cancelled payments stay cancelled. Money opens the payments
 * of an unsigned contract.
 */
export async function closeInstalments(
  transaction: Database,
  paymentIds: readonly string[],
  moment: CurrentTime,
): Promise<void> {
  const ids = listOf(paymentIds, 'uuid')
  const { rows } = await transaction.execute<Changed>(sql`
    with touched as materialized (
      select payments.id, contract_id, position, payments.kind, payments.status, amount, paid, exists (
        select from operations where payment_id = payments.id and kind in ('ReturnDS', 'ReturnTransferDS')
      ) as has_return, contracts.status in ('OnTermination', 'Termination') and (
        select operations.kind in ('ReturnDS', 'ReturnTransferDS') as is_return from operations
        where payment_id = payments.id order by at desc, is_return desc limit 1
      ) as is_refunded, payments.status in ('Open', 'Error') as was_asked
      from ${ids} as given
        join payments on payments.id = given.id
        join contracts on contracts.id = contract_id
        cross join lateral (select paid from payment_balances where payment_id = given.id) as balance
    ), closed as (
      update payments set status = case
        when paid >= touched.amount then 'Closed'
        when is_refunded then 'Canceled'
        when touched.kind in ('bank', 'fund') then 'DeferredPayment'
        else 'Open'
      end from touched
      where payments.id = touched.id and touched.status <> 'Canceled' and (
        (paid >= touched.amount and touched.status <> 'Closed')
        or (paid < touched.amount and (is_refunded or (touched.status = 'Closed' and has_return)))
      )
      returning payments.id, payments.status
    )
    select contract_id as id, coalesce(
      array_agg(touched.id) filter (where is_refunded and was_asked and paid < amount), '{}'
    ) as owed, coalesce(
      array_agg(touched.id) filter (where touched.id in (select id from closed where status = 'Open')), '{}'
    ) as opened, bool_or(
      contracts.status = 'Open' and touched.status <> 'Canceled' and paid >= amount
        and not exists (select from payments where contract_id = contracts.id and position < touched.position)
    ) as "isConcluded"
    from touched join contracts on contracts.id = contract_id group by contract_id
  `)
  await keepOwed(
    transaction,
    rows.flatMap(({ owed }) => owed),
  )
  await deferFrozenPayments(
    transaction,
    rows.flatMap(({ opened }) => opened),
  )
  const touched = rows.map(({ id }) => id)
  await deferUnsignedPayments(transaction, touched)
  await openPaidPayments(transaction, touched, moment)
  const concluded = rows.filter(({ isConcluded }) => isConcluded).map(({ id }) => id)
  if (concluded.length > 0) await concludeContracts(transaction, concluded, moment)
}
