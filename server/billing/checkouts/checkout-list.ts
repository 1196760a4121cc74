import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { CheckoutSummary } from '#contract/billing/checkouts.ts'
import { isContractVisibleTo } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { checkoutLines, checkouts } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'

/** Milliseconds for which a person's finished checkouts are listed. */
const recent = 24 * 60 * 60_000

/**
 * Checkouts under way of instalments that the person sees, and the person's own finished ones of the last day. Of those of
 * other people only the instalments that the person sees.
 */
export async function listCheckoutsFor(database: Database, userId: string, now: Date): Promise<CheckoutSummary[]> {
  const seen = database
    .select({ id: checkoutLines.checkoutId })
    .from(checkoutLines)
    .innerJoin(payments, eq(payments.id, checkoutLines.paymentId))
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(isContractVisibleTo(userId))
  const seenInstalments = database
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(contracts, eq(contracts.id, payments.contractId))
    .where(isContractVisibleTo(userId))
  const isOwn = eq(checkouts.payerId, userId)
  const isUnderWay = and(inArray(checkouts.state, ['started', 'pending']), or(isOwn, inArray(checkouts.id, seen)))
  const hasEnded = and(isOwn, gt(checkouts.finishedAt, new Date(now.getTime() - recent)))
  const found = await database
    .select({
      uuid: checkouts.id,
      state: checkouts.state,
      lines: sql<{ payment: string; amount: number }[]>`(
        select json_agg(json_build_object('payment', payment_id, 'amount', amount) order by payment_id)
        from checkout_lines
        where checkout_id = ${checkouts.id} and (${isOwn} or payment_id in (${seenInstalments}))
      )`,
      payerId: checkouts.payerId,
      chargeId: checkouts.chargeId,
      payer: { firstName: users.firstName, lastName: users.lastName },
      createdAt: checkouts.createdAt,
      expiresAt: checkouts.expiresAt,
    })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.payerId))
    .where(or(isUnderWay, hasEnded))
    .orderBy(desc(checkouts.createdAt), checkouts.id)
  return found.map(({ uuid, state, lines, payerId, chargeId, payer, createdAt, expiresAt }) => ({
    uuid,
    state,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    paymentUuids: lines.map(({ payment }) => payment),
    payer: payerId === userId ? null : shortName(payer),
    isAutomatic: chargeId !== null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}

/** `Анна С.` */
function shortName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return [firstName, lastName && `${lastName.slice(0, 1)}.`].filter(Boolean).join(' ')
}
