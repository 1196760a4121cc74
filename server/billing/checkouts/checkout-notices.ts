import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Locale, PaymentKind, RefundReason } from '#contract/enumerations.ts'
import { guardiansOfAll, isContractVisibleTo } from '#server/access/visible-students.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { formatAmount, instalmentsInWords } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { readLines } from './checkout-rows.ts'
import type { DueAgain } from './refund-rules.ts'

/** Notifies the open pages of all who see these instalments. */
export async function announceCheckout(transaction: Database, checkoutId: string): Promise<void> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with concerned as (
      select customer_id, student_id from contracts
      where id in (select contract_id from payments join checkout_lines on payment_id = payments.id where checkout_id = ${checkoutId})
    )
    select payer_id as id from checkouts where id = ${checkoutId}
    union select customer_id from concerned
    union select student_id from concerned
    union ${guardiansOfAll(sql`(select student_id from concerned)`, 'seesContracts')}
  `)
  await announceChanges(transaction, {
    userIds: rows.map(({ id }) => id),
    calls: ['GET /v1/profile/checkout/list', 'GET /v1/profile/checkout/{checkoutId}', 'GET /v1/profile/autopay/list'],
  })
}

type Returned = {
  refundId: string
  reason: RefundReason
  note: string
  checkoutId: string
  contractId: string
  number: string
  amount: number
  payerId: string
  /** Null if no booked money of the contract goes back. */
  customerId: string | null
  paymentIds: string[]
}

/** What goes back of which contract, by refund. What is of no instalment is of the first contract of its checkout. */
async function findReturned(transaction: Database, refundIds: readonly string[]): Promise<Returned[]> {
  const { rows } = await transaction.execute<Returned>(sql`
    with wanted as (
      select refunds.*, payer_id from refunds join checkouts on checkouts.id = checkout_id
      where refunds.id in ${listOf(refundIds, 'uuid')}
    ), parts as (
      select refund_id, payment_id, checkout_lines.amount - booked as amount, false as is_booked
      from checkout_lines where refund_id in (select id from wanted)
      union all
      select refund_id, payment_id, amount, true from refund_lines where refund_id in (select id from wanted)
      union all
      select id, (
        select payment_id from checkout_lines join payments on payments.id = payment_id join contracts on contracts.id = contract_id
        where checkout_lines.checkout_id = wanted.checkout_id order by number, position limit 1
      ), amount, false
      from wanted where not exists (select from checkout_lines where refund_id = wanted.id)
        and not exists (select from refund_lines where refund_id = wanted.id)
    )
    select wanted.id as "refundId", reason, coalesce(note, '') as note, checkout_id as "checkoutId", contracts.id as "contractId",
      number, sum(parts.amount)::float8 as amount, payer_id as "payerId",
      case when bool_or(is_booked) then customer_id end as "customerId",
      array_agg(distinct payments.id) as "paymentIds"
    from wanted join parts on parts.refund_id = wanted.id
      join payments on payments.id = payment_id join contracts on contracts.id = contract_id
      left join refund_requests on refund_requests.refund_id = wanted.id
    group by wanted.id, reason, note, checkout_id, contracts.id, payer_id order by number
  `)
  return rows
}

type Stage = {
  /** It is sent now, the provider has made it, or does not make it. */
  stage: 'begun' | 'succeeded' | 'failed'
  /** What is to be paid again, by instalment. */
  due?: ReadonlyMap<string, DueAgain>
  now: Date
}

/** The payer, and the customer whose contract it changes, learn why money goes back and what became of it. */
export async function notifyOfRefunds(
  transaction: Database,
  refundIds: readonly string[],
  { stage, due = new Map(), now }: Stage,
): Promise<void> {
  const notices: UserNotification[] = []
  for (const returned of await findReturned(transaction, refundIds)) {
    const { contractId, checkoutId, number, amount, note, payerId, customerId, paymentIds } = returned
    const again = await findDueAgain(transaction, paymentIds, due)
    const sum = again.reduce((total, line) => total + line.amount, 0)
    const recipients = await transaction
      .select(recipientColumns)
      .from(users)
      .where(inArray(users.id, customerId === null ? [payerId] : [payerId, customerId]))
    for (const recipient of recipients) {
      const isIt = eq(contracts.id, contractId)
      const sees = (await transaction.$count(contracts, and(isIt, isContractVisibleTo(recipient.id)))) > 0
      notices.push({
        recipient,
        kind: kindOf(stage, returned.reason),
        // A payer may have stopped seeing the contract: the page of the payment is left.
        path: sees ? `/contracts-and-payments/${contractId}` : `/payment?checkout=${checkoutId}`,
        values: (language) => ({
          number,
          amount: formatAmount(amount, language),
          why: note,
          reason: returned.reason,
          again: sum > 0 ? formatAmount(sum, language) : '',
          parts: instalmentsInWords(again, language),
        }),
      })
    }
  }
  await notifyUsers(transaction, now, notices)
}

/** In the order of their days. */
async function findDueAgain(
  transaction: Database,
  paymentIds: readonly string[],
  due: ReadonlyMap<string, DueAgain>,
): Promise<(DueAgain & { kind: PaymentKind; title: string; number: number })[]> {
  if (due.size === 0) return []
  const named = await transaction
    .select({
      id: payments.id,
      kind: payments.kind,
      title: payments.title,
      number: sql<number>`(
        select count(*) from payments as other
        where other.contract_id = payments.contract_id and other.position <= payments.position
      )::int`,
    })
    .from(payments)
    .where(inArray(payments.id, [...paymentIds]))
    .orderBy(payments.position)
  const lines = named.flatMap(({ id, ...names }) => {
    const again = due.get(id)
    return again && again.amount > 0 ? [{ ...again, ...names }] : []
  })
  return lines.toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
}

function kindOf(stage: Stage['stage'], reason: RefundReason) {
  if (stage === 'succeeded') return 'payment-returned'
  if (stage === 'failed') return 'refund-failed'
  if (reason === 'paid-twice') return 'payment-twice'
  return reason === 'contract-ended' ? 'payment-after-end' : 'refund-begun'
}

/** Milliseconds in which a payer comes back to see that a payment was refused, and until when a message makes sense. */
const [comesBack, isNews] = [5 * 60_000, 24 * 60 * 60_000]
const batchSize = 50

/** Payers of refused checkouts who have not come back to see it. */
export async function notifyOfRefusals(database: Database, now: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const refused = await transaction
      .select({ id: checkouts.id, recipient: recipientColumns })
      .from(checkouts)
      .innerJoin(users, eq(users.id, checkouts.payerId))
      .where(
        and(
          // Of automatic payments their own messages say why, and what follows.
          and(eq(checkouts.state, 'refused'), isNull(checkouts.seenAt), isNull(checkouts.chargeId)),
          lt(checkouts.finishedAt, new Date(now.getTime() - comesBack)),
          gt(checkouts.finishedAt, new Date(now.getTime() - isNews)),
        ),
      )
      .orderBy(checkouts.finishedAt)
      .limit(batchSize)
      .for('update', { of: checkouts, skipLocked: true })
    const notices: UserNotification[] = []
    for (const { id, recipient } of refused) {
      const lines = await readLines(transaction, id)
      const number = [...new Set(lines.map(({ contractNumber }) => contractNumber))].join(', ')
      const sum = lines.reduce((total, { amount }) => total + amount, 0)
      const values = (language: Locale) => ({ number, amount: formatAmount(sum, language) })
      notices.push({ recipient, kind: 'payment-refused', once: id, path: `/payment?checkout=${id}`, values })
    }
    await notifyUsers(transaction, now, notices)
    const ids = refused.map(({ id }) => id)
    if (ids.length > 0) await transaction.update(checkouts).set({ seenAt: now }).where(inArray(checkouts.id, ids))
  })
}
