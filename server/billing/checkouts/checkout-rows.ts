import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Checkout } from '#contract/billing/checkouts.ts'
import type { Database } from '#server/db/client.ts'
import { checkoutLines, checkouts, refundRequests, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { programs } from '#server/db/schema/programs.ts'

/** A checkout as its payer sees it; null for an unknown id. Whose it is, the caller has to check. */
export async function readCheckoutOf(database: Database, id: string): Promise<(Checkout & { payerId: string }) | null> {
  const [row] = await database.select().from(checkouts).where(eq(checkouts.id, id))
  if (!row) return null
  const lines = await readLines(database, id)
  const returned = await database
    .select({ ...getTableColumns(refunds), note: sql<string>`coalesce(${refundRequests.note}, '')` })
    .from(refunds)
    .leftJoin(refundRequests, eq(refundRequests.refundId, refunds.id))
    .where(eq(refunds.checkoutId, id))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  return {
    payerId: row.payerId,
    uuid: row.id,
    state: row.state,
    method: row.method,
    isAutomatic: row.chargeId !== null,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    lines: lines.map(({ booked: _, refundId: __, contractTotal: ___, ...line }) => line),
    confirmationUrl: row.confirmationUrl,
    refusal: row.refusal,
    refunds: returned.map(({ id: uuid, amount, reason, state, note, receiptUrl, createdAt, finishedAt }) => ({
      ...{ uuid, amount, reason, state, note, receiptUrl },
      ...{ createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null },
    })),
    receiptUrl: row.receiptUrl,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

/** The lines of a checkout with what people call them. */
export function readLines(database: Database, checkoutId: string) {
  return database
    .select({
      paymentUuid: checkoutLines.paymentId,
      amount: checkoutLines.amount,
      booked: checkoutLines.booked,
      refundId: checkoutLines.refundId,
      contractUuid: contracts.id,
      contractNumber: contracts.number,
      contractTotal: contracts.total,
      paymentTitle: payments.title,
      course: programs.title,
      student: {
        uuid: users.id,
        firstName: sql<string>`coalesce(${users.firstName}, '')`,
        lastName: sql<string>`coalesce(${users.lastName}, '')`,
      },
    })
    .from(checkoutLines)
    .innerJoin(payments, eq(payments.id, checkoutLines.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(users, eq(users.id, contracts.studentId))
    .where(eq(checkoutLines.checkoutId, checkoutId))
    .orderBy(asc(contracts.number), asc(payments.position))
}
export type CheckoutLine = Awaited<ReturnType<typeof readLines>>[number]
