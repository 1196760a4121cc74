import { asc, inArray, sql } from 'drizzle-orm'
import type { CourseStudent } from '#contract/catalog.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { type Asker, studentsOf } from '#server/modules/moves/contracts.ts'
import type { Moment } from '#server/modules/moves/rules.ts'
import { listCourseQueues } from '#server/modules/purchase/course-queue.ts'
import { refuse } from '#server/refusal.ts'
import { shownGroups } from './courses.ts'
import { findObstacles } from './obstacles.ts'
import { clashesOf, findWeeks } from './weeks.ts'

/** Each child, or oneself, with what stands against each group of the course. As many statements for any number of both. */
export async function courseStudents(
  database: Database,
  asker: Asker,
  moment: Moment,
  courseId: string,
): Promise<CourseStudent[]> {
  const today = dayAt(moment.now, moment.timeZone)
  const groups = await shownGroups(database, today, courseId)
  if (groups.length === 0) return refuse('not-found', 'No such course, or it is over')
  const students = await findStudents(database, asker)
  const studentIds = students.map(({ studentUuid }) => studentUuid)
  const groupIds = groups.map(({ groupUuid }) => groupUuid)
  const obstacles = await findObstacles(database, moment, studentIds, groupIds)
  const queues = await listCourseQueues(database, asker, inArray(groupQueue.groupId, groupIds))
  const weeks = await findWeeks(database, today, studentsOf(asker))

  return students.map((student) => {
    const { studentUuid } = student
    const own = groups.map((group) => ({
      groupUuid: group.groupUuid,
      obstacle: obstacles.get(`${studentUuid} ${group.groupUuid}`) ?? null,
      queue: queues.find((each) => each.studentUuid === studentUuid && each.groupUuid === group.groupUuid) ?? null,
      clashes: clashesOf(studentUuid, group, weeks, today),
    }))
    return { ...student, obstacle: obstacleOfAll(own), groups: own }
  })
}

/** A full group can be waited for: what stands against the course is something else, and the same in every group. */
function obstacleOfAll(groups: CourseStudent['groups']): CourseStudent['obstacle'] {
  const [first] = groups
  if (!first?.obstacle || first.obstacle === 'full') return null
  return groups.every(({ obstacle }) => obstacle === first.obstacle) ? first.obstacle : null
}

async function findStudents(database: Database, asker: Asker) {
  return database
    .select({
      studentUuid: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      grade: users.grade,
    })
    .from(users)
    .where(sql`${users.id} in ${studentsOf(asker)}`)
    .orderBy(asc(users.createdAt), asc(users.firstName), asc(users.id))
}
