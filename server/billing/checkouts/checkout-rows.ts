import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Checkout } from '#contract/billing/checkouts.ts'
import type { Database } from '#server/db/client.ts'
import { buildJsonObject } from '#server/db/json-select.ts'
import { checkoutLines, checkouts, refundRequests, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { programs } from '#server/db/schema/programs.ts'

/** What people call the line of a checkout. */
const lineNames = {
  paymentUuid: checkoutLines.paymentId,
  amount: checkoutLines.amount,
  contractUuid: contracts.id,
  contractNumber: contracts.number,
  paymentTitle: payments.title,
  course: programs.title,
  student: {
    uuid: users.id,
    firstName: sql<string>`coalesce(${users.firstName}, '')`,
    lastName: sql<string>`coalesce(${users.lastName}, '')`,
  },
}
const refundFields = {
  uuid: refunds.id,
  amount: refunds.amount,
  reason: refunds.reason,
  state: refunds.state,
  note: sql`coalesce(${refundRequests.note}, '')`,
  receiptUrl: refunds.receiptUrl,
  createdAt: refunds.createdAt,
  finishedAt: refunds.finishedAt,
}

const linesOfCheckout = sql`
  select json_agg(${buildJsonObject(lineNames)} order by ${contracts.number}, ${payments.position})
  from ${checkoutLines}
    join ${payments} on ${payments.id} = ${checkoutLines.paymentId}
    join ${contracts} on ${contracts.id} = ${payments.contractId}
    join ${programs} on ${programs.id} = ${contracts.programId}
    join ${users} on ${users.id} = ${contracts.studentId}
  where ${checkoutLines.checkoutId} = ${checkouts.id}`
const refundsOfCheckout = sql`
  select json_agg(${buildJsonObject(refundFields)} order by ${refunds.createdAt}, ${refunds.id})
  from ${refunds} left join ${refundRequests} on ${refundRequests.refundId} = ${refunds.id}
  where ${refunds.checkoutId} = ${checkouts.id}`

/** A checkout as its payer sees it, whose it is, and whether the payer has seen its end; null for an unknown id. */
export async function readCheckoutOf(
  database: Database,
  id: string,
): Promise<{ checkout: Checkout; payerId: string; isSeen: boolean } | null> {
  const [row] = await database
    .select({
      ...getTableColumns(checkouts),
      // Drizzle leaves out the names of tables in a field, but not inside of it.
      lines: sql<Checkout['lines'] | null>`(${linesOfCheckout})`,
      refunds: sql<Checkout['refunds'] | null>`(${refundsOfCheckout})`,
    })
    .from(checkouts)
    .where(eq(checkouts.id, sql.placeholder('id')))
    // By a name: planning its joins takes longer than reading their few rows.
    .prepare('own_checkout')
    .execute({ id })
  if (!row) return null
  const lines = row.lines ?? []
  const checkout: Checkout = {
    uuid: row.id,
    state: row.state,
    method: row.method,
    isAutomatic: row.chargeId !== null,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    lines,
    confirmationUrl: row.confirmationUrl,
    refusal: row.refusal,
    refunds: row.refunds ?? [],
    receiptUrl: row.receiptUrl,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
  return { checkout, payerId: row.payerId, isSeen: row.seenAt !== null }
}

/** The lines of a checkout with what people call them. */
export function readLines(database: Database, checkoutId: string) {
  return database
    .select({
      ...lineNames,
      booked: checkoutLines.booked,
      refundId: checkoutLines.refundId,
      contractTotal: contracts.total,
    })
    .from(checkoutLines)
    .innerJoin(payments, eq(payments.id, checkoutLines.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(users, eq(users.id, contracts.studentId))
    .where(eq(checkoutLines.checkoutId, checkoutId))
    .orderBy(asc(contracts.number), asc(payments.position))
    .prepare('lines_of_checkout')
    .execute()
}
export type CheckoutLine = Awaited<ReturnType<typeof readLines>>[number]
