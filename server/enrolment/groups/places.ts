import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ContractStatus, Locale, TransferObstacle } from '#contract/enumerations.ts'
import type { NeededRight } from '#contract/people/guardian-rights.ts'
import { findGuardiansOf, guardiansOf } from '#server/access/visible-students.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, studyGroups } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { formatInstant } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { isOnSale, selectFirstLesson } from './group-columns.ts'

/** How long a freed place is held for the first in the waiting list (D-40). */
const placeHoldMs = 24 * 60 * 60_000

/** Why the status of a contract forbids a transfer. */
export type StatusObstacle = Extract<TransferObstacle, 'frozen' | 'terminating' | 'not-paid' | 'not-begun'>

export const transferObstacleByStatus: Partial<Record<ContractStatus, StatusObstacle>> = {
  Frozen: 'frozen',
  OnTermination: 'terminating',
  Termination: 'terminating',
  NotPaid: 'not-paid',
  Open: 'not-begun',
}

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
    .update(waitingListEntries)
    .set({ state: 'taken', heldUntil: null })
    .where(
      and(
        eq(waitingListEntries.groupId, groupId),
        eq(waitingListEntries.studentId, studentId),
        eq(waitingListEntries.state, 'held'),
        gt(waitingListEntries.heldUntil, now),
      ),
    )
    .returning({ id: waitingListEntries.id })
  return held.length > 0 || takeFreePlace(transaction, groupId, hasNoWaitingList)
}

/** Students in the waiting list come first, also for a place that the school has just added. */
const hasNoWaitingList = sql`not exists (select 1 from ${waitingListEntries} where ${and(eq(waitingListEntries.groupId, studyGroups.id), eq(waitingListEntries.state, 'waiting'))})`

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

const ownGroups = alias(studyGroups, 'own_groups')

/**
 * For entries joined with contracts, groups and campaigns: excludes transfers that the contract's status forbids, out of
 * a group that is over or to one without lessons after this week, and purchases of a group whose enrolment is over.
 */
export function canTakePlace(currentTime: CurrentTime): SQL | undefined {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const ownGroup = and(eq(ownGroups.id, contracts.groupId), gte(ownGroups.endsOn, today))
  return or(
    and(isNull(waitingListEntries.contractId), isOnSale(today)),
    and(
      notInArray(contracts.status, Object.keys(transferObstacleByStatus) as ContractStatus[]),
      sql`exists (select 1 from ${studyGroups} as ${ownGroups} where ${ownGroup})`,
      isNotNull(selectFirstLesson(studyGroups.id, currentTime)),
    ),
  )
}

/**
 * Offers a freed place to the first in the waiting list who can take it, or releases it. Returns whether it is held.
 * Entries that were skipped keep their position, and their users are notified of the reason. Lock the group first.
 */
export async function offerPlaceToNext(
  transaction: Database,
  groupId: string,
  currentTime: CurrentTime,
): Promise<boolean> {
  const { now, timeZone } = currentTime
  const isWaiting = and(eq(waitingListEntries.groupId, groupId), eq(waitingListEntries.state, 'waiting'))
  const first = transaction
    .select({ id: waitingListEntries.id })
    .from(waitingListEntries)
    .innerJoin(studyGroups, eq(studyGroups.id, waitingListEntries.groupId))
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .leftJoin(contracts, eq(contracts.id, waitingListEntries.contractId))
    .where(and(isWaiting, canTakePlace(currentTime)))
    .orderBy(waitingListEntries.joinedAt, waitingListEntries.id)
    .limit(1)
  const heldUntil = new Date(now.getTime() + placeHoldMs)
  const [held] = await transaction
    .update(waitingListEntries)
    .set({ state: 'held', heldUntil })
    .where(eq(waitingListEntries.id, sql`(${first})`))
    .returning({
      id: waitingListEntries.id,
      joinedAt: waitingListEntries.joinedAt,
      studentId: waitingListEntries.studentId,
    })
  if (held) {
    const facts = { groupId, studentId: held.studentId, heldUntil: heldUntil.toISOString() }
    const data = { collection: 'waitingList' as const, sourcedId: held.id, ...facts }
    await publishEvents(transaction, now, [{ type: 'waiting-list.offered', data }])
    await notifyAboutPlace(transaction, eq(waitingListEntries.id, held.id), {
      kind: 'held',
      now,
      until: { at: heldUntil, timeZone },
    })
    // All entries before this one could not take the place, or they would have been selected.
    const isBefore = sql`(${waitingListEntries.joinedAt}, ${waitingListEntries.id}) < (${held.joinedAt.toISOString()}::timestamptz, ${held.id}::uuid)`
    await notifyAboutPlace(transaction, and(isWaiting, isBefore), { kind: 'passed', now })
    return true
  }
  await transaction
    .update(studyGroups)
    .set({ placesTaken: sql`${studyGroups.placesTaken} - 1` })
    .where(eq(studyGroups.id, groupId))
  return false
}

