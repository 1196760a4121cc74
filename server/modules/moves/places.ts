import { and, asc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { holdLength, type Moment } from './rules.ts'

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

/**
 * A place that nobody has any more goes to the first in line, who is told of it, or is free (D-40); whether somebody
 * has it. Lock the group first.
 */
export async function passPlaceOn(transaction: Database, groupId: string, { now, timeZone }: Moment): Promise<boolean> {
  const isWaiting = and(eq(groupQueue.groupId, groupId), eq(groupQueue.state, 'waiting'))
  const first = transaction
    .select({ id: groupQueue.id })
    .from(groupQueue)
    .where(isWaiting)
    .orderBy(groupQueue.joinedAt, groupQueue.id)
    .limit(1)
  const heldUntil = new Date(now.getTime() + holdLength)
  const [held] = await transaction
    .update(groupQueue)
    .set({ state: 'held', heldUntil })
    .where(eq(groupQueue.id, sql`(${first})`))
    .returning({ id: groupQueue.id })
  if (held) {
    await tellOfPlace(transaction, held.id, { now, until: { at: heldUntil, timeZone } })
    return true
  }
  await transaction
    .update(studyGroups)
    .set({ placesTaken: sql`${studyGroups.placesTaken} - 1` })
    .where(eq(studyGroups.id, groupId))
  return false
}

/** A place is kept for somebody `until` then; without that, it is no more. */
type News = { now: Date; until?: { at: Date; timeZone: string } }

const students = alias(users, 'students')

/** Tells who asked to wait. The place is theirs although nobody can be told where there is neither email nor phone. */
export async function tellOfPlace(transaction: Database, queueId: string, { now, until }: News): Promise<void> {
  const [asked] = await transaction
    .select({
      email: users.email,
      phone: users.phone,
      language: users.language,
      group: studyGroups.title,
      student: students.firstName,
      isMove: sql<boolean>`${groupQueue.contractId} is not null`,
    })
    .from(groupQueue)
    .innerJoin(studyGroups, eq(studyGroups.id, groupQueue.groupId))
    .innerJoin(students, eq(students.id, groupQueue.studentId))
    .innerJoin(users, eq(users.id, groupQueue.askedById))
    .where(eq(groupQueue.id, queueId))
  const to = asked && noticePlaceOf(asked)
  if (!to) return
  const { group, student, isMove } = asked
  const language = asked.language ?? 'ru'
  if (!until) {
    const kind = isMove ? 'group-place-lapsed' : 'course-place-lapsed'
    await queueMessage(transaction, { to, kind, language, values: { group, student }, now })
    return
  }
  const { at, timeZone } = until
  const when: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }
  const values = { group, student, until: new Intl.DateTimeFormat(language, { ...when, timeZone }).format(at) }
  const kind = isMove ? 'group-place-held' : 'course-place-held'
  await queueMessage(transaction, { to, kind, language, values, now, expiresAt: at })
}
