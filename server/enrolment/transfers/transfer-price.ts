import { asc, eq, max, sql } from 'drizzle-orm'
import type { TransferPreview } from '#contract/learning/schedule.ts'
import type { Database } from '#server/db/client.ts'
import { balances, payments } from '#server/db/schema/contracts.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import type { Day } from '#server/time/calendar-days.ts'
import type { AvailableGroupRow } from './available-groups.ts'
import { type InstalmentLine, priceDifference, spreadPriceChange } from './rules.ts'
import type { TransferableContract } from './transferable-contracts.ts'

/** The total of the contract before and after a transfer, in kopecks. */
export async function calculateTransferPrice(
  database: Database,
  { contractUuid, groupUuid, groupPrice, total }: TransferableContract,
  { price, firstLesson }: AvailableGroupRow,
  timeZone: string,
): Promise<TransferPreview['price']> {
  if (price === groupPrice) return { now: total, after: total }
  const weeks = await countLessonWeeks(database, groupUuid, { from: firstLesson, timeZone })
  const change = priceDifference({ from: groupPrice, to: price }, weeks)
  const { applied } = spreadPriceChange(await findPaymentLines(database, contractUuid), change)
  return { now: total, after: total + applied }
}

/** Changes the unpaid payments; returns the change that was applied, because paid amounts are not returned. */
export async function applyPriceChange(
  transaction: Database,
  { contractId, change, dueOn }: { contractId: string; change: number; dueOn: Day },
): Promise<number> {
  if (change === 0) return 0
  // A receipt that is written at the same time must be among the paid amounts.
  const isOfContract = eq(payments.contractId, contractId)
  await transaction
    .select({ id: payments.id })
    .from(payments)
    .where(isOfContract)
    .orderBy(payments.id)
    .for('no key update')
  const { changed, added, applied } = spreadPriceChange(await findPaymentLines(transaction, contractId), change)
  for (const { id, amount, status } of changed) {
    await transaction.update(payments).set({ amount, status }).where(eq(payments.id, id))
  }
  if (added > 0) {
    const last = transaction
      .select({ position: max(payments.position) })
      .from(payments)
      .where(isOfContract)
    const position = sql<number>`coalesce((${last}), 0) + 1`
    const line = { kind: 'other-group', title: 'Доплата за другую группу', status: 'Open' } as const
    await transaction.insert(payments).values({ ...line, contractId, position, dueOn, amount: added })
  }
  return applied
}

/** Weeks with lessons of the group: all, and those from the first lesson of the new group on. */
async function countLessonWeeks(
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

function findPaymentLines(database: Database, contractId: string): Promise<InstalmentLine[]> {
  const { id, amount, status } = payments
  return database
    .select({ id, amount, status, paid: balances.paid })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .where(eq(payments.contractId, contractId))
    .orderBy(asc(payments.position))
}