type PlaceNotification = { now: Date } & (
  | { kind: 'held'; until: { at: Date; timeZone: string } }
  | { kind: 'lapsed' }
  /** The place went to a student behind them in the waiting list. */
  | { kind: 'passed' }
  /** The group is over. */
  | { kind: 'ended' }
)

const students = alias(users, 'students')

/** To be notified of places in groups. */
const ofEnrolment = ['enrols', 'isNotified'] as const satisfies NeededRight

/** Whether who joined the waiting list may still be notified of it: the student, or a guardian with the right. */
const isRequesterNotified = sql<boolean>`(
  ${waitingListEntries.requestedById} = ${waitingListEntries.studentId}
  or ${waitingListEntries.requestedById} in ${guardiansOf(waitingListEntries.studentId, ofEnrolment)}
)`

/** The guardians who may enrol these students, with the students. */
async function findEnrollers(transaction: Database, studentIds: readonly string[]) {
  const pairs = await findGuardiansOf(transaction, studentIds, ofEnrolment)
  if (pairs.length === 0) return []
  const ids = pairs.map(({ guardianId }) => guardianId)
  const guardians = await transaction.select(recipientColumns).from(users).where(inArray(users.id, ids))
  return pairs.flatMap(({ studentId, guardianId }) =>
    guardians.filter(({ id }) => id === guardianId).map((recipient) => ({ studentId, recipient })),
  )
}

/**
 * Notifies the users who joined the waiting list; where such a user has lost the right, the student and the guardians who
 * have it. Users without email and phone keep the place but get no message.
 */
export async function notifyAboutPlace(
  transaction: Database,
  which: SQL | undefined,
  news: PlaceNotification,
): Promise<void> {
  const entries = await transaction
    .select({
      entryId: waitingListEntries.id,
      studentId: waitingListEntries.studentId,
      requester: recipientColumns,
      isRequesterNotified,
      self: { id: students.id, email: students.email, phone: students.phone, language: students.language },
      group: studyGroups.title,
      student: students.firstName,
      /** Status of the contract to be transferred; null for a purchase. */
      status: contracts.status,
    })
    .from(waitingListEntries)
    .innerJoin(studyGroups, eq(studyGroups.id, waitingListEntries.groupId))
    .innerJoin(students, eq(students.id, waitingListEntries.studentId))
    .innerJoin(users, eq(users.id, waitingListEntries.requestedById))
    .leftJoin(contracts, eq(contracts.id, waitingListEntries.contractId))
    .where(which)
  const unheard = entries.filter((entry) => !entry.isRequesterNotified)
  const enrollers = await findEnrollers(
    transaction,
    unheard.map(({ studentId }) => studentId),
  )
  const addressed = entries.flatMap(({ requester, self, ...entry }) => {
    if (entry.isRequesterNotified) return [{ ...entry, person: requester, once: entry.entryId }]
    const others = enrollers.filter(({ studentId }) => studentId === entry.studentId)
    // A one-time message is sent to one person under its name.
    return [self, ...others.map(({ recipient }) => recipient)].map((person) => {
      return { ...entry, person, once: `${entry.entryId} ${person.id}` }
    })
  })
  const notices = addressed.flatMap(({ person, once, studentId, group, student, status }): UserNotification[] => {
    const about = { recipient: person, studentId }
    if (news.kind === 'lapsed')
      return [{ ...about, kind: status ? 'group-place-lapsed' : 'course-place-lapsed', values: { group, student } }]
    if (news.kind === 'ended') {
      const path = status ? '/change-schedule' : '/catalog/'
      return [{ ...about, kind: 'waiting-list-ended', once, path, values: { group, student } }]
    }
    if (news.kind === 'passed') {
      if (!status) return [{ ...about, kind: 'course-place-passed', once, values: { group, student } }]
      const why = transferObstacleByStatus[status] ?? 'lessons-over'
      return [{ ...about, kind: 'group-place-passed', once, values: { group, student, why } }]
    }
    const { at: expiresAt, timeZone } = news.until
    const values = (language: Locale) => ({ group, student, until: formatInstant(expiresAt, language, timeZone) })
    return [{ ...about, kind: status ? 'group-place-held' : 'course-place-held', values, expiresAt }]
  })
  await notifyUsers(transaction, news.now, notices)
}
