import { and, eq, sql } from 'drizzle-orm'
import { announcementDays } from '#contract/billing/autopay-rules.ts'
import { endAutopay } from '#server/billing/checkouts/agreements.ts'
import { announceAutopay } from '#server/billing/checkouts/autopay-changes.ts'
import type { PaymentContext } from '#server/billing/checkouts/payment-context.ts'
import type { Database } from '#server/db/client.ts'
import { autopayCharges, autopays } from '#server/db/schema/checkouts.ts'
import { addDays, dayInZone } from '#server/time/calendar-days.ts'
import { notifyOfCharge } from './autopay-notices.ts'

/** Limited per run, as payment reminders are. */
const batchSize = 100

/** `why` a charge is skipped; null for one that is announced. */
type Change = { id: string; contractId: string; why: 'paid' | 'contract-held' | null }

/**
 * Sends messages three days before: what is charged and when, again if the sum has grown or the day is later, and that
 * nothing is charged for what is paid or not owed any more. Without an answer of the bank nothing changes: a charge under
 * way is not touched.
 */
export async function announceCharges({ database, provider, clock, timeZone }: PaymentContext): Promise<void> {
  if (!provider.savesCards) return
  const now = clock()
  const today = dayInZone(now, timeZone)
  await database.transaction(async (transaction) => {
    await endOfEndedContracts(transaction, now)
    const changes = [
      ...(await addCharges(transaction, { now, today })),
      ...(await skipCharges(transaction, now)),
      ...(await changeCharges(transaction, { now, today })),
    ]
    for (const { id, why } of changes)
      await notifyOfCharge(transaction, id, why ? { kind: 'autopay-skipped', why } : { kind: 'autopay-announced' }, now)
    for (const contractId of new Set(changes.map((change) => change.contractId)))
      await announceAutopay(transaction, contractId)
  })
}

async function endOfEndedContracts(transaction: Database, now: Date): Promise<void> {
  const ended = await transaction
    .select({ id: autopays.id })
    .from(autopays)
    .where(
      and(
        eq(autopays.state, 'on'),
        sql`contract_id in (select id from contracts where status in ('Termination', 'NotPaid'))`,
      ),
    )
    .limit(batchSize)
    .for('update', { skipLocked: true })
  for (const { id } of ended) await endAutopay(transaction, id, { reason: 'contract-ended', now })
}

type Times = { now: Date; today: string }

/** Instalments of the next days that are expected (as `isPayable` defines) and have no charge. */
async function addCharges(transaction: Database, { now, today }: Times): Promise<Change[]> {
  const soonest = addDays(today, announcementDays)
  const { rows } = await transaction.execute<Change>(sql`
    insert into autopay_charges (autopay_id, payment_id, amount, charge_on, announced_at)
    select autopays.id, payments.id, payments.amount - paid, greatest(due_on, ${soonest}::date), ${now.toISOString()}
    from autopays
      join contracts on contracts.id = autopays.contract_id
      join payments on payments.contract_id = contracts.id
      join payment_balances on payment_balances.payment_id = payments.id
    where autopays.state = 'on' and contracts.status in ('Open', 'Concluded')
      and due_on > from_on and due_on <= ${soonest}
      and payments.status in ('Open', 'Error') and paid < payments.amount
      and not exists (
        select from autopay_charges as known where known.autopay_id = autopays.id and known.payment_id = payments.id
      )
    order by due_on, payments.id
    limit ${batchSize}
    on conflict do nothing
    returning id, null as why, (select contract_id from payments where payments.id = payment_id) as "contractId"
  `)
  return rows
}

/**
 * Never more is charged than a message has said, nor earlier than is due, nor on a later day than it said (as after a
 * standstill): a new message begins the days anew.
 */
async function changeCharges(transaction: Database, { now, today }: Times): Promise<Change[]> {
  const { rows } = await transaction.execute<Change>(sql`
    update autopay_charges as charge
    set amount = payments.amount - paid, announced_at = ${now.toISOString()},
      charge_on = greatest(
        charge_on, ${addDays(today, announcementDays)}::date, case when attempts = 0 then due_on else charge_on end
      )
    from payments join payment_balances on payment_balances.payment_id = payments.id
    where payments.id = charge.payment_id and charge.state = 'announced'
      and payments.status in ('Open', 'Error') and paid < payments.amount
      and (charge.amount < payments.amount - paid or (attempts = 0 and charge_on < greatest(due_on, ${today}::date)))
    returning charge.id, null as why, payments.contract_id as "contractId"
  `)
  return rows
}

async function skipCharges(transaction: Database, now: Date): Promise<Change[]> {
  const { rows } = await transaction.execute<Change>(sql`
    update ${autopayCharges} as charge set state = 'skipped', finished_at = ${now.toISOString()}
    from payments
      join payment_balances on payment_balances.payment_id = payments.id
      join contracts on contracts.id = payments.contract_id
    where payments.id = charge.payment_id and charge.state = 'announced'
      and not (contracts.status in ('Open', 'Concluded') and payments.status in ('Open', 'Error') and paid < payments.amount)
    returning charge.id, payments.contract_id as "contractId",
      case when payments.status in ('Open', 'Error') and paid < payments.amount then 'contract-held' else 'paid' end as why
  `)
  return rows
}
