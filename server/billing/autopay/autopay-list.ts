import { sql } from 'drizzle-orm'
import type { Autopay, AutopayCharge, AutopayOfUser } from '#contract/billing/autopay.ts'
import { announcementDays } from '#contract/billing/autopay-rules.ts'
import { cardListRows } from '#contract/limits.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { isContractPayableBy, isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { isChargedContract } from '#server/enrolment/contracts/card-charges.ts'
import { isPayableInSql, toPayInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { addDays, type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

type Row = Omit<Autopay, 'charges'> & { charges: AutopayCharge[] | null }

/**
 * Automatic payments of the contracts that the person sees: those that are on, else the person's own last ones. Of another
 * person neither card nor refusals are named. `only` is one of the person's own.
 */
export async function listAutopaysFor(
  database: Database,
  userId: string,
  { now, timeZone }: CurrentTime,
  only?: string,
): Promise<Autopay[]> {
  const today = dayInZone(now, timeZone)
  const soonest = addDays(today, announcementDays)
  const { rows } = await database.execute<Row>(sql`
    select distinct on (autopays.contract_id)
      autopays.id as uuid, autopays.contract_id as "contractUuid", autopays.state, end_reason as "endReason",
      to_json(agreed_at at time zone 'UTC') #>> '{}' || 'Z' as "agreedAt",
      person_id = ${userId} as "isOwn",
      case when person_id = ${userId} then card_digits end as card,
      coalesce(end_reason = 'stopped' and person_id = ${userId} and saved_method is not null
        and ${isChargedContract} and ${isContractPayableBy(userId, today)}
        and exists (
          select from payments join payment_balances on payment_balances.payment_id = payments.id
          where payments.contract_id = contracts.id and ${isPayableInSql}
            and due_on > ${today}::date
        ), false) as "canResume",
      (
        select json_agg(json_build_object(
          'paymentUuid', payments.id,
          'amount', case when charge.state in ('announced', 'charging') then least(charge.amount, ${toPayInSql})
            else ${toPayInSql} end,
          'on', coalesce(charge.charge_on, greatest(due_on, ${soonest}::date)),
          'state', coalesce(charge.state, 'planned'),
          'attempts', coalesce(charge.attempts, 0),
          'refusal', case when person_id = ${userId} then charge.refusal end
        ) order by due_on, position)
        from payments
          join payment_balances on payment_balances.payment_id = payments.id
          left join autopay_charges as charge on charge.payment_id = payments.id and charge.autopay_id = autopays.id
        where payments.contract_id = contracts.id and ${isPayableInSql}
          and (charge.id is not null or (autopays.state <> 'off' and due_on > from_on))
      ) as charges
    from autopays join contracts on contracts.id = autopays.contract_id
    where ${only === undefined ? isContractVisibleTo(userId) : sql`autopays.id = ${only}`}
      and (
        autopays.state = 'on'
        or (person_id = ${userId} and (
          autopays.state = 'off'
          or exists (select from checkouts where checkouts.id = autopays.checkout_id and checkouts.state in ('started', 'pending'))
        ))
      )
    order by autopays.contract_id, (autopays.state = 'on') desc, agreed_at desc
  `)
  return rows.map((row) => ({ ...row, charges: row.charges ?? [] }))
}

/** Automatic payments that are on, of a person or of contracts that the person sees, as the staff sees them. */
export async function listAutopaysOfUser(
  database: Database,
  userId: string,
  { now, timeZone }: CurrentTime,
): Promise<AutopayOfUser[]> {
  const soonest = addDays(dayInZone(now, timeZone), announcementDays)
  const { rows } = await database.execute<AutopayOfUser>(sql`
    select autopays.id as uuid, contracts.number as "contractNumber", card_digits as card,
      to_json(agreed_at at time zone 'UTC') #>> '{}' || 'Z' as "agreedAt",
      json_build_object('id', users.id, 'name', coalesce(${selectFullName(users)}, '')) as person,
      (
        select json_build_object(
          'on', coalesce(charge.charge_on, greatest(due_on, ${soonest}::date)),
          'amount', least(charge.amount, ${toPayInSql})
        )
        from payments
          join payment_balances on payment_balances.payment_id = payments.id
          left join autopay_charges as charge on charge.payment_id = payments.id and charge.autopay_id = autopays.id
        where payments.contract_id = contracts.id and ${isPayableInSql} and due_on > from_on
          and coalesce(charge.state in ('announced', 'charging'), true)
        order by due_on, position limit 1
      ) as next
    from autopays join contracts on contracts.id = autopays.contract_id join users on users.id = person_id
    where autopays.state = 'on' and (person_id = ${userId} or ${isContractVisibleTo(userId)})
    order by agreed_at desc, autopays.id
    limit ${cardListRows}
  `)
  return rows
}
