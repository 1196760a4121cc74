import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import { announceRecords } from '#server/changes/announce-changes.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, studyGroups } from '#server/db/schema/programs.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import { firstPaymentDays } from '#server/enrolment/contracts/rules.ts'
import { deferUnsignedPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import {
  canTakePlace,
  lockGroups,
  notifyAboutPlace,
  offerPlaceToNext,
  takeFreePlace,
  transferObstacleByStatus,
} from '#server/enrolment/groups/places.ts'
import { formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { addDays, type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { applyPriceChange } from './transfer-price.ts'
import { cancelTransfer } from './undo-transfer.ts'

/** Transfers whose day has come, the longest due first. */
export async function dueTransfers(database: Database, { now, timeZone }: CurrentTime): Promise<string[]> {
  const due = await database
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.state, 'coming'), lte(transfers.effectiveFrom, dayInZone(now, timeZone))))
    .orderBy(asc(transfers.effectiveFrom), asc(transfers.requestedAt))
  return due.map(({ id }) => id)
}

/**
 * Transfers the contract to the new group, at its price; the old place goes to the waiting list. The conditions of a transfer
 * are checked again: a contract that was frozen meanwhile stays in its group.
 */
export async function applyTransfer(transaction: Database, transferId: string, moment: CurrentTime): Promise<void> {
  const [transfer] = await transaction
    .update(transfers)
    .set({ state: 'done' })
    .where(and(eq(transfers.id, transferId), eq(transfers.state, 'coming')))
    .returning()
  if (!transfer) return
  const { contractId, fromGroupId, toGroupId, priceChange: change } = transfer
  const [contract] = await transaction
    .select({ status: contracts.status })
    .from(contracts)
    .where(eq(contracts.id, contractId))
    .for('no key update')
  const why = contract && transferObstacleByStatus[contract.status]
  if (why) return cancelTransfer(transaction, transfer, { why }, moment)
  const [group] = await transaction
    .select({ territoryId: studyGroups.territoryId, format: studyGroups.format })
    .from(studyGroups)
    .where(eq(studyGroups.id, toGroupId))
  if (!group) throw new Error('A transfer into no group')
  const dueOn = addDays(dayInZone(moment.now, moment.timeZone), firstPaymentDays)
  const priceChange = await applyPriceChange(transaction, { contractId, change, dueOn })
  await deferUnsignedPayments(transaction, [contractId])
  const total = sql`${contracts.total} + ${priceChange}`
  await transaction
    .update(contracts)
    .set({ groupId: toGroupId, ...group, total })
    .where(eq(contracts.id, contractId))
  await transaction.update(transfers).set({ priceChange }).where(eq(transfers.id, transferId))
  await publishEvents(transaction, moment.now, [
    {
      type: 'transfer.applied',
      data: { collection: 'transfers', sourcedId: transferId, contractId, fromGroupId, toGroupId },
    },
    { type: 'contract.changed', data: { collection: 'contracts', sourcedId: contractId, groupId: toGroupId } },
  ])
  await notifyRequester(transaction, transferId, moment)
  await lockGroups(transaction, [fromGroupId])
  await offerPlaceToNext(transaction, fromGroupId, moment)
}

const students = alias(users, 'students')

async function notifyRequester(transaction: Database, transferId: string, { now }: CurrentTime): Promise<void> {
  const [transfer] = await transaction
    .select({
      recipient: recipientColumns,
      studentId: transfers.studentId,
      group: studyGroups.title,
      student: students.firstName,
      from: transfers.effectiveFrom,
    })
    .from(transfers)
    .innerJoin(studyGroups, eq(studyGroups.id, transfers.toGroupId))
    .innerJoin(students, eq(students.id, transfers.studentId))
    .innerJoin(users, eq(users.id, transfers.requestedById))
    .where(eq(transfers.id, transferId))
  if (!transfer) return
  const { recipient, studentId, from, ...names } = transfer
  const values = (language: Locale) => ({ ...names, from: formatDay(from, language) })
  await notifyUsers(transaction, now, [{ recipient, studentId, kind: 'transfer-applied', once: transferId, values }])
}

/** Holds of places whose time is over. */
export async function expiredHolds(database: Database, { now }: CurrentTime): Promise<string[]> {
  const lapsed = await database
    .select({ id: waitingListEntries.id })
    .from(waitingListEntries)
    .where(and(eq(waitingListEntries.state, 'held'), lte(waitingListEntries.heldUntil, now)))
    .orderBy(asc(waitingListEntries.heldUntil))
  return lapsed.map(({ id }) => id)
}

/** Notifies the person whose hold has ended and passes the place to the next in the waiting list. */
export async function endHold(transaction: Database, id: string, moment: CurrentTime): Promise<void> {
  const [hold] = await transaction
    .select({ groupId: waitingListEntries.groupId })
    .from(waitingListEntries)
    .where(eq(waitingListEntries.id, id))
  if (!hold) return
  await lockGroups(transaction, [hold.groupId])
  const ended = await transaction
    .update(waitingListEntries)
    .set({ state: 'lapsed', heldUntil: null })
    .where(
      and(
        eq(waitingListEntries.id, id),
        eq(waitingListEntries.state, 'held'),
        lte(waitingListEntries.heldUntil, moment.now),
      ),
    )
    .returning({ id: waitingListEntries.id })
  if (ended.length === 0) return
  await announceRecords(transaction, 'waitingList', ended)
  await notifyAboutPlace(transaction, eq(waitingListEntries.id, id), { kind: 'lapsed', now: moment.now })
  await offerPlaceToNext(transaction, hold.groupId, moment)
}

/** Groups with free places, which the school freed or added, and with students who can take one waiting. */
export async function groupsToOffer(database: Database, moment: CurrentTime): Promise<string[]> {
  const groups = await database
    .selectDistinct({ id: studyGroups.id })
    .from(waitingListEntries)
    .innerJoin(studyGroups, eq(studyGroups.id, waitingListEntries.groupId))
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .leftJoin(contracts, eq(contracts.id, waitingListEntries.contractId))
    .where(
      and(
        eq(waitingListEntries.state, 'waiting'),
        canTakePlace(moment),
        lt(studyGroups.placesTaken, studyGroups.placesTotal),
      ),
    )
  return groups.map(({ id }) => id)
}

export async function offerPlaces(transaction: Database, groupId: string, moment: CurrentTime): Promise<void> {
  await lockGroups(transaction, [groupId])
  let isHeld = true
  while (isHeld && (await takeFreePlace(transaction, groupId))) {
    isHeld = await offerPlaceToNext(transaction, groupId, moment)
  }
}
