import { and, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { deliveries } from '#server/db/schema/delivery.ts'

export type Claim = Awaited<ReturnType<typeof claimDue>>[number]

const minute = 60_000
/** Longer than any sending lasts: past it the server that claimed a message is taken for dead. */
const lease = 2 * minute
const atOnce = 20
const kept = 30 * 24 * 60 * minute

/** Takes what is due for oneself. The try is counted here, so that a message that kills its server is given up in the end. */
export async function claimDue(database: Database, now: Date) {
  const due = database
    .$with('due')
    .as(
      database
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(lte(deliveries.dueAt, now))
        .orderBy(deliveries.dueAt)
        .limit(atOnce)
        .for('update', { skipLocked: true }),
    )
  return database
    .with(due)
    .update(deliveries)
    .set({ dueAt: new Date(now.getTime() + lease), tries: sql`${deliveries.tries} + 1` })
    .where(inArray(deliveries.id, database.select({ id: due.id }).from(due)))
    .returning()
}

export async function markDelivered(database: Database, claim: Claim, now: Date): Promise<void> {
  await database.update(deliveries).set({ dueAt: null, values: null, deliveredAt: now }).where(isStill(claim))
}

export async function putOff(database: Database, claim: Claim, until: Date): Promise<void> {
  await database.update(deliveries).set({ dueAt: until }).where(isStill(claim))
}

export async function giveUp(database: Database, claim: Claim, failure: string): Promise<void> {
  await database.update(deliveries).set({ dueAt: null, values: null, failure }).where(isStill(claim))
}

export async function forgetOld(database: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - kept)
  await database.delete(deliveries).where(and(isNull(deliveries.dueAt), lt(deliveries.queuedAt, longAgo)))
}

/** Nobody has claimed it since. */
function isStill({ id, tries }: Claim) {
  return and(eq(deliveries.id, id), eq(deliveries.tries, tries))
}
