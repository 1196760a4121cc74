import { sql } from 'drizzle-orm'
import { staffRoles } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'

/** The contracts of people have ended, nothing is owed or under way, and they have no role of staff. */
export async function endContractsOf(transaction: Database, people: readonly string[]): Promise<void> {
  const ids = listOf(people, 'uuid')
  const own = sql`(select id from contracts where student_id in ${ids} or customer_id in ${ids})`
  const lines = sql`(select checkout_id from checkout_lines where payment_id in (select id from payments where contract_id in ${own}))`
  const statements = [
    sql`update contracts set status = 'Termination' where id in ${own}`,
    sql`update payments set status = 'Canceled' where contract_id in ${own}`,
    sql`update terminations set state = 'settled', ended_at = now(), bank_details = null where contract_id in ${own}`,
    sql`
      update refunds set state = 'failed', finished_at = now()
      where state = 'pending' and (checkout_id in ${lines} or checkout_id in (select id from checkouts where payer_id in ${ids}))`,
    sql`
      update checkouts set state = case when state in ('started', 'pending') then 'canceled' else state end, decided_at = now(),
        finished_at = coalesce(finished_at, now()), confirmation_url = null
      where decided_at is null and (id in ${lines} or payer_id in ${ids})`,
    sql`
      update autopays set state = 'off', ended_at = now(), end_reason = 'stopped'
      where state <> 'off' and (person_id in ${ids} or contract_id in ${own})`,
    sql`delete from user_roles where user_id in ${ids} and role in ${listOf(staffRoles, 'text')}`,
  ]
  for (const statement of statements) await transaction.execute(statement)
}
