import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { Course, CourseStudent } from '#contract/catalog.ts'
import { type Viewer, visibleStudents } from '#server/access/visible-students.ts'
import { type CurrentTime, type Day, dayInZone } from '#server/calendar-days.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, groupMemberships, studyGroups, territories } from '#server/db/schema/programs.ts'
import { groupQueue } from '#server/db/schema/transfers.ts'
import { selectGroupSlots } from '#server/enrolment/groups/group-columns.ts'
import { conflictBetween, type LocatedInterval } from '#server/enrolment/groups/schedule-conflicts.ts'
import { listCourseQueues } from '#server/enrolment/purchase/course-queue.ts'
import { findPurchaseObstacles } from '#server/enrolment/purchase/purchase-obstacles.ts'
import { throwProblem } from '#server/http-error.ts'
import { findDisplayedGroups } from './courses.ts'

/** Each visible student with the obstacles for each group of the course. The number of statements is constant. */
export async function findCourseStudents(
  database: Database,
  viewer: Viewer,
  currentTime: CurrentTime,
  courseId: string,
): Promise<CourseStudent[]> {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const groups = await findDisplayedGroups(database, today, courseId)
  if (groups.length === 0) return throwProblem('not-found', 'No such course, or it is over')
  const students = await findStudents(database, viewer)
  const studentIds = students.map(({ studentUuid }) => studentUuid)
  const groupIds = groups.map(({ groupUuid }) => groupUuid)
  const obstacles = await findPurchaseObstacles(database, currentTime, studentIds, groupIds)
  const queues = await listCourseQueues(database, viewer, inArray(groupQueue.groupId, groupIds))
  const weeks = await findAttendedGroups(database, today, visibleStudents(viewer))

  return students.map((student) => {
    const { studentUuid } = student
    const own = groups.map((group) => ({
      groupUuid: group.groupUuid,
      obstacle: obstacles.get(`${studentUuid} ${group.groupUuid}`) ?? null,
      queue: queues.find((each) => each.studentUuid === studentUuid && each.groupUuid === group.groupUuid) ?? null,
      clashes: findWeeklyClashes(studentUuid, group, weeks, today),
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

async function findStudents(database: Database, viewer: Viewer) {
  return database
    .select({
      studentUuid: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      grade: users.grade,
    })
    .from(users)
    .where(sql`${users.id} in ${visibleStudents(viewer)}`)
    .orderBy(asc(users.createdAt), asc(users.firstName), asc(users.id))
}

type Slot = Course['groups'][number]['slots'][number]
type Clash = CourseStudent['groups'][number]['clashes'][number]
type Offered = { groupUuid: string; startsOn: Day; endsOn: Day; territory: { uuid: string } | null; slots: Slot[] }

/** A group that a student attends, with the first and last day. */
type AttendedGroup = Awaited<ReturnType<typeof findAttendedGroups>>[number]

/** Groups that the students (a subquery for `in`) attend from today on, including places that are not paid yet. */
async function findAttendedGroups(database: Database, today: Day, students: SQL) {
  const attended = attendedBy(database, today, students)
  return database
    .select({
      studentUuid: attended.studentId,
      groupUuid: studyGroups.id,
      title: studyGroups.title,
      territory: { uuid: territories.id, title: territories.title },
      slots: selectGroupSlots(studyGroups.id),
      from: sql<Day>`greatest(${attended.joinedOn}, ${studyGroups.startsOn})::text`,
      until: sql<Day>`least(${attended.leftOn} - 1, ${studyGroups.endsOn})::text`,
    })
    .from(attended)
    .innerJoin(studyGroups, eq(studyGroups.id, attended.groupId))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .where(and(or(isNull(attended.leftOn), gt(attended.leftOn, today)), gte(studyGroups.endsOn, today)))
    .orderBy(attended.studentId, studyGroups.title)
}

/** Memberships, and places taken but not paid: by an open contract or an enrolment in the 2035 programme. */
function attendedBy(database: Database, today: Day, students: SQL) {
  const notYet = {
    joinedOn: sql<Day>`${today}::date`.as('joined_on'),
    leftOn: sql<Day | null>`null::date`.as('left_on'),
  }
  const isMember = (place: { studentId: PgColumn; groupId: PgColumn }) => {
    const condition = and(eq(groupMemberships.studentId, place.studentId), eq(groupMemberships.groupId, place.groupId))
    return sql`exists (select 1 from ${groupMemberships} where ${condition})`
  }
  const { studentId, groupId, joinedOn, leftOn } = groupMemberships
  const members = database
    .select({ studentId, groupId, joinedOn, leftOn })
    .from(groupMemberships)
    .where(sql`${studentId} in ${students}`)
  const buyers = database
    .select({ studentId: contracts.studentId, groupId: sql<string>`${contracts.groupId}`.as('group_id'), ...notYet })
    .from(contracts)
    .where(
      and(
        sql`${contracts.studentId} in ${students}`,
        eq(contracts.status, 'Open'),
        isNotNull(contracts.groupId),
        not(isMember(contracts)),
      ),
    )
  const hasContract = sql`exists (select 1 from ${contracts} where ${eq(contracts.enrolmentId, enrolments.id)})`
  const enrolled = database
    .select({ studentId: enrolments.studentId, groupId: enrolments.groupId, ...notYet })
    .from(enrolments)
    .where(and(sql`${enrolments.studentId} in ${students}`, not(hasContract), not(isMember(enrolments))))
  return unionAll(members, buyers, enrolled).as('attended')
}

/**
 * Conflicts of an offered group with the weekly lessons of the whole family. A group that ends before the offered one
 * starts, or starts after it ends, is no conflict.
 */
function findWeeklyClashes(studentUuid: string, group: Offered, weeks: readonly AttendedGroup[], today: Day): Clash[] {
  const begins = group.startsOn > today ? group.startsOn : today
  const beside = weeks.filter(({ groupUuid, from, until }) => {
    return groupUuid !== group.groupUuid && until >= begins && from <= group.endsOn
  })
  return group.slots.flatMap((slot) =>
    beside.flatMap((other) =>
      other.slots.flatMap((theirs) => {
        const conflict = conflictBetween(
          toLocatedInterval(studentUuid, group.territory, slot),
          toLocatedInterval(other.studentUuid, other.territory, theirs),
        )
        const place = other.territory?.title ?? null
        const attended = { studentUuid: other.studentUuid, title: other.title, slot: theirs, place }
        return conflict ? [{ slot, other: attended, ...conflict }] : []
      }),
    ),
  )
}

/** Minutes since the start of the week. */
function toLocatedInterval(
  studentUuid: string,
  territory: { uuid: string } | null,
  { weekday, from, to }: Slot,
): LocatedInterval {
  const minuteOf = (time: string) => (weekday * 24 + Number(time.slice(0, 2))) * 60 + Number(time.slice(3))
  return { studentUuid, territory: territory?.uuid ?? null, from: minuteOf(from), to: minuteOf(to) }
}
