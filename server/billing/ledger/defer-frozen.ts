import { sql } from 'drizzle-orm'
import { announceRecords } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { firstPaymentDays } from '#server/enrolment/contracts/rules.ts'
import { deferUnsignedPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { addDays, type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

/**
 * Nothing is asked for in a freeze: of these payments, which a return has opened, those of frozen contracts are deferred, and
 * open with the others when the freeze ends. The usual time is left for them then: days count on from the day of the freeze.
 * A freeze of the school's system has no action here: its payments are marked. Lock the accounts first.
 */
export async function deferFrozenPayments(transaction: Database, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await transaction.execute(sql`
    with deferred as (
      update payments set status = 'DeferredPayment', due_on = greatest(due_on, (
        select (state ->> 'leftOn')::date + ${firstPaymentDays}::int from contract_actions
        where contract_actions.contract_id = contracts.id and action = 'freeze' and undone_at is null
      )), opens_after_freeze = not exists (
        select from contract_actions
        where contract_actions.contract_id = contracts.id and action = 'freeze' and undone_at is null
      ) from contracts
      where payments.id in ${listOf(paymentIds, 'uuid')}
        and payments.status = 'Open' and contracts.id = contract_id and contracts.status = 'Frozen'
      returning payments.id, contract_id
    ), statuses as (
      select contract_id, jsonb_object_agg(id, 'Open') as added from deferred group by contract_id
    )
    update contract_actions set state = jsonb_set(state, '{statuses}', coalesce(state -> 'statuses', '{}') || added)
    from statuses
    where contract_actions.contract_id = statuses.contract_id and action = 'freeze' and undone_at is null
  `)
}

/** Opens what was marked in a freeze of the school's system that has ended, with the usual time; an ended contract opens nothing. */
export async function openAfterFreezes(database: Database, { now, timeZone }: CurrentTime): Promise<void> {
  const earliest = sql`${addDays(dayInZone(now, timeZone), firstPaymentDays)}::date`
  const opens = sql`payments.status = 'DeferredPayment' and contracts.status = 'Concluded'`
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ id: string; contractId: string }>(sql`
      update payments set opens_after_freeze = false,
        status = case when ${opens} then 'Open' else payments.status end,
        due_on = case when ${opens} then greatest(due_on, ${earliest}) else due_on end
      from contracts
      where opens_after_freeze and contracts.id = contract_id and contracts.status not in ('Frozen', 'OnTermination')
      returning payments.id, contract_id as "contractId"
    `)
    if (rows.length === 0) return
    await deferUnsignedPayments(
      transaction,
      rows.map(({ contractId }) => contractId),
    )
    await announceRecords(transaction, 'payments', rows)
  })
}
