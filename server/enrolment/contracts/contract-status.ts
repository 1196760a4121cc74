import { and, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { endedContractStatuses } from '#contract/enumerations.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { contractActionEntries, type contracts } from '#server/db/schema/contracts.ts'
import { dayInZone } from '#server/time/calendar-days.ts'

/**
 * Whether a contract holds a place; `contracts` or an alias of it. The unique key `contracts_place` has the same
 * condition.
 */
export function isActiveContract({ status }: { status: (typeof contracts)['status'] | PgColumn }): SQL {
  return notInArray(status, [...endedContractStatuses])
}

/** Condition on what the staff has done with a contract: a freeze that is on. A contract has one at most. */
export const isOpenFreeze = and(eq(contractActionEntries.action, 'freeze'), isNull(contractActionEntries.undoneAt))

type Moment = { now: Date; timeZone: string }

/**
 * Concludes open contracts after their first payment and makes their students members of the groups, from today or from
 * the first day of a group that starts later. The places were taken when the contracts were created. A contract is
 * concluded on the day when its first payment was in, which may be before the day of the import. Contracts that are not
 * open are skipped, so a repeated call changes nothing. Returns the ids of the concluded contracts; one statement for any
 * number.
 */
export async function concludeContracts(
  transaction: Database,
  contractIds: readonly string[],
  { now, timeZone }: Moment,
): Promise<string[]> {
  if (contractIds.length === 0) return []
  const today = sql`${dayInZone(now, timeZone)}::date`
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with concluded as (
      update contracts set status = 'Concluded', concluded_on = least(${today}, (
        select (max(at) at time zone ${timeZone})::date from operations join payments on payments.id = payment_id
        where payments.contract_id = contracts.id and position = 1 and operations.kind in ('ReceivingDS', 'ReceivingTransferDS')
      ))
      where id in ${listOf(contractIds, 'uuid')} and status = 'Open'
      returning id, student_id, group_id
    ), noted as (
      insert into contract_states (contract_id, status, at)
      select id, 'Concluded', ${now.toISOString()}::timestamptz from concluded
    ), joined as (
      insert into group_memberships (group_id, student_id, joined_on)
      select group_id, student_id, greatest(starts_on, ${today})
      from concluded join study_groups on study_groups.id = group_id
      -- Who has enrolled in a 2035 campaign is in the group already, perhaps with a known end.
      where not exists (
        select from group_memberships as present
        where present.group_id = concluded.group_id and present.student_id = concluded.student_id and left_on > greatest(joined_on, ${today})
      )
      on conflict do nothing
    )
    select id from concluded
  `)
  const data = { collection: 'contracts' as const, status: 'Concluded' }
  const events = rows.map(({ id }) => ({ type: 'contract.changed' as const, data: { ...data, sourcedId: id } }))
  await publishEvents(transaction, now, events)
  return rows.map(({ id }) => id)
}
