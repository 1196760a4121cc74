import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { announceRecords } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { lockGroups, notifyAboutPlace, offerPlaceToNext } from './places.ts'

/** Active entries of a waiting list. */
export const isActiveEntry = inArray(waitingListEntries.state, ['waiting', 'held'])

const line = alias(waitingListEntries, 'line')

/** Number of active entries of a group, for transfers and purchases together. */
export function selectWaitingListLength(groupId: AnyPgColumn): SQL<number> {
  return countOf(groupId)
}

/** Position of an entry in the waiting list of its group; the first is 1. */
export function selectWaitingListPosition(groupId: AnyPgColumn): SQL<number> {
  return countOf(
    groupId,
    sql`(${line.joinedAt}, ${line.id}) <= (${waitingListEntries.joinedAt}, ${waitingListEntries.id})`,
  )
}

function countOf(groupId: AnyPgColumn, condition?: SQL): SQL<number> {
  const isOfGroup = and(eq(line.groupId, groupId), inArray(line.state, ['waiting', 'held']), condition)
  return sql`(select count(*)::int from ${waitingListEntries} as ${line} where ${isOfGroup})`
}

type WaitingListEntry = { groupId: string; studentId: string; contractId: string | null; requestedById: string }

/**
 * Adds an entry at the end. Lock the group first: the order is that of the locks, not of the servers' clocks (D-40). A
 * student who is already in the list keeps the position; the purpose (transfer or purchase) is replaced.
 */
export async function addToWaitingList(
  transaction: Database,
  { now }: CurrentTime,
  entry: WaitingListEntry,
): Promise<void> {
  const { groupId, contractId } = entry
  const last = sql`(select max(${line.joinedAt}) from ${waitingListEntries} as ${line} where ${and(eq(line.groupId, groupId), inArray(line.state, ['waiting', 'held']))})`
  const joinedAt = sql`greatest(${now.toISOString()}::timestamptz, ${last} + interval '1 millisecond')`
  await transaction
    .insert(waitingListEntries)
    .values({ ...entry, joinedAt })
    .onConflictDoUpdate({
      target: [waitingListEntries.studentId, waitingListEntries.groupId],
      targetWhere: sql`${waitingListEntries.state} in ('waiting', 'held')`,
      set: { contractId },
    })
}

/** Groups that are over and have students waiting. */
export async function groupsToStopWaiting(database: Database, { now, timeZone }: CurrentTime): Promise<string[]> {
  const groups = await database
    .selectDistinct({ id: studyGroups.id })
    .from(waitingListEntries)
    .innerJoin(studyGroups, eq(studyGroups.id, waitingListEntries.groupId))
    .where(and(eq(waitingListEntries.state, 'waiting'), lt(studyGroups.endsOn, dayInZone(now, timeZone))))
  return groups.map(({ id }) => id)
}

/** Ends the waiting list of a group that is over and notifies those who waited. A held place lapses as usual. */
export async function endWaitingList(transaction: Database, groupId: string, { now }: CurrentTime): Promise<void> {
  await lockGroups(transaction, [groupId])
  const ended = await transaction
    .update(waitingListEntries)
    .set({ state: 'lapsed' })
    .where(and(eq(waitingListEntries.groupId, groupId), eq(waitingListEntries.state, 'waiting')))
    .returning({ id: waitingListEntries.id })
  if (ended.length === 0) return
  await announceRecords(transaction, 'waitingList', ended)
  const ids = ended.map(({ id }) => id)
  await notifyAboutPlace(transaction, inArray(waitingListEntries.id, ids), { kind: 'ended', now })
}

/** Leaves the waiting list of an entry; repeating it is no error. An entry that is not the viewer's own is not found. */
export async function leaveWaitingList(
  database: Database,
  currentTime: CurrentTime,
  id: string,
  isOwn: SQL | undefined,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const isThis = eq(waitingListEntries.id, id)
    const [entry] = await transaction
      .select({ groupId: waitingListEntries.groupId })
      .from(waitingListEntries)
      .where(and(isThis, isOwn))
    if (!entry) throwProblem('not-found', 'No such place in a waiting list, or not yours')
    await lockGroups(transaction, [entry.groupId])
    await removeFromWaitingList(transaction, currentTime, isThis)
  })
}

/** Removes entries; a held place is offered to the next. Lock the groups first. */
export async function removeFromWaitingList(
  transaction: Database,
  currentTime: CurrentTime,
  which: SQL | undefined,
): Promise<void> {
  await transaction
    .update(waitingListEntries)
    .set({ state: 'left' })
    .where(and(which, eq(waitingListEntries.state, 'waiting')))
  const held = await transaction
    .update(waitingListEntries)
    .set({ state: 'left', heldUntil: null })
    .where(and(which, eq(waitingListEntries.state, 'held')))
    .returning({ groupId: waitingListEntries.groupId })
  for (const { groupId } of held) await offerPlaceToNext(transaction, groupId, currentTime)
}
