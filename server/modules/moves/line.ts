import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { passPlaceOn } from './places.ts'
import type { Moment } from './rules.ts'

/** A row of `group_queue` that still stands in the line of its group. */
export const isInLine = inArray(groupQueue.state, ['waiting', 'held'])

const line = alias(groupQueue, 'line')

/** How many wait for a place in the group, for whatever: to move there or to buy it. */
export function lengthOf(groupId: AnyPgColumn): SQL<number> {
  return countOf(groupId)
}

/** Where a row of `group_queue` stands in its group's line; the first is 1. */
export function positionIn(groupId: AnyPgColumn): SQL<number> {
  return countOf(groupId, sql`(${line.joinedAt}, ${line.id}) <= (${groupQueue.joinedAt}, ${groupQueue.id})`)
}

function countOf(groupId: AnyPgColumn, such?: SQL): SQL<number> {
  const isOfGroup = and(eq(line.groupId, groupId), inArray(line.state, ['waiting', 'held']), such)
  return sql`(select count(*)::int from ${groupQueue} as ${line} where ${isOfGroup})`
}

type Wait = { groupId: string; studentId: string; contractId: string | null; askedById: string }

/**
 * The place in the line is the one in which the group's row was locked, whatever the servers' clocks say (D-40): lock the
 * group first. Who stands there already keeps the place, and waits from now on for what was asked last.
 */
export async function standInLine(transaction: Database, { now }: Moment, wait: Wait): Promise<void> {
  const { groupId, contractId } = wait
  const last = sql`(select max(${line.joinedAt}) from ${groupQueue} as ${line} where ${and(eq(line.groupId, groupId), inArray(line.state, ['waiting', 'held']))})`
  const joinedAt = sql`greatest(${now.toISOString()}::timestamptz, ${last} + interval '1 millisecond')`
  await transaction
    .insert(groupQueue)
    .values({ ...wait, joinedAt })
    .onConflictDoUpdate({
      target: [groupQueue.studentId, groupQueue.groupId],
      targetWhere: sql`${groupQueue.state} in ('waiting', 'held')`,
      set: { contractId },
    })
}

/** A held place goes to the next. Lock the groups first. */
export async function leaveLine(transaction: Database, moment: Moment, which: SQL | undefined): Promise<void> {
  await transaction
    .update(groupQueue)
    .set({ state: 'left' })
    .where(and(which, eq(groupQueue.state, 'waiting')))
  const held = await transaction
    .update(groupQueue)
    .set({ state: 'left', heldUntil: null })
    .where(and(which, eq(groupQueue.state, 'held')))
    .returning({ groupId: groupQueue.groupId })
  for (const { groupId } of held) await passPlaceOn(transaction, groupId, moment)
}
