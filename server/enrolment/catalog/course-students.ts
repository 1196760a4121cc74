import { inArray, sql } from 'drizzle-orm'
import type { CourseStudent } from '#contract/enrolment/catalog.ts'
import { byName } from '#server/access/user-columns.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import type { PricingTime } from '#server/enrolment/groups/late-start-price.ts'
import { findScheduleConflicts, toScheduleConflicts } from '#server/enrolment/groups/schedule-conflicts.ts'
import { findCourseWaitingLists } from '#server/enrolment/purchase/course-waiting-list.ts'
import { findPurchaseObstacles } from '#server/enrolment/purchase/purchase-obstacles.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { findDisplayedGroups, findStudyingGroups } from './courses.ts'

/** Each visible student with the obstacles for each group of the course. The number of statements is constant. */
export async function findCourseStudents(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  courseId: string,
): Promise<CourseStudent[]> {
  const groups = await findDisplayedGroups(database, currentTime, courseId)
  if (groups.length === 0) return throwProblem('not-found', 'No such course, or it is over')
  return findStudentsOfGroups(database, viewer, currentTime, groups)
}

/** Each visible student with the obstacles for these groups of any courses. Unknown groups are left out. */
export async function findGroupStudents(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  ids: readonly string[],
): Promise<CourseStudent[]> {
  const groups = await findStudyingGroups(database, currentTime, ids)
  return findStudentsOfGroups(database, viewer, currentTime, groups)
}

async function findStudentsOfGroups(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  groups: readonly { groupUuid: string }[],
): Promise<CourseStudent[]> {
  const students = await findStudents(database, viewer)
  const studentIds = students.map(({ studentUuid }) => studentUuid)
  const groupIds = groups.map(({ groupUuid }) => groupUuid)
  const obstacles = await findPurchaseObstacles(database, currentTime, studentIds, groupIds)
  const waitingLists = await findCourseWaitingLists(database, viewer, inArray(waitingListEntries.groupId, groupIds))
  const candidates = studentIds.flatMap((studentUuid) => groupIds.map((groupUuid) => ({ studentUuid, groupUuid })))
  const conflictsOf = await findScheduleConflicts(database, viewer, currentTime, candidates)

  return students.map((student) => {
    const { studentUuid } = student
    const own = groups.map((group) => ({
      groupUuid: group.groupUuid,
      obstacle: obstacles.get(`${studentUuid} ${group.groupUuid}`) ?? null,
      waitingList:
        waitingLists.find((each) => each.studentUuid === studentUuid && each.groupUuid === group.groupUuid) ?? null,
      conflicts: toScheduleConflicts(conflictsOf({ studentUuid, groupUuid: group.groupUuid })),
    }))
    return { ...student, obstacle: obstacleOfAll(own), groups: own }
  })
}

/**
 * An obstacle of the whole course is the same in every group; a full group is not one, because it has a waiting list.
 */
function obstacleOfAll(groups: CourseStudent['groups']): CourseStudent['obstacle'] {
  const [first] = groups
  if (!first?.obstacle || first.obstacle === 'full') return null
  return groups.every(({ obstacle }) => obstacle === first.obstacle) ? first.obstacle : null
}

async function findStudents(database: Database, viewer: CallViewer) {
  return database
    .select({
      studentUuid: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      grade: users.grade,
    })
    .from(users)
    .where(sql`${users.id} in ${visibleStudents(viewer, 'enrols')}`)
    .orderBy(...byName)
}
