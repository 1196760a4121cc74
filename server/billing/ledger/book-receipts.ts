import { eq, or, sql } from 'drizzle-orm'
import type { Locale, OperationKind } from '#contract/enumerations.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { deferUnsignedPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { formatAmount } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { receiptsOf } from '#server/notifications/payment-receipts.ts'
import type { BookingPlan } from './booking-plan.ts'
import { deferFrozenPayments } from './defer-frozen.ts'
import { keepOwed } from './keep-owed.ts'

type BookedOperation = { id: string; paymentId: string; contractId: string; kind: OperationKind; amount: number }

/** Writes the plan with one statement per kind of change. What is returned of an unsigned or frozen contract is not asked for again. */
export async function bookReceipts(transaction: Database, plan: BookingPlan, now: Date): Promise<BookedOperation[]> {
  const operations = plan.operations.map((operation) => ({
    external_id: operation.externalId,
    payment_id: operation.paymentId,
    kind: operation.kind,
    amount: operation.amount,
    at: operation.at,
    payer_id: operation.payerId,
    payer_name: operation.payerName,
  }))
  const { rows } = await transaction.execute<BookedOperation>(sql`
    insert into operations (payment_id, kind, amount, at, payer_id, payer_name, external_id)
    select payment_id, kind, amount, at, payer_id, payer_name, external_id
    from json_populate_recordset(null::operations, ${JSON.stringify(operations)}::json)
    returning id, payment_id as "paymentId", kind, amount::float8 as amount,
      (select contract_id from payments where payments.id = payment_id) as "contractId"
  `)
  const booked = rows.map(({ id, contractId: _, ...facts }) => ({
    collection: 'operations' as const,
    sourcedId: id,
    ...facts,
  }))
  await publishEvents(
    transaction,
    now,
    booked.map((data) => ({ type: 'payment.booked', data })),
  )
  await transaction.execute(sql`
    update payments set status = changed.status
    from json_populate_recordset(null::payments, ${JSON.stringify(plan.statuses)}::json) as changed
    where payments.id = changed.id
  `)
  await keepOwed(transaction, plan.owed)
  const opened = plan.statuses.filter(({ status }) => status === 'Open')
  await deferFrozenPayments(
    transaction,
    opened.map(({ id }) => id),
  )
  await deferUnsignedPayments(
    transaction,
    rows.map(({ contractId }) => contractId),
  )
  return rows
}

/**
 * Notifies each customer, and another payer, once per contract of the received and the remaining amount, and of the returned
 * one. A payer who does not see the contract any more is led to `page`.
 */
export async function notifyCustomers(
  transaction: Database,
  { arrivals, returns }: Pick<BookingPlan, 'arrivals' | 'returns'>,
  { booked, now, payer }: { booked: readonly BookedOperation[]; now: Date; payer?: { id: string; page: string } },
): Promise<number> {
  const received = Map.groupBy(
    booked.filter(({ kind }) => kind === 'ReceivingDS'),
    ({ contractId }) => contractId,
  )
  const ids = listOf(
    [...arrivals, ...returns].map(({ contractId }) => contractId),
    'uuid',
  )
  const people = await transaction
    .select({
      id: contracts.id,
      number: contracts.number,
      recipient: recipientColumns,
      isSeenByPayer: payer ? sql<boolean>`(${isContractVisibleTo(payer.id)})` : sql<boolean>`true`,
    })
    .from(contracts)
    .innerJoin(users, or(eq(users.id, contracts.customerId), payer && eq(users.id, payer.id)))
    .where(sql`${contracts.id} in ${ids}`)
    .prepare(payer ? 'customers_and_payer' : 'customers_of_contracts')
    .execute()
  const byContract = Map.groupBy(people, ({ id }) => id)
  const notices = arrivals.flatMap(({ contractId, amount, left, isLate }) =>
    (byContract.get(contractId) ?? []).map(({ number, recipient, isSeenByPayer }): UserNotification => {
      const operations = (received.get(contractId) ?? []).map(({ id }) => id)
      const isHidden = recipient.id === payer?.id && !isSeenByPayer
      const { path, receipts } = isHidden ? { path: payer.page, receipts: '' } : receiptsOf(contractId, operations)
      const about = { recipient, path }
      const values = (language: Locale) => ({ number, amount: formatAmount(amount, language), receipts })
      if (isLate) return { ...about, kind: 'late-payment-arrived', values }
      const rest = (language: Locale) => (left > 0 ? formatAmount(left, language) : '')
      return {
        ...about,
        kind: 'payment-arrived',
        values: (language) => ({ ...values(language), left: rest(language) }),
      }
    }),
  )
  const returned = returns.flatMap(({ contractId, amount }) =>
    (byContract.get(contractId) ?? []).map(({ number, recipient }): UserNotification => {
      const values = (language: Locale) => ({ number, amount: formatAmount(amount, language) })
      return { recipient, path: `/contracts-and-payments/${contractId}`, kind: 'payment-returned', values }
    }),
  )
  return notifyUsers(transaction, now, [...notices, ...returned])
}
