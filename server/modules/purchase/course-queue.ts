import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CourseQueue } from '#contract/catalog.ts'
import type { Database } from '#server/db/client.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { programs, studyGroups } from '#server/db/schema/programs.ts'
import { findObstacles } from '#server/modules/catalog/obstacles.ts'
import { type Asker, studentsOf } from '#server/modules/moves/contracts.ts'
import { isInLine, leaveLine, lengthOf, positionIn, standInLine } from '#server/modules/moves/line.ts'
import { lockGroups, type Place } from '#server/modules/moves/places.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { refuse } from '#server/refusal.ts'
import { refuseStranger } from './filling.ts'
import { refuseObstacle } from './rules.ts'

/** Where one's own wait for a place in order to buy it, who came first to the front. */
export async function listCourseQueues(database: Database, asker: Asker, such?: SQL): Promise<CourseQueue[]> {
  const found = await database
    .select({
      uuid: groupQueue.id,
      courseUuid: programs.id,
      courseTitle: programs.title,
      groupUuid: studyGroups.id,
      groupTitle: studyGroups.title,
      studentUuid: groupQueue.studentId,
      position: positionIn(studyGroups.id),
      length: lengthOf(studyGroups.id),
      joinedAt: groupQueue.joinedAt,
      heldUntil: groupQueue.heldUntil,
    })
    .from(groupQueue)
    .innerJoin(studyGroups, eq(studyGroups.id, groupQueue.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .where(and(isOwn(asker), isInLine, such))
    .orderBy(groupQueue.joinedAt, groupQueue.id)
  return found.map(({ joinedAt, heldUntil, ...queue }) => ({
    ...queue,
    joinedAt: joinedAt.toISOString(),
    heldUntil: heldUntil?.toISOString() ?? null,
  }))
}

/** Only where there is no place: what else stands against it cannot be waited for. */
export async function joinCourseQueue(
  transaction: Database,
  asker: Asker,
  moment: Moment,
  { groupUuid: groupId, studentUuid: studentId }: { groupUuid: string; studentUuid: string },
): Promise<CourseQueue> {
  await refuseStranger(transaction, asker, studentId)
  await lockStudent(transaction, studentId)
  await lockGroups(transaction, [groupId])
  const [group] = await transaction.select({ id: studyGroups.id }).from(studyGroups).where(eq(studyGroups.id, groupId))
  if (!group) refuse('not-found', 'No such group')
  const obstacle = (await findObstacles(transaction, moment, [studentId], [groupId])).get(`${studentId} ${groupId}`)
  if (!obstacle) refuse('state-conflict', 'There is a place: nobody need wait for one')
  if (obstacle !== 'full') refuseObstacle(obstacle)
  await standInLine(transaction, moment, { groupId, studentId, contractId: null, askedById: asker.userId })
  const isThis = and(eq(groupQueue.groupId, groupId), eq(groupQueue.studentId, studentId))
  const [queue] = await listCourseQueues(transaction, asker, isThis)
  return queue ?? refuse('not-found', 'The student is gone')
}

/** Waits no longer; once more is no mistake. */
export async function leaveCourseQueue(database: Database, asker: Asker, moment: Moment, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [wait] = await transaction
      .select({ groupId: groupQueue.groupId })
      .from(groupQueue)
      .where(and(eq(groupQueue.id, id), isOwn(asker)))
    if (!wait) refuse('not-found', 'No such place in a waiting list, or not yours')
    await lockGroups(transaction, [wait.groupId])
    await leaveLine(transaction, moment, eq(groupQueue.id, id))
  })
}

/** Locks the student, then the group in which a place is to be taken and those where a wait then ends. */
export async function lockForBuying(transaction: Database, { groupId, studentId }: Place): Promise<void> {
  await lockStudent(transaction, studentId)
  const waits = await transaction
    .select({ groupId: groupQueue.groupId })
    .from(groupQueue)
    .where(and(endsWith({ groupId, studentId }), isInLine))
  await lockGroups(transaction, [groupId, ...waits.map((wait) => wait.groupId)])
}

/** The other guardian may be buying the same course, or joining a line that this purchase ends. Groups are locked after it. */
async function lockStudent(transaction: Database, studentId: string): Promise<void> {
  await transaction.select({ id: users.id }).from(users).where(eq(users.id, studentId)).for('no key update')
}

/** Who has bought a course waits for no other group of it: nobody has two places on one course. */
export async function endWaits(transaction: Database, moment: Moment, place: Place): Promise<void> {
  await leaveLine(transaction, moment, endsWith(place))
}

const bought = alias(studyGroups, 'bought')

/** The student's waits for this group, whatever for, and for others of its course. */
function endsWith({ groupId, studentId }: Place): SQL | undefined {
  const isSameCourse = and(
    eq(bought.id, groupId),
    eq(bought.programId, studyGroups.programId),
    eq(bought.campaignId, studyGroups.campaignId),
  )
  const ofCourse = sql`(select ${studyGroups.id} from ${studyGroups} join ${studyGroups} as ${bought} on ${isSameCourse})`
  const isForCourse = and(isNull(groupQueue.contractId), sql`${groupQueue.groupId} in ${ofCourse}`)
  return and(eq(groupQueue.studentId, studentId), or(eq(groupQueue.groupId, groupId), isForCourse))
}

/** A wait for a move is none of these: its contract is asked about by calls of its own. */
function isOwn(asker: Asker): SQL | undefined {
  return and(isNull(groupQueue.contractId), sql`${groupQueue.studentId} in ${studentsOf(asker)}`)
}
