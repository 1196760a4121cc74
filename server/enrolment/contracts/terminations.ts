import { type Placeholder, sql } from 'drizzle-orm'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import type { Day } from '#server/time/calendar-days.ts'

type Termination = NonNullable<Contract['termination']>

/** Condition on `terminations`: the contract is not in force again. */
const isEndingInSql = sql`(
  select contracts.status in ('OnTermination', 'Termination') from contracts where contracts.id = ${terminations.contractId}
)`

/**
 * Column of `terminations`: kopecks that the school has to transfer by itself. Nothing before the last day, and nothing that
 * a refund is returning; nothing of a contract that is in force again.
 */
export const selectToTransfer =
  sql<number>`(case when ${terminations.state} = 'returning' and ${isEndingInSql} then greatest(0, coalesce((
    select sum(paid) from payment_balances where payment_balances.contract_id = ${terminations.contractId}
  ), 0) - ${terminations.given} - coalesce((
    select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_id
      join payments on payments.id = payment_id
    where payments.contract_id = ${terminations.contractId} and refunds.state = 'pending'
  ), 0)) else 0 end)`.mapWith(Number)

/**
 * Column of `terminations`: kopecks for whose transfer no account is known. Of what the staff has begun, without one, also
 * before the last day.
 */
export const selectAccountSum = sql<number>`(case when ${terminations.bankDetails} is not null then 0
  when ${terminations.state} = 'asked' and ${isEndingInSql} then ${terminations.bank} else ${selectToTransfer} end)`.mapWith(
  Number,
)

type Stored = Omit<Termination, 'canWithdraw'> & { isOwn: boolean }

/** Column of `contracts`: the latest termination that was not withdrawn, with whether the customer asks; null without one. */
export function selectTermination({ userId }: { userId: Placeholder }) {
  return sql<Stored | null>`(
    select json_build_object(
      'uuid', terminations.id, 'state', state, 'lastDay', last_day, 'given', given, 'toReturn', to_return, 'due', due,
      'online', online, 'bank', bank, 'moved', moved,
      'movedTo', (select target.number from contracts as target where target.id = move_to_id),
      'toTransfer', ${selectToTransfer}, 'needsAccount', ${selectAccountSum} > 0,
      'isOwn', ${contracts.customerId} = ${userId}
    )
    from terminations where contract_id = ${contracts.id} and state <> 'withdrawn' order by asked_at desc limit 1
  )`
}

/** As the viewer sees it: until the last day the customer may withdraw it, and is asked for an account. */
export function toTermination({ isOwn, needsAccount, ...termination }: Stored, today: Day): Termination {
  const canWithdraw = isOwn && termination.state === 'asked' && termination.lastDay >= today
  return { ...termination, canWithdraw, needsAccount: isOwn && needsAccount }
}
