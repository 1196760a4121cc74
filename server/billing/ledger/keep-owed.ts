import { eq, max, sql } from 'drizzle-orm'
import type { PaymentStatus } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { payments } from '#server/db/schema/contracts.ts'
import { toPayInSql } from '#server/enrolment/contracts/payment-sums.ts'

type Part = { amount: number; status: PaymentStatus; dueOn: string }

/** Makes a part of what is left of a payment one of its own; both sum up to what it was. Lock the account first. */
export async function splitPayment(
  transaction: Database,
  paymentId: string,
  { amount, status, dueOn }: Part,
): Promise<{ id: string }> {
  const [whole] = await transaction
    .update(payments)
    .set({ amount: sql`${payments.amount} - ${amount}` })
    .where(eq(payments.id, paymentId))
    .returning()
  if (!whole) throw new Error('The payment to split was not found')
  const { contractId, title, kind } = whole
  const [last] = await transaction
    .select({ position: max(payments.position) })
    .from(payments)
    .where(eq(payments.contractId, contractId))
  const [part] = await transaction
    .insert(payments)
    .values({ contractId, title, kind, position: (last?.position ?? 0) + 1, dueOn, amount, status })
    .returning({ id: payments.id })
  if (!part) throw new Error('The part was not stored')
  return part
}

type Owed = { amount: number; unpaid: number; dueOn: string }

/**
 * A return has cancelled these payments because their contract ends. While its termination is being settled, what is not held
 * of the price of the lessons stays owed: only the rest is cancelled. Lock the account first.
 */
export async function keepOwed(transaction: Database, paymentIds: readonly string[]): Promise<void> {
  for (const id of paymentIds) {
    const { rows } = await transaction.execute<Owed>(sql`
      select due_on::text as "dueOn", (own.amount - paid)::float8 as unpaid, (given - (
        select coalesce(sum(payment_balances.paid + ${toPayInSql}), 0)
        from payments join payment_balances on payment_id = payments.id where payments.contract_id = contracts.id
      ) + (
        select coalesce(sum(refund_lines.amount), 0)
        from refund_lines join refunds on refunds.id = refund_id join payments on payments.id = payment_id
        where payments.contract_id = contracts.id and refunds.state = 'pending'
      ))::float8 as amount
      from payments as own
        join payment_balances on payment_id = own.id
        join contracts on contracts.id = own.contract_id and contracts.status = 'OnTermination'
        join terminations on terminations.contract_id = contracts.id and terminations.state = 'returning'
      where own.id = ${id} and own.status = 'Canceled' and paid < own.amount
    `)
    const [line] = rows
    if (!line || line.amount <= 0) continue
    const over = line.unpaid - line.amount
    if (over > 0) await splitPayment(transaction, id, { amount: over, status: 'Canceled', dueOn: line.dueOn })
    await transaction.update(payments).set({ status: 'Open' }).where(eq(payments.id, id))
  }
}
