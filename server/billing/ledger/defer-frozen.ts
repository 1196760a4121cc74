import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { firstPaymentDays } from '#server/enrolment/contracts/rules.ts'

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
