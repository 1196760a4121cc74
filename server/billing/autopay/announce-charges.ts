import { and, eq, sql } from 'drizzle-orm'
import { announcementDays } from '#contract/billing/autopay-rules.ts'
import { endAutopay } from '#server/billing/checkouts/agreements.ts'
import { announceAutopay } from '#server/billing/checkouts/autopay-changes.ts'
import type { PaymentContext } from '#server/billing/checkouts/payment-context.ts'
import type { Database } from '#server/db/client.ts'
import { autopayCharges, autopays } from '#server/db/schema/checkouts.ts'
import { isChargedContract } from '#server/enrolment/contracts/card-charges.ts'
import { isPayableInSql, toPayInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { addDays, dayInZone } from '#server/time/calendar-days.ts'
import { notifyOfCharge } from './autopay-notices.ts'
import { endOfOtherPayees } from './call-off.ts'
import { stopPath } from './stop-links.ts'

/** Limited per run, as payment reminders are. */
const batchSize = 100

/** `why` a charge is skipped; null for one that is announced. */
type Change = { id: string; autopayId: string; contractId: string; why: 'paid' | 'contract-held' | null }
type Times = { now: Date; today: string }
type Instalment = { autopayId: string; paymentId: string }
type Charge = { id: string; autopayId: string }

/**
 * Sends messages three days before: what is charged and when, again if the sum has grown or the day is later, and that
 * nothing is charged for what is paid or not owed any more. Without an answer of the bank nothing changes: a charge under
 * way is not touched. Each agreement and charge is handled alone: one that fails is logged and left for the next run.
 */
export async function announceCharges(context: PaymentContext): Promise<void> {
  const { database, provider, clock, timeZone, publicUrl, log } = context
  if (!provider.savesCards) return
  await endOfOtherPayees(context)
  const now = clock()
  const times = { now, today: dayInZone(now, timeZone) }
  await each(await findEnded(database), (transaction, { id }) =>
    endAutopay(transaction, id, { reason: 'contract-ended', now }),
  )
  await each(await findNew(database, times), async (transaction, instalment) => {
    await announce(transaction, await addCharge(transaction, instalment, times))
  })
  await each(await findChanged(database, times), async (transaction, { id, autopayId }) => {
    // First, as all others lock: a stop is before or after.
    await transaction.execute(sql`select from autopays where id = ${autopayId} for share`)
    await stopCharge(transaction, id, now)
    await announce(transaction, await skipUnowed(transaction, id, now))
    await announce(transaction, await changeCharge(transaction, id, times))
  })

  async function each<Item>(
    items: readonly Item[],
    handle: (transaction: Database, item: Item) => Promise<void>,
  ): Promise<void> {
    for (const item of items)
      await database
        .transaction((transaction) => handle(transaction, item))
        .catch((error: unknown) => log.error({ err: error, item }, 'an automatic payment was not announced'))
  }

  async function announce(transaction: Database, changes: readonly Change[]): Promise<void> {
    for (const { id, autopayId, contractId, why } of changes) {
      const stopUrl = publicUrl + (await stopPath(transaction, autopayId))
      const notice = why
        ? ({ kind: 'autopay-skipped', why } as const)
        : ({ kind: 'autopay-announced', stopUrl } as const)
      await notifyOfCharge(transaction, id, notice, now)
      await announceAutopay(transaction, contractId)
    }
  }
}

function findEnded(database: Database): Promise<{ id: string }[]> {
  const hasEnded = sql`contract_id in (select id from contracts where status in ('Termination', 'NotPaid'))`
  return database
    .select({ id: autopays.id })
    .from(autopays)
    .where(and(eq(autopays.state, 'on'), hasEnded))
    .limit(batchSize)
}

/** Of a charge `known`: it was called off while the contract was frozen, or for an action that was undone since. */
const isOwedAnew = sql`known.state = 'skipped' and (
  'Frozen' = (
    select states.status from contract_states as states
    where states.contract_id = payments.contract_id and states.at <= known.finished_at order by states.at desc limit 1
  ) or exists (
    select from contract_actions as undone
    where undone.payment_id = payments.id and undone.action in ('mark-paid', 'cancel') and undone.at <= known.finished_at
      and undone.undone_at >= known.finished_at
  )
)`

const newInstalments = (soonest: string) => sql`
  autopays
    join contracts on contracts.id = autopays.contract_id
    join payments on payments.contract_id = contracts.id
    join payment_balances on payment_balances.payment_id = payments.id
  where autopays.state = 'on' and ${isChargedContract}
    and due_on > from_on and due_on <= ${soonest}
    and ${isPayableInSql}
    and not exists (
      select from autopay_charges as known where known.autopay_id = autopays.id and known.payment_id = payments.id
        and not (${isOwedAnew})
    )`

/** Instalments of the next days that are expected (as `isPayable` defines) and have no charge, or one that is owed anew. */
async function findNew(database: Database, { today }: Times): Promise<Instalment[]> {
  const { rows } = await database.execute<Instalment>(sql`
    select autopays.id as "autopayId", payments.id as "paymentId"
    from ${newInstalments(addDays(today, announcementDays))}
    order by due_on, payments.id
    limit ${batchSize}
  `)
  return rows
}

/** The agreement is locked: a stop that comes first leaves nothing to add, and one that comes later sees the charge. */
async function addCharge(
  transaction: Database,
  { autopayId, paymentId }: Instalment,
  { now, today }: Times,
): Promise<Change[]> {
  const soonest = addDays(today, announcementDays)
  const { rows } = await transaction.execute<Change>(sql`
    insert into autopay_charges (autopay_id, payment_id, amount, charge_on, announced_at)
    select autopays.id, payments.id, ${toPayInSql}, greatest(due_on, ${soonest}::date), ${now.toISOString()}
    from ${newInstalments(soonest)} and autopays.id = ${autopayId} and payments.id = ${paymentId}
    for share of autopays
    on conflict (autopay_id, payment_id) do update set
      state = 'announced', amount = excluded.amount, charge_on = excluded.charge_on, announced_at = excluded.announced_at,
      attempts = 0, first_on = null, refusal = null, finished_at = null
    where autopay_charges.state = 'skipped'
    returning id, autopay_id as "autopayId", null as why, (select contract_id from payments where payments.id = payment_id) as "contractId"
  `)
  return rows
}

/** Charges for which a message has been sent, and of which something is not as it said. */
async function findChanged(database: Database, { today }: Times): Promise<Charge[]> {
  const { rows } = await database.execute<Charge>(sql`
    select charge.id, charge.autopay_id as "autopayId"
    from autopay_charges as charge
      join autopays on autopays.id = charge.autopay_id
      join payments on payments.id = charge.payment_id
      join payment_balances on payment_balances.payment_id = payments.id
      join contracts on contracts.id = payments.contract_id
    where charge.state = 'announced' and (
      autopays.state = 'off' or not ${isChargedContract} or not ${isPayableInSql}
      or charge.amount < ${toPayInSql}
      or (attempts = 0 and charge_on < greatest(due_on, ${today}::date))
    )
    order by charge_on, charge.id
  `)
  return rows
}

/** Of an agreement that is off nothing is charged. */
async function stopCharge(transaction: Database, id: string, now: Date): Promise<void> {
  const isOff = sql`autopay_id in (select id from autopays where state = 'off')`
  await transaction
    .update(autopayCharges)
    .set({ state: 'stopped', finishedAt: now })
    .where(and(eq(autopayCharges.id, id), eq(autopayCharges.state, 'announced'), isOff))
}

/**
 * Never more is charged than a message has said, nor earlier than is due, nor on a later day than it said (as after a
 * standstill): a new message begins the days anew.
 */
async function changeCharge(transaction: Database, id: string, { now, today }: Times): Promise<Change[]> {
  const { rows } = await transaction.execute<Change>(sql`
    update autopay_charges as charge
    set amount = ${toPayInSql}, announced_at = ${now.toISOString()},
      charge_on = greatest(
        charge_on, ${addDays(today, announcementDays)}::date, case when attempts = 0 then due_on else charge_on end
      )
    from payments join payment_balances on payment_balances.payment_id = payments.id
    where charge.id = ${id} and payments.id = charge.payment_id and charge.state = 'announced'
      and ${isPayableInSql}
      and (charge.amount < ${toPayInSql} or (attempts = 0 and charge_on < greatest(due_on, ${today}::date)))
    returning charge.id, charge.autopay_id as "autopayId", null as why, payments.contract_id as "contractId"
  `)
  return rows
}

async function skipUnowed(transaction: Database, id: string, now: Date): Promise<Change[]> {
  const { rows } = await transaction.execute<Change>(sql`
    update ${autopayCharges} as charge set state = 'skipped', finished_at = ${now.toISOString()}
    from payments
      join payment_balances on payment_balances.payment_id = payments.id
      join contracts on contracts.id = payments.contract_id
    where charge.id = ${id} and payments.id = charge.payment_id and charge.state = 'announced'
      and not (${isChargedContract} and ${isPayableInSql})
    returning charge.id, charge.autopay_id as "autopayId", payments.contract_id as "contractId",
      case when ${isChargedContract} then 'paid' else 'contract-held' end as why
  `)
  return rows
}
