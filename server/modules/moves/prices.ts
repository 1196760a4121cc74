import { asc, eq, max, sql } from 'drizzle-orm'
import type { MovePreview } from '#contract/schedule.ts'
import type { Day } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { balances, payments } from '#server/db/schema/contracts.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import type { Choice } from './choices.ts'
import type { MovingContract } from './contracts.ts'
import { type Line, priceDifference, spread } from './rules.ts'

/** The contract's total before and after a move. */
export async function priceOfMove(
  database: Database,
  { contractUuid, groupUuid, groupPrice, total }: MovingContract,
  { price, firstLesson }: Choice,
  timeZone: string,
): Promise<MovePreview['price']> {
  if (price === groupPrice) return { now: total, after: total }
  const weeks = await lessonWeeksOf(database, groupUuid, { from: firstLesson, timeZone })
  const change = priceDifference({ from: groupPrice, to: price }, weeks)
  const { applied } = spread(await linesOf(database, contractUuid), change)
  return { now: total, after: total + applied }
}

/** Changes what is still to be paid; by how much, because what has been paid meanwhile is not given back. */
export async function changePrice(
  transaction: Database,
  { contractId, change, dueOn }: { contractId: string; change: number; dueOn: Day },
): Promise<number> {
  if (change === 0) return 0
  const { changed, added, applied } = spread(await linesOf(transaction, contractId), change)
  for (const { id, amount, status } of changed) {
    await transaction.update(payments).set({ amount, status }).where(eq(payments.id, id))
  }
  if (added > 0) {
    const last = transaction
      .select({ position: max(payments.position) })
      .from(payments)
      .where(eq(payments.contractId, contractId))
    const position = sql<number>`coalesce((${last}), 0) + 1`
    const line = { kind: 'other-group', title: 'Доплата за другую группу', status: 'Open' } as const
    await transaction.insert(payments).values({ ...line, contractId, position, dueOn, amount: added })
  }
  return applied
}

/** Weeks in which the group meets, in all and those from the first lesson of the new group on. */
async function lessonWeeksOf(
  database: Database,
  groupId: string,
  { from, timeZone }: { from: Date; timeZone: string },
): Promise<{ all: number; ahead: number }> {
  const weekOf = (instant: unknown) => sql`date_trunc('week', ${instant} at time zone ${timeZone})`
  const week = weekOf(lessons.startsAt)
  const isAhead = sql`${week} >= ${weekOf(sql`${from.toISOString()}::timestamptz`)}`
  const [found] = await database
    .select({
      all: sql<number>`count(distinct ${week})::int`,
      ahead: sql<number>`(count(distinct ${week}) filter (where ${isAhead}))::int`,
    })
    .from(lessons)
    .where(eq(lessons.groupId, groupId))
  return found ?? { all: 0, ahead: 0 }
}

function linesOf(database: Database, contractId: string): Promise<Line[]> {
  const { id, amount, status } = payments
  return database
    .select({ id, amount, status, paid: balances.paid })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .where(eq(payments.contractId, contractId))
    .orderBy(asc(payments.position))
}
