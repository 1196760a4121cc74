import { type SQL, sql } from 'drizzle-orm'
import { announcementDays } from '#contract/billing/autopay-rules.ts'
import type { CardCharge } from '#contract/enrolment/contracts.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'
import { isPayableInSql } from './payment-sums.ts'

/** Of `contracts`: cards are charged for it (as `isChargeable` defines). */
export const isChargedContract = sql`contracts.status in ('Open', 'Concluded')`

/** Of `autopays` and its charge of the instalment, if there is one: a card pays it, and the person has nothing to do. */
function isAhead(today: Day): SQL {
  return sql`(
    charge.state = 'charging' or (
      autopays.state = 'on' and ${isChargedContract} and ${isPayableInSql}
      and ((charge.state = 'announced' and charge.charge_on >= ${today}::date) or (charge.id is null and due_on > from_on))
    )
  )`
}

/**
 * Of `payments`, `payment_balances` and `contracts`: a message has named sum and day of the charge. What is not announced
 * yet may fail to be.
 */
export function isAnnounced(today: Day): SQL {
  return sql`exists (
    select from autopays
      join autopay_charges as charge on charge.autopay_id = autopays.id and charge.payment_id = payments.id
    where autopays.contract_id = contracts.id and ${isAhead(today)}
  )`
}

/**
 * The charges that are ahead of the contracts that the person sees, by instalment. Of another person's card only the day is
 * known.
 */
export async function findCardCharges(
  database: Database,
  userId: string,
  today: Day,
): Promise<ReadonlyMap<string, CardCharge>> {
  const soonest = addDays(today, announcementDays)
  const { rows } = await database.execute<CardCharge & { paymentId: string }>(sql`
    select payments.id as "paymentId", coalesce(charge.charge_on, greatest(due_on, ${soonest}::date))::text as on,
      coalesce(charge.state = 'charging', false) as "isUnderWay",
      coalesce(charge.state = 'announced' and charge.attempts > 0, false) as "isRepeated", case when person_id = ${userId} then card_digits end as card
    from autopays
      join contracts on contracts.id = autopays.contract_id
      join payments on payments.contract_id = contracts.id
      join payment_balances on payment_balances.payment_id = payments.id
      left join autopay_charges as charge on charge.autopay_id = autopays.id and charge.payment_id = payments.id
    where ${isContractVisibleTo(userId)} and ${isAhead(today)}
  `)
  return new Map(rows.map(({ paymentId, ...charge }) => [paymentId, charge]))
}
