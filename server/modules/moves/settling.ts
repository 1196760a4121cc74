import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { groupMoves, groupQueue } from '#server/db/schema/moves.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { everyMinute } from '#server/every-minute.ts'
import { tellOfPlace } from './place-news.ts'
import { canTake, lockGroups, passPlaceOn, takeFreePlace } from './places.ts'
import { changePrice } from './prices.ts'
import { type Moment, ofStatus } from './rules.ts'
import { callOff } from './undoing.ts'

type Options = { database: Database; clock: () => Date; timeZone: string; log: FastifyBaseLogger }

/**
 * What becomes of moves and waiting lists while nobody calls. Each move, hold and group is a transaction of its own and
 * is judged once more inside it, so that any number of servers may settle at once and twice is as once.
 */
export function createSettling({ database, clock, timeZone, log }: Options) {
  async function settle(): Promise<void> {
    const moment = { now: clock(), timeZone }
    await eachOf(await dueMoves(database, moment), (transaction, id) => makeEffective(transaction, id, moment))
    await eachOf(await lapsedHolds(database, moment), (transaction, id) => endHold(transaction, id, moment))
    await eachOf(await groupsToOffer(database), (transaction, id) => offerPlaces(transaction, id, moment))
  }

  /** One that fails is tried again next time and keeps nobody else waiting. */
  async function eachOf(ids: readonly string[], act: (transaction: Database, id: string) => Promise<void>) {
    for (const id of ids) {
      await database
        .transaction((transaction) => act(transaction, id))
        .catch((error: unknown) => log.error({ err: error, about: id }, 'a move or a waiting list is not settled'))
    }
  }

  return { settle }
}

async function dueMoves(database: Database, { now, timeZone }: Moment): Promise<string[]> {
  const due = await database
    .select({ id: groupMoves.id })
    .from(groupMoves)
    .where(and(eq(groupMoves.state, 'coming'), lte(groupMoves.effectiveFrom, dayAt(now, timeZone))))
    .orderBy(asc(groupMoves.effectiveFrom), asc(groupMoves.requestedAt))
  return due.map(({ id }) => id)
}

/**
 * The contract is from now on one of the new group, at its price, and the old place goes to the next. What would have
 * been refused when it was asked for comes to nothing on its day too: the contract may have been frozen meanwhile.
 */
async function makeEffective(transaction: Database, moveId: string, moment: Moment): Promise<void> {
  const [move] = await transaction
    .update(groupMoves)
    .set({ state: 'done' })
    .where(and(eq(groupMoves.id, moveId), eq(groupMoves.state, 'coming')))
    .returning()
  if (!move) return
  const { contractId, fromGroupId, toGroupId, priceChange: change, effectiveFrom: dueOn } = move
  const [contract] = await transaction
    .select({ status: contracts.status })
    .from(contracts)
    .where(eq(contracts.id, contractId))
    .for('no key update')
  const why = contract && ofStatus[contract.status]
  if (why) return callOff(transaction, move, why, moment)
  const [group] = await transaction
    .select({ territoryId: studyGroups.territoryId, format: studyGroups.format })
    .from(studyGroups)
    .where(eq(studyGroups.id, toGroupId))
  if (!group) throw new Error('A move into no group')
  const priceChange = await changePrice(transaction, { contractId, change, dueOn })
  const total = sql`${contracts.total} + ${priceChange}`
  await transaction
    .update(contracts)
    .set({ groupId: toGroupId, ...group, total })
    .where(eq(contracts.id, contractId))
  await transaction.update(groupMoves).set({ priceChange }).where(eq(groupMoves.id, moveId))
  await lockGroups(transaction, [fromGroupId])
  await passPlaceOn(transaction, fromGroupId, moment)
}

async function lapsedHolds(database: Database, { now }: Moment): Promise<string[]> {
  const lapsed = await database
    .select({ id: groupQueue.id })
    .from(groupQueue)
    .where(and(eq(groupQueue.state, 'held'), lte(groupQueue.heldUntil, now)))
    .orderBy(asc(groupQueue.heldUntil))
  return lapsed.map(({ id }) => id)
}

/** Who did not come for the place is told so, and the next in line has it (D-40). */
async function endHold(transaction: Database, id: string, moment: Moment): Promise<void> {
  const [hold] = await transaction.select({ groupId: groupQueue.groupId }).from(groupQueue).where(eq(groupQueue.id, id))
  if (!hold) return
  await lockGroups(transaction, [hold.groupId])
  const ended = await transaction
    .update(groupQueue)
    .set({ state: 'lapsed', heldUntil: null })
    .where(and(eq(groupQueue.id, id), eq(groupQueue.state, 'held'), lte(groupQueue.heldUntil, moment.now)))
    .returning({ id: groupQueue.id })
  if (ended.length === 0) return
  await tellOfPlace(transaction, eq(groupQueue.id, id), { kind: 'lapsed', now: moment.now })
  await passPlaceOn(transaction, hold.groupId, moment)
}

/** Places that the school itself has freed or added, while people wait for them who can take one. */
async function groupsToOffer(database: Database): Promise<string[]> {
  const groups = await database
    .selectDistinct({ id: studyGroups.id })
    .from(groupQueue)
    .innerJoin(studyGroups, eq(studyGroups.id, groupQueue.groupId))
    .leftJoin(contracts, eq(contracts.id, groupQueue.contractId))
    .where(and(eq(groupQueue.state, 'waiting'), canTake, lt(studyGroups.placesTaken, studyGroups.placesTotal)))
  return groups.map(({ id }) => id)
}

async function offerPlaces(transaction: Database, groupId: string, moment: Moment): Promise<void> {
  await lockGroups(transaction, [groupId])
  let isHeld = true
  while (isHeld && (await takeFreePlace(transaction, groupId))) {
    isHeld = await passPlaceOn(transaction, groupId, moment)
  }
}

/** Settles what falls due, as long as the server lives. */
export function startSettling(options: Options): { stop(): Promise<void> } {
  const { settle } = createSettling(options)
  return everyMinute(settle, (error) => options.log.warn({ err: error }, 'moves wait: the database does not answer'))
}
