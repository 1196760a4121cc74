import { type Placeholder, sql } from 'drizzle-orm'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import type { Day } from '#server/time/calendar-days.ts'

type Termination = NonNullable<Contract['termination']>

/** Column of `contracts`: the latest termination that was not withdrawn, with whether the customer asks; null without one. */
export function selectTermination({ userId }: { userId: Placeholder }) {
  return sql<(Omit<Termination, 'canWithdraw'> & { isOwn: boolean }) | null>`(
    select json_build_object(
      'uuid', terminations.id, 'state', state, 'lastDay', last_day, 'given', given, 'toReturn', to_return, 'due', due,
      'online', online, 'bank', bank, 'moved', moved,
      'movedTo', (select target.number from contracts as target where target.id = move_to_id),
      'isOwn', ${contracts.customerId} = ${userId}
    )
    from terminations where contract_id = ${contracts.id} and state <> 'withdrawn' order by asked_at desc limit 1
  )`
}

/** As the viewer sees it: until the last day the customer may withdraw it. */
export function toTermination(
  { isOwn, ...termination }: Omit<Termination, 'canWithdraw'> & { isOwn: boolean },
  today: Day,
): Termination {
  return { ...termination, canWithdraw: isOwn && termination.state === 'asked' && termination.lastDay >= today }
}

/**
 * Column of `terminations`: kopecks that the school has to transfer by itself. Nothing before the last day, and nothing that
 * a refund is returning; nothing of a contract that is in force again.
 */
export const selectToTransfer = sql<number>`(case when ${terminations.state} = 'returning' and (
    select contracts.status in ('OnTermination', 'Termination') from contracts where contracts.id = ${terminations.contractId}
  ) then greatest(0, coalesce((
    select sum(paid) from payment_balances where payment_balances.contract_id = ${terminations.contractId}
  ), 0) - ${terminations.given} - coalesce((
    select sum(refund_lines.amount) from refund_lines join refunds on refunds.id = refund_id
      join payments on payments.id = payment_id
    where payments.contract_id = ${terminations.contractId} and refunds.state = 'pending'
  ), 0)) else 0 end)`.mapWith(Number)
