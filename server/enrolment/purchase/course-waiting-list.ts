import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CourseWaitingList } from '#contract/enrolment/catalog.ts'
import { requireRight } from '#server/access/require-right.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { programs, studyGroups } from '#server/db/schema/programs.ts'
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
import { findPurchaseObstacles, throwPurchaseObstacle } from './purchase-obstacles.ts'

/** Waiting list entries of the viewer's students for a purchase, the earliest first. */
export async function findCourseWaitingLists(
  database: Database,
  viewer: CallViewer,
  condition?: SQL,
): Promise<CourseWaitingList[]> {
  const found = await database
    .select({
      uuid: waitingListEntries.id,
      courseUuid: programs.id,
      courseTitle: programs.title,
      groupUuid: studyGroups.id,
      groupTitle: studyGroups.title,
      studentUuid: waitingListEntries.studentId,
      position: selectWaitingListPosition(studyGroups.id),
      length: selectWaitingListLength(studyGroups.id),
      joinedAt: waitingListEntries.joinedAt,
      heldUntil: waitingListEntries.heldUntil,
    })
    .from(waitingListEntries)
    .innerJoin(studyGroups, eq(studyGroups.id, waitingListEntries.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .where(and(isOwn(viewer), isActiveEntry, condition))
    .orderBy(waitingListEntries.joinedAt, waitingListEntries.id)
  return found.map(({ joinedAt, heldUntil, ...waitingList }) => ({
    ...waitingList,
    joinedAt: joinedAt.toISOString(),
    heldUntil: heldUntil?.toISOString() ?? null,
  }))
}

/** Allowed only if the group is full: waiting does not remove any other obstacle. */
export async function joinCourseWaitingList(
  transaction: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  { groupUuid: groupId, studentUuid: studentId }: { groupUuid: string; studentUuid: string },
): Promise<CourseWaitingList> {
  await requireRight(transaction, viewer, studentId, 'enrols')
  await lockStudent(transaction, studentId)
  await lockGroups(transaction, [groupId])
  const [group] = await transaction.select({ id: studyGroups.id }).from(studyGroups).where(eq(studyGroups.id, groupId))
  if (!group) throwProblem('not-found', 'No such group')
  const obstacle = (await findPurchaseObstacles(transaction, currentTime, [studentId], [groupId])).get(
    `${studentId} ${groupId}`,
  )
  if (!obstacle) throwProblem('state-conflict', 'The group has a free place, so it has no waiting list')
  if (obstacle !== 'full') throwPurchaseObstacle(obstacle)
  await addToWaitingList(transaction, currentTime, {
    groupId,
    studentId,
    contractId: null,
    requestedById: viewer.userId,
  })
  const isThis = and(eq(waitingListEntries.groupId, groupId), eq(waitingListEntries.studentId, studentId))
  const [waitingList] = await findCourseWaitingLists(transaction, viewer, isThis)
  return waitingList ?? throwProblem('not-found', 'The student is gone')
}

/** Leaves a waiting list that was joined for a purchase. */
export async function leaveCourseWaitingList(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  id: string,
): Promise<void> {
  await leaveWaitingList(database, currentTime, id, isOwn(viewer))
}

/** Locks the student, then the group of the purchase and the groups whose waiting lists it leaves. */
export async function lockForPurchase(transaction: Database, { groupId, studentId }: StudentPlace): Promise<void> {
  await lockStudent(transaction, studentId)
  const waits = await transaction
    .select({ groupId: waitingListEntries.groupId })
    .from(waitingListEntries)
    .where(and(endsWith({ groupId, studentId }), isActiveEntry))
  await lockGroups(transaction, [groupId, ...waits.map((wait) => wait.groupId)])
}

/** Guards against a purchase of the same course by the other guardian. Lock the student before the groups. */
async function lockStudent(transaction: Database, studentId: string): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, studentId)).for('no key update')
}

/** A purchase ends the student's waits for other groups of the course: one place per course. */
export async function endPurchaseWaits(
  transaction: Database,
  currentTime: CurrentTime,
  place: StudentPlace,
): Promise<void> {
  await removeFromWaitingList(transaction, currentTime, endsWith(place))
}

const bought = alias(studyGroups, 'bought')

/** The student's entries for this group, and those for a purchase of other groups of its course. */
function endsWith({ groupId, studentId }: StudentPlace): SQL | undefined {
  const isSameCourse = and(
    eq(bought.id, groupId),
    eq(bought.programId, studyGroups.programId),
    eq(bought.campaignId, studyGroups.campaignId),
  )
  const ofCourse = sql`(select ${studyGroups.id} from ${studyGroups} join ${studyGroups} as ${bought} on ${isSameCourse})`
  const isForCourse = and(isNull(waitingListEntries.contractId), sql`${waitingListEntries.groupId} in ${ofCourse}`)
  return and(eq(waitingListEntries.studentId, studentId), or(eq(waitingListEntries.groupId, groupId), isForCourse))
}

/** Entries for a transfer have calls of their own. */
function isOwn(viewer: CallViewer): SQL | undefined {
  return and(
    isNull(waitingListEntries.contractId),
    sql`${waitingListEntries.studentId} in ${visibleStudents(viewer, 'enrols')}`,
  )
}
