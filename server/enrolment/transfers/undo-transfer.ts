import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { transfers } from '#server/db/schema/transfers.ts'
import { lockGroups, offerPlaceToNext, type StatusObstacle } from '#server/enrolment/groups/places.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import { type CurrentTime, type Day, dayInZone } from '#server/time/calendar-days.ts'

type StoredTransfer = typeof transfers.$inferSelect

const students = alias(users, 'students')

/** Restores the membership in the old group, publishes the withdrawal and passes the new place on. */
export async function undoTransfer(
  transaction: Database,
  transfer: StoredTransfer,
  currentTime: CurrentTime,
): Promise<void> {
  await restoreMembership(transaction, transfer)
  const { id, contractId, fromGroupId, toGroupId } = transfer
  await publishEvents(transaction, currentTime.now, [
    {
      type: 'transfer.withdrawn',
      data: { collection: 'transfers', sourcedId: id, contractId, fromGroupId, toGroupId },
    },
  ])
  await lockGroups(transaction, [transfer.toGroupId])
  await offerPlaceToNext(transaction, transfer.toGroupId, currentTime)
}

/** Cancels a transfer that may not or shall not take effect, and notifies the user who requested it. */
export async function cancelTransfer(
  transaction: Database,
  transfer: StoredTransfer,
  { why, reason }: { why: StatusObstacle | 'withdrawn-by-school'; reason?: string },
  currentTime: CurrentTime,
): Promise<void> {
  const { now } = currentTime
  const isThis = eq(transfers.id, transfer.id)
  await transaction.update(transfers).set({ state: 'withdrawn', withdrawnAt: now }).where(isThis)
  await undoTransfer(transaction, transfer, currentTime)
  const [request] = await transaction
    .select({ recipient: recipientColumns, group: studyGroups.title, student: students.firstName })
    .from(transfers)
    .innerJoin(studyGroups, eq(studyGroups.id, transfers.toGroupId))
    .innerJoin(students, eq(students.id, transfers.studentId))
    .innerJoin(users, eq(users.id, transfers.requestedById))
    .where(isThis)
  if (!request) return
  const { recipient, ...names } = request
  await notifyUsers(transaction, now, [
    {
      recipient,
      studentId: transfer.studentId,
      kind: 'transfer-called-off',
      values: { ...names, why, ...(reason && { reason }) },
    },
  ])
}

type Cancelling = { id: string; reason: string; byId: string }

/** The staff cancels a transfer before its first day. No one decides about an own request. */
export async function cancelTransferByStaff(
  transaction: Database,
  { id, reason, byId }: Cancelling,
  currentTime: CurrentTime,
): Promise<void> {
  const { now, timeZone } = currentTime
  const [transfer] = await transaction.select().from(transfers).where(eq(transfers.id, id)).for('update')
  if (!transfer) return throwProblem('not-found', 'No such transfer')
  const { state, effectiveFrom, requestedById, studentId } = transfer
  if (requestedById === byId || studentId === byId) throwProblem('role-missing', 'Not for an own transfer')
  if (state !== 'coming' || effectiveFrom <= dayInZone(now, timeZone))
    throwProblem('state-conflict', 'The transfer is not coming any more')
  await cancelTransfer(transaction, transfer, { why: 'withdrawn-by-school', reason }, currentTime)
  await audit(transaction, { at: now, action: 'contract.transfer-cancelled', subjectId: studentId, reason })
}

/** The day on which a transfer ends the old membership; one that has not started ends on its first day. */
export function endOfOldMembership(effectiveFrom: Day): SQL {
  return sql`greatest(${groupMemberships.joinedOn}, ${effectiveFrom}::date)`
}

/** A membership that the school has ended on another day stays ended. */
async function restoreMembership(
  transaction: Database,
  { studentId, fromGroupId, toGroupId, effectiveFrom, previousLeftOn }: StoredTransfer,
): Promise<void> {
  const isOf = (groupId: string) =>
    and(eq(groupMemberships.studentId, studentId), eq(groupMemberships.groupId, groupId))
  await transaction.delete(groupMemberships).where(and(isOf(toGroupId), isNull(groupMemberships.leftOn)))
  const latest = transaction
    .select({ id: groupMemberships.id })
    .from(groupMemberships)
    .where(and(isOf(fromGroupId), eq(groupMemberships.leftOn, endOfOldMembership(effectiveFrom))))
    .orderBy(desc(groupMemberships.joinedOn))
    .limit(1)
  await transaction
    .update(groupMemberships)
    .set({ leftOn: previousLeftOn })
    .where(eq(groupMemberships.id, sql`(${latest})`))
}
