import { and, asc, eq, gt, inArray, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ContractStatus } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { spelledMoment } from '#server/delivery/spelling.ts'
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
    await tellOfPlace(transaction, held.id, { kind: 'held', now, until: { at: heldUntil, timeZone } })
    // Whoever could take it would have been the first: all who waited before could not.
    const isBefore = sql`(${groupQueue.joinedAt}, ${groupQueue.id}) < (${held.joinedAt.toISOString()}::timestamptz, ${held.id}::uuid)`
    const passed = await transaction.select({ id: groupQueue.id }).from(groupQueue).where(and(isWaiting, isBefore))
    for (const { id } of passed) await tellOfPlace(transaction, id, { kind: 'passed', now })
    return true
  }
  await transaction
    .update(studyGroups)
    .set({ placesTaken: sql`${studyGroups.placesTaken} - 1` })
    .where(eq(studyGroups.id, groupId))
  return false
}

type News = { now: Date } & (
  | { kind: 'held'; until: { at: Date; timeZone: string } }
  | { kind: 'lapsed' }
  /** Somebody further behind has got the place. */
  | { kind: 'passed' }
)

const students = alias(users, 'students')

/** Tells who asked to wait. The place is theirs although nobody can be told where there is neither email nor phone. */
export async function tellOfPlace(transaction: Database, queueId: string, { now, ...news }: News): Promise<void> {
  const [asked] = await transaction
    .select({
      email: users.email,
      phone: users.phone,
      language: users.language,
      group: studyGroups.title,
      student: students.firstName,
      /** Of the contract that is to be moved; null for whoever waits to buy the course. */
      status: contracts.status,
    })
    .from(groupQueue)
    .innerJoin(studyGroups, eq(studyGroups.id, groupQueue.groupId))
    .innerJoin(students, eq(students.id, groupQueue.studentId))
    .innerJoin(users, eq(users.id, groupQueue.askedById))
    .leftJoin(contracts, eq(contracts.id, groupQueue.contractId))
    .where(eq(groupQueue.id, queueId))
  const to = asked && noticePlaceOf(asked)
  if (!to) return
  const { group, student, status } = asked
  const language = asked.language ?? 'ru'
  const common = { to, language, now }
  if (news.kind === 'lapsed') {
    const kind = status ? 'group-place-lapsed' : 'course-place-lapsed'
    await queueMessage(transaction, { ...common, kind, values: { group, student } })
    return
  }
  if (news.kind === 'passed') {
    const why = status && ofStatus[status]
    const passed = { ...common, kind: 'group-place-passed', once: queueId } as const
    if (why) await queueMessage(transaction, { ...passed, values: { group, student, why } })
    return
  }
  const { at, timeZone } = news.until
  const values = { group, student, until: spelledMoment(at, language, timeZone) }
  const kind = status ? 'group-place-held' : 'course-place-held'
  await queueMessage(transaction, { ...common, kind, values, expiresAt: at })
}
