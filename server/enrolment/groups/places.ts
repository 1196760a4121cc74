import { and, asc, eq, gt, inArray, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { ContractStatus } from '#contract/enumerations.ts'
import type { CurrentTime } from '#server/calendar-days.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { groupQueue } from '#server/db/schema/transfers.ts'
import { notifyAboutPlace } from './place-notifications.ts'
import { placeHoldMs, transferObstacleByStatus } from './rules.ts'

export type StudentPlace = { groupId: string; studentId: string }

/**
 * Takes the place held for the student, else a free one, by one conditional UPDATE (D-36). Returns false if there is
 * none.
 */
export async function takePlace(
  transaction: Database,
  { groupId, studentId }: StudentPlace,
  { now }: CurrentTime,
): Promise<boolean> {
  const held = await transaction
    .update(groupQueue)
    .set({ state: 'taken', heldUntil: null })
    .where(
      and(
        eq(groupQueue.groupId, groupId),
        eq(groupQueue.studentId, studentId),
        eq(groupQueue.state, 'held'),
        gt(groupQueue.heldUntil, now),
      ),
    )
    .returning({ id: groupQueue.id })
  return held.length > 0 || takeFreePlace(transaction, groupId, hasNoWaitingList)
}

/** Students in the waiting list come first, also for a place that the school has just added (D-40). */
const hasNoWaitingList = sql`not exists (select 1 from ${groupQueue} where ${and(eq(groupQueue.groupId, studyGroups.id), eq(groupQueue.state, 'waiting'))})`

export async function takeFreePlace(transaction: Database, groupId: string, condition?: SQL): Promise<boolean> {
  const taken = await transaction
    .update(studyGroups)
    .set({ placesTaken: sql`${studyGroups.placesTaken} + 1` })
    .where(and(eq(studyGroups.id, groupId), lt(studyGroups.placesTaken, studyGroups.placesTotal), condition))
    .returning({ id: studyGroups.id })
  return taken.length > 0
}

/**
 * Locks the groups' rows. Every transaction that frees a place, joins or leaves a waiting list must hold the lock, so
 * that no one in the list is skipped and two places are not offered to the same student. Rows are locked in the order
 * of ids to avoid deadlocks, with `no key update` so that references to them are not blocked.
 */
export async function lockGroups(transaction: Database, ids: readonly string[]): Promise<void> {
  await transaction
    .select({ id: studyGroups.id })
    .from(studyGroups)
    .where(inArray(studyGroups.id, [...ids]))
    .orderBy(asc(studyGroups.id))
    .for('no key update')
}

/** For entries joined with their contracts: excludes contracts whose status forbids a transfer. */
export const canTakePlace = or(
  isNull(groupQueue.contractId),
  notInArray(contracts.status, Object.keys(transferObstacleByStatus) as ContractStatus[]),
)

/**
 * Offers a freed place to the first in the waiting list who can take it, or releases it. Returns whether it is held.
 * Entries that were skipped keep their position, and their users are told why (D-40). Lock the group first.
 */
export async function offerPlaceToNext(
  transaction: Database,
  groupId: string,
  { now, timeZone }: CurrentTime,
): Promise<boolean> {
  const isWaiting = and(eq(groupQueue.groupId, groupId), eq(groupQueue.state, 'waiting'))
  const first = transaction
    .select({ id: groupQueue.id })
    .from(groupQueue)
    .leftJoin(contracts, eq(contracts.id, groupQueue.contractId))
    .where(and(isWaiting, canTakePlace))
    .orderBy(groupQueue.joinedAt, groupQueue.id)
    .limit(1)
  const heldUntil = new Date(now.getTime() + placeHoldMs)
  const [held] = await transaction
    .update(groupQueue)
    .set({ state: 'held', heldUntil })
    .where(eq(groupQueue.id, sql`(${first})`))
    .returning({ id: groupQueue.id, joinedAt: groupQueue.joinedAt })
  if (held) {
    await notifyAboutPlace(transaction, eq(groupQueue.id, held.id), {
      kind: 'held',
      now,
      until: { at: heldUntil, timeZone },
    })
    // All entries before this one could not take the place, or they would have been selected.
    const isBefore = sql`(${groupQueue.joinedAt}, ${groupQueue.id}) < (${held.joinedAt.toISOString()}::timestamptz, ${held.id}::uuid)`
    await notifyAboutPlace(transaction, and(isWaiting, isBefore), { kind: 'passed', now })
    return true
  }
  await transaction
    .update(studyGroups)
    .set({ placesTaken: sql`${studyGroups.placesTaken} - 1` })
    .where(eq(studyGroups.id, groupId))
  return false
}
