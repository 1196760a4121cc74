import { sql } from 'drizzle-orm'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'

type Moment = { now: Date; timeZone: string }

/**
 * Makes open contracts concluded ones, as their first payments do, and their students ones of the groups: from today on,
 * or from a group's first day where that is ahead. The places were taken when the contracts were made. Contracts that
 * are not open any more stay as they are, so that twice is as once; answers which were. One statement for any number.
 */
export async function concludeContracts(
  transaction: Database,
  contractIds: readonly string[],
  { now, timeZone }: Moment,
): Promise<string[]> {
  const today = sql`${dayAt(now, timeZone)}::date`
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with concluded as (
      update contracts set status = 'Concluded', concluded_on = ${today}
      where id in (select json_array_elements_text(${JSON.stringify(contractIds)}::json)::uuid) and status = 'Open'
      returning id, student_id, group_id
    ), noted as (
      insert into contract_states (contract_id, status, at)
      select id, 'Concluded', ${now.toISOString()}::timestamptz from concluded
    ), joined as (
      insert into group_memberships (group_id, student_id, joined_on)
      select group_id, student_id, greatest(starts_on, ${today})
      from concluded join study_groups on study_groups.id = group_id
      -- Who has enrolled in a 2035 campaign is in the group already.
      on conflict do nothing
    )
    select id from concluded
  `)
  return rows.map(({ id }) => id)
}
