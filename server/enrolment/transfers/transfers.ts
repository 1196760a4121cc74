import { and, desc, eq, gt, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { GroupTransfer } from '#contract/learning/schedule.ts'
import { type CallViewer, prepareForRoleGroups, visibleStudents } from '#server/access/visible-students.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { transfers } from '#server/db/schema/transfers.ts'
import { takePlace } from '#server/enrolment/groups/places.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, type Day, dayInZone } from '#server/time/calendar-days.ts'
import { findAvailableGroup } from './available-groups.ts'
import { transferMonth, weekOfLesson } from './rules.ts'
import { calculateTransferPrice } from './transfer-price.ts'
import { endWaitingListEntries, lockGroupsForTransfer } from './transfer-waiting-list.ts'
import { findTransferableContract, requireTransferable } from './transferable-contracts.ts'
import { endOfOldMembership, undoTransfer } from './undo-transfer.ts'

const left = alias(studyGroups, 'left_groups')
const joined = alias(studyGroups, 'joined_groups')

/** Transfers of the viewer's students, the newest first. */
export function prepareTransferList(database: Database, timeZone: string) {
  const firstLessonAt = sql<Date | null>`(select min(${lessons.startsAt}) from ${lessons} where ${lessons.groupId} = ${joined.id} and ${lessons.state} <> 'cancelled' and ${lessons.startsAt} >= ${transfers.effectiveFrom}::timestamp at time zone ${timeZone}::text)`
  const queryOf = (name: string, students: SQL) =>
    database
      .select({
        uuid: transfers.id,
        contractUuid: transfers.contractId,
        studentUuid: transfers.studentId,
        from: { groupUuid: left.id, title: left.title },
        to: { groupUuid: joined.id, title: joined.title },
        requestedAt: transfers.requestedAt,
        effectiveFrom: transfers.effectiveFrom,
        firstLessonAt: firstLessonAt.mapWith(lessons.startsAt),
        state: transfers.state,
        withdrawnAt: transfers.withdrawnAt,
      })
      .from(transfers)
      .innerJoin(left, eq(left.id, transfers.fromGroupId))
      .innerJoin(joined, eq(joined.id, transfers.toGroupId))
      .where(sql`${transfers.studentId} in ${students}`)
      .orderBy(desc(transfers.requestedAt), transfers.id)
      .prepare(`transfers_${name}`)
  const queries = prepareForRoleGroups('seesLearning', queryOf)
  return async ({ roleGroup, userId }: CallViewer): Promise<GroupTransfer[]> => {
    const found = await queries[roleGroup].execute({ userId })
    return found.map(({ requestedAt, firstLessonAt, withdrawnAt, ...transfer }) => ({
      ...transfer,
      firstLessonAt: firstLessonAt?.toISOString() ?? null,
      requestedAt: requestedAt.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    }))
  }
}

/**
 * Transfers a contract from the next week with lessons of the new group on. The new place is taken at once; the old one
 * is kept until the transfer takes effect (`apply-due-transfers.ts`). Unique keys resolve races between tabs, the
 * conditional update of places those between families.
 */
export async function requestTransfer(
  transaction: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  { contractUuid, groupUuid }: { contractUuid: string; groupUuid: string },
) {
  const contract = await findTransferableContract(transaction, viewer, currentTime, contractUuid)
  requireTransferable(contract)
  const choice = await findAvailableGroup(transaction, currentTime, contractUuid, groupUuid)
  const { from: effectiveFrom } = weekOfLesson(choice.firstLesson, currentTime.timeZone)
  const price = await calculateTransferPrice(transaction, contract, choice, currentTime.timeZone)
  const leaving = { studentId: contract.studentUuid, fromGroupId: contract.groupUuid, effectiveFrom }
  const previousLeftOn = transaction
    .select({ leftOn: groupMemberships.leftOn })
    .from(groupMemberships)
    .where(isOldMembership(leaving))
    .orderBy(desc(groupMemberships.joinedOn))
    .limit(1)
  const transfer = {
    ...leaving,
    contractId: contractUuid,
    toGroupId: groupUuid,
    requestedById: viewer.userId,
    requestedAt: currentTime.now,
    month: transferMonth(currentTime),
    previousLeftOn: sql`(${previousLeftOn})`,
    priceChange: price.after - price.now,
  }
  const [made] = await transaction
    .insert(transfers)
    .values(transfer)
    .onConflictDoNothing()
    .returning({ id: transfers.id })
  if (!made) throwProblem('transfer-refused', 'The contract has just been transferred by another request')
  const membership = { contractId: contractUuid, groupId: groupUuid, studentId: contract.studentUuid }
  await lockGroupsForTransfer(transaction, membership)
  if (!(await takePlace(transaction, membership, currentTime)))
    throwProblem('no-place-left', 'The last place of the group is taken')
  await endWaitingListEntries(transaction, currentTime, membership)
  await changeMembership(transaction, transfer)
  const { contractId, fromGroupId, toGroupId } = transfer
  const data = {
    collection: 'transfers' as const,
    sourcedId: made.id,
    contractId,
    fromGroupId,
    toGroupId,
    effectiveFrom,
  }
  await publishEvents(transaction, currentTime.now, [{ type: 'transfer.requested', data }])
  return { contractUuid, groupUuid, effectiveFrom }
}

/** Withdraws a transfer before its first day; repeating it is no error. */
export async function withdrawTransfer(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  id: string,
): Promise<void> {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const isOwn = and(eq(transfers.id, id), sql`${transfers.studentId} in ${visibleStudents(viewer, 'enrols')}`)
  await database.transaction(async (transaction) => {
    const [transfer] = await transaction
      .update(transfers)
      .set({ state: 'withdrawn', withdrawnAt: currentTime.now })
      .where(and(isOwn, eq(transfers.state, 'coming'), gt(transfers.effectiveFrom, today)))
      .returning()
    if (!transfer) {
      const [other] = await transaction.select({ state: transfers.state }).from(transfers).where(isOwn)
      if (!other) throwProblem('not-found', 'No such transfer, or not yours')
      if (other.state === 'withdrawn') return
      throwProblem('state-conflict', 'The transfer has taken effect')
    }
    await undoTransfer(transaction, transfer, currentTime)
  })
}

type Leaving = { studentId: string; fromGroupId: string; effectiveFrom: Day }

/** A membership may have a known end, which the school's system sent. */
function isOldMembership({ studentId, fromGroupId, effectiveFrom }: Leaving): SQL | undefined {
  const { leftOn } = groupMemberships
  return and(
    eq(groupMemberships.studentId, studentId),
    eq(groupMemberships.groupId, fromGroupId),
    or(isNull(leftOn), gte(leftOn, endOfOldMembership(effectiveFrom))),
  )
}

async function changeMembership(transaction: Database, transfer: Leaving & { toGroupId: string }) {
  const { studentId, toGroupId, effectiveFrom } = transfer
  await transaction
    .update(groupMemberships)
    .set({ leftOn: endOfOldMembership(effectiveFrom) })
    .where(isOldMembership(transfer))
  const added = await transaction
    .insert(groupMemberships)
    .values({ studentId, groupId: toGroupId, joinedOn: effectiveFrom })
    .onConflictDoNothing()
    .returning({ id: groupMemberships.id })
  if (added.length === 0) throwProblem('transfer-refused', 'The student has just joined that group by another contract')
}
