import { type SQL, sql } from 'drizzle-orm'
import type { DeletionObstacle } from '#contract/enumerations.ts'
import { staffRoles } from '#contract/roles.ts'
import { isOnlyGuardian } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { isPayableInSql, toPayInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

type Obstacle = { kind: DeletionObstacle; contract: { uuid: string; number: string } | null; amount: number | null }

/**
 * What must end before the data of a person, of all accounts that were joined, are deleted: contracts in force, debts, money
 * that is under way, automatic payments, minor children without another guardian, and roles of staff.
 */
export async function findObstacles(
  database: Database,
  accounts: readonly string[],
  { now, timeZone }: CurrentTime,
): Promise<Obstacle[]> {
  const ids = listOf(accounts, 'uuid')
  const today = dayInZone(now, timeZone)
  const contract = sql`json_build_object('uuid', own.id, 'number', own.number) as contract`
  const { rows } = await database.execute<Obstacle>(sql`
    with own as (
      select contracts.id, contracts.number, contracts.created_at,
        contracts.status in ('Open', 'Concluded', 'Frozen', 'OnTermination') and campaigns.ends_on >= ${today}::date as is_in_force
      from contracts join campaigns on campaigns.id = contracts.campaign_id
      where contracts.student_id in ${ids} or contracts.customer_id in ${ids}
    ),
    debts as (
      select payments.contract_id, sum(${toPayInSql}) as amount
      from payments join payment_balances on payment_balances.payment_id = payments.id
      where payments.contract_id in (select id from own) and ${isPayableInSql} group by payments.contract_id
    )
    select 'contract' as kind, ${contract}, null::float8 as amount, 1 as place, created_at from own where is_in_force
    union all
    select 'debt', ${contract}, debts.amount::float8, 2, created_at
    from own join debts on debts.contract_id = own.id where not is_in_force
    union all
    select 'money', json_build_object('uuid', contracts.id, 'number', contracts.number), null, 3, created_at from contracts
    where id in (
      select contract_id from terminations where contract_id in (select id from own) and state = 'returning'
      union ${underWay(sql`payments.contract_id in (select id from own)`)}
      union ${underWay(sql`checkouts.payer_id in ${ids}`)}
    )
    union all
    select 'autopay', json_build_object('uuid', contracts.id, 'number', contracts.number), null, 4, min(autopays.agreed_at)
    from autopays join contracts on contracts.id = autopays.contract_id
    where autopays.person_id in ${ids} and autopays.state <> 'off' group by contracts.id
    union all
    select 'child', null, null, 5, now() where ${isOnlyGuardian(ids, today)}
    union all
    select 'staff', null, null, 6, now() where exists (
      select from user_roles where user_id in ${ids} and role in ${listOf(staffRoles, 'text')}
    )
    order by place, created_at`)
  return rows.map(({ kind, contract: of, amount }) => ({ kind, contract: of, amount }))
}

/** Contracts with a payment or a refund that has not ended. */
function underWay(which: SQL): SQL {
  return sql`
    select payments.contract_id from checkout_lines
      join payments on payments.id = checkout_lines.payment_id
      join checkouts on checkouts.id = checkout_lines.checkout_id
      left join refunds on refunds.checkout_id = checkouts.id
    where ${which} and (checkouts.decided_at is null or refunds.state = 'pending')`
}
