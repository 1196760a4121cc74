import { and, asc, eq, gt, inArray, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { ContractStatus } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { tellOfPlace } from './place-news.ts'
import { holdLength, type Moment, ofStatus } from './rules.ts'

export type Place = { groupId: string; studentId: string }

/**
 * Takes the place that is held for the student, whatever it was waited for, else a free one: by one conditional UPDATE
 * (D-36). False when there is none.
 */
export async function takePlace(
  transaction: Database,
  { groupId, studentId }: Place,
  { now }: Moment,
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
  return held.length > 0 || takeFreePlace(transaction, groupId, nobodyWaits)
}

/** Who waits comes first, also where the school has added a place that is not offered yet (D-40). */
const nobodyWaits = sql`not exists (select 1 from ${groupQueue} where ${and(eq(groupQueue.groupId, studyGroups.id), eq(groupQueue.state, 'waiting'))})`

export async function takeFreePlace(transaction: Database, groupId: string, such?: SQL): Promise<boolean> {
  const taken = await transaction
    .update(studyGroups)
    .set({ placesTaken: sql`${studyGroups.placesTaken} + 1` })
    .where(and(eq(studyGroups.id, groupId), lt(studyGroups.placesTaken, studyGroups.placesTotal), such))
    .returning({ id: studyGroups.id })
  return taken.length > 0
}

/**
 * Whoever frees a place, joins or leaves a line holds the group's row meanwhile, so that nobody is passed over: neither
 * does a place become free while somebody begins to wait for it, nor do two free places go to the same one. Several
 * rows are locked in the order of their ids, and not against references to them, or two transactions could wait for
 * each other.
 */
export async function lockGroups(transaction: Database, ids: readonly string[]): Promise<void> {
  await transaction
    .select({ id: studyGroups.id })
    .from(studyGroups)
    .where(inArray(studyGroups.id, [...ids]))
    .orderBy(asc(studyGroups.id))
    .for('no key update')
}

/** Of waits with their contracts, where they have one: who could not take a place now is offered none. */
export const canTake = or(
  isNull(groupQueue.contractId),
  notInArray(contracts.status, Object.keys(ofStatus) as ContractStatus[]),
)

/**
 * A place that nobody has any more goes to the first in line who can take it and who is told of it, or is free; whether
 * somebody has it. Those before keep their place in the line and are told why they were passed over (D-40). Lock the
 * group first.
 */
export async function passPlaceOn(transaction: Database, groupId: string, { now, timeZone }: Moment): Promise<boolean> {
  const isWaiting = and(eq(groupQueue.groupId, groupId), eq(groupQueue.state, 'waiting'))
  const first = transaction
    .select({ id: groupQueue.id })
    .from(groupQueue)
    .leftJoin(contracts, eq(contracts.id, groupQueue.contractId))
    .where(and(isWaiting, canTake))
    .orderBy(groupQueue.joinedAt, groupQueue.id)
    .limit(1)
  const heldUntil = new Date(now.getTime() + holdLength)
  const [held] = await transaction
    .update(groupQueue)
    .set({ state: 'held', heldUntil })
    .where(eq(groupQueue.id, sql`(${first})`))
    .returning({ id: groupQueue.id, joinedAt: groupQueue.joinedAt })
  if (held) {
    await tellOfPlace(transaction, eq(groupQueue.id, held.id), {
      kind: 'held',
      now,
      until: { at: heldUntil, timeZone },
    })
    // Whoever could take it would have been the first: all who waited before could not.
    const isBefore = sql`(${groupQueue.joinedAt}, ${groupQueue.id}) < (${held.joinedAt.toISOString()}::timestamptz, ${held.id}::uuid)`
    await tellOfPlace(transaction, and(isWaiting, isBefore), { kind: 'passed', now })
    return true
  }
  await transaction
    .update(studyGroups)
    .set({ placesTaken: sql`${studyGroups.placesTaken} - 1` })
    .where(eq(studyGroups.id, groupId))
  return false
}
