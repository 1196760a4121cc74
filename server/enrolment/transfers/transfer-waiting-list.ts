import { and, eq, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { GroupWaitingList } from '#contract/learning/schedule.ts'
import { type CallViewer, prepareForRoleGroups, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { lockGroups, type StudentPlace } from '#server/enrolment/groups/places.ts'
import {
  addToWaitingList,
  isActiveEntry,
  leaveWaitingList,
  removeFromWaitingList,
  selectWaitingListLength,
  selectWaitingListPosition,
} from '#server/enrolment/groups/waiting-list.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { findAvailableGroup, freePlacesInOtherGroup, isAvailableGroup, otherGroups } from './available-groups.ts'
import { findTransferableContract, requireTransferable } from './transferable-contracts.ts'

/** A waiting list with the entry of a contract. */
const waitingListColumns = {
  groupUuid: otherGroups.id,
  groupTitle: otherGroups.title,
  contractUuid: contracts.id,
  studentUuid: contracts.studentId,
  length: selectWaitingListLength(otherGroups.id),
  uuid: waitingListEntries.id,
  position: selectWaitingListPosition(otherGroups.id),
  joinedAt: waitingListEntries.joinedAt,
  heldUntil: waitingListEntries.heldUntil,
}

/** Waiting list entries of the viewer's students for a transfer. */
export function prepareTransferWaitingLists(database: Database) {
  const queryOf = (name: string, students: SQL) =>
    database
      .select(waitingListColumns)
      .from(contracts)
      .innerJoin(waitingListEntries, and(eq(waitingListEntries.contractId, contracts.id), isActiveEntry))
      .innerJoin(otherGroups, eq(otherGroups.id, waitingListEntries.groupId))
      .where(sql`${contracts.studentId} in ${students}`)
      .orderBy(otherGroups.title, contracts.id)
      .prepare(`waiting_lists_${name}`)
  const queries = prepareForRoleGroups('enrols', queryOf)
  return async ({ roleGroup, userId }: CallViewer) => (await queries[roleGroup].execute({ userId })).map(toWaitingList)
}

/** The waiting lists of the full groups to which the contract may be transferred. */
export async function findTransferWaitingLists(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  contractId: string,
): Promise<GroupWaitingList[]> {
  await findTransferableContract(database, viewer, currentTime, contractId)
  const isFull = or(lte(freePlacesInOtherGroup, 0), isNotNull(waitingListEntries.id))
  return findWaitingLists(database, isAvailableGroup(currentTime), and(eq(contracts.id, contractId), isFull))
}

/** Joins the waiting list of a group for a transfer; it is shared with purchases. */
export async function joinTransferWaitingList(
  transaction: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  { contractUuid: contractId, groupUuid: groupId }: { contractUuid: string; groupUuid: string },
): Promise<GroupWaitingList> {
  const contract = await findTransferableContract(transaction, viewer, currentTime, contractId)
  requireTransferable(contract)
  await lockGroups(transaction, [groupId])
  const { placesLeft } = await findAvailableGroup(transaction, currentTime, contractId, groupId)
  if (placesLeft > 0) throwProblem('state-conflict', 'The group has a free place, so it has no waiting list')
  const entry = { groupId, contractId, studentId: contract.studentUuid, requestedById: viewer.userId }
  await addToWaitingList(transaction, currentTime, entry)
  const [waitingList] = await findWaitingLists(transaction, eq(otherGroups.id, groupId), eq(contracts.id, contractId))
  return waitingList ?? throwProblem('not-found', 'The group is gone')
}

/** Leaves a waiting list that was joined for a transfer. */
export async function leaveTransferWaitingList(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  id: string,
): Promise<void> {
  const ownContracts = database
    .select({ id: contracts.id })
    .from(contracts)
    .where(sql`${contracts.studentId} in ${visibleStudents(viewer, 'enrols')}`)
  await leaveWaitingList(database, currentTime, id, inArray(waitingListEntries.contractId, ownContracts))
}

/** Locks the group of the transfer and the groups whose waiting lists it leaves. */
export async function lockGroupsForTransfer(
  transaction: Database,
  { contractId, groupId }: { contractId: string; groupId: string },
): Promise<void> {
  const entries = await transaction
    .select({ groupId: waitingListEntries.groupId })
    .from(waitingListEntries)
    .where(and(eq(waitingListEntries.contractId, contractId), isActiveEntry))
  await lockGroups(transaction, [groupId, ...entries.map((entry) => entry.groupId)])
}

/**
 * A transfer ends the student's entries for the new group, and those of the contract for other groups: another transfer
 * this month is not allowed.
 */
export async function endWaitingListEntries(
  transaction: Database,
  currentTime: CurrentTime,
  { contractId, groupId, studentId }: StudentPlace & { contractId: string },
): Promise<void> {
  const isOfPlace = and(eq(waitingListEntries.studentId, studentId), eq(waitingListEntries.groupId, groupId))
  await removeFromWaitingList(transaction, currentTime, or(eq(waitingListEntries.contractId, contractId), isOfPlace))
}

/** One statement for any number of waiting lists. */
async function findWaitingLists(
  database: Database,
  isJoined: SQL | undefined,
  condition: SQL | undefined,
): Promise<GroupWaitingList[]> {
  const found = await database
    .select(waitingListColumns)
    .from(contracts)
    .innerJoin(otherGroups, isJoined)
    .leftJoin(
      waitingListEntries,
      and(
        eq(waitingListEntries.contractId, contracts.id),
        eq(waitingListEntries.groupId, otherGroups.id),
        isActiveEntry,
      ),
    )
    .where(condition)
    .orderBy(otherGroups.title, contracts.id)
  return found.map(toWaitingList)
}

type WaitingListRow = Omit<GroupWaitingList, 'own'> & {
  uuid: string | null
  position: number
  joinedAt: Date | null
  heldUntil: Date | null
}

function toWaitingList({ uuid, position, joinedAt, heldUntil, ...waitingList }: WaitingListRow): GroupWaitingList {
  if (uuid === null || joinedAt === null) return { ...waitingList, own: null }
  const times = { joinedAt: joinedAt.toISOString(), heldUntil: heldUntil?.toISOString() ?? null }
  return { ...waitingList, own: { uuid, position, ...times } }
}
