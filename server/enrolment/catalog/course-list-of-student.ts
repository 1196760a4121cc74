import { and, asc, eq, gt, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/call.ts'
import type { listCoursesForStudent } from '#contract/enrolment/catalog.ts'
import { byName } from '#server/access/user-columns.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, groupMemberships, programs, studyGroups } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { isActiveContract } from '#server/enrolment/contracts/contract-status.ts'
import { isOnSale, lastsBeyond } from '#server/enrolment/groups/group-columns.ts'
import type { PricingTime } from '#server/enrolment/groups/late-start-price.ts'
import { findScheduleConflicts } from '#server/enrolment/groups/schedule-conflicts.ts'
import type { SchoolNames } from '#server/http/school-names.ts'
import type { CallInput } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { findCoursePage } from './course-list.ts'
import { isForGrades } from './find-courses.ts'
import type { WholeCatalog } from './whole-catalog.ts'

/** One page of the catalog for a student of the viewer, whose class fills the filter of grades, or for all of them. */
export async function findCoursePageOfStudent(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  {
    query,
    language,
    whole,
    names,
  }: Pick<CallInput<typeof listCoursesForStudent>, 'query' | 'language'> & {
    whole: WholeCatalog
    names?: SchoolNames | undefined
  },
): Promise<AnswerOf<typeof listCoursesForStudent>> {
  const { child, grades, free, ...search } = query
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const students = await database
    .select({ uuid: users.id, firstName: users.firstName, grade: users.grade, isAtCollege: isAtCollege(today) })
    .from(users)
    .where(sql`${users.id} in ${visibleStudents(viewer, 'enrols')}`)
    .orderBy(...byName)
  const onlyOne = students.length === 1 ? students[0] : undefined
  const student = child === undefined ? onlyOne : students.find(({ uuid }) => uuid === child)
  const ownGrade = grades === 'all' || student?.grade == null ? undefined : [String(student.grade)]
  const filter = { ...search.filter, grade: search.filter?.grade ?? ownGrade }
  const withoutGroups =
    student === undefined || free === undefined
      ? []
      : await findClashingGroups(database, viewer, currentTime, { studentUuid: student.uuid, grades: filter.grade })
  const attended = await findAttended(database, viewer, currentTime)
  const begun = await findBegun(database, viewer, currentTime)
  const seekers = (student === undefined ? students : [student]).map(({ uuid, grade, isAtCollege }) => ({
    grade,
    isAtCollege,
    attended: attended.filter(({ studentUuid }) => studentUuid === uuid).map(({ courseUuid }) => courseUuid),
  }))
  const wanted = { query: { ...search, filter }, language, withoutGroups, seekers, whole, names }
  const found = await findCoursePage(database, currentTime, wanted)
  const isOfPage = ({ courseUuid }: { courseUuid: string }) => found.items.some(({ uuid }) => uuid === courseUuid)
  return {
    ...found,
    students,
    student: student?.uuid ?? null,
    attended: attended.filter(isOfPage),
    begun: begun.filter(isOfPage),
  }
}

/** Condition on `users`: whether the student has a contract for a programme of the college this year. */
function isAtCollege(today: string): SQL<boolean> {
  const isOwn = and(
    eq(contracts.studentId, users.id),
    isActiveContract(contracts),
    eq(campaigns.branch, 'college'),
    gte(campaigns.endsOn, today),
  )
  return sql<boolean>`exists (select from ${contracts} join ${campaigns} on ${eq(campaigns.id, contracts.campaignId)} where ${isOwn})`
}

/** Contracts of students of the viewer that are not concluded yet, and places held for them. */
async function findBegun(
  database: Database,
  viewer: CallViewer,
  { now }: PricingTime,
): Promise<AnswerOf<typeof listCoursesForStudent>['begun']> {
  const mine = visibleStudents(viewer, 'enrols')
  const [open, held] = await Promise.all([
    database
      .selectDistinct({ courseUuid: contracts.programId, studentUuid: contracts.studentId })
      .from(contracts)
      .where(and(sql`${contracts.studentId} in ${mine}`, eq(contracts.status, 'Open'))),
    database
      .selectDistinct({ courseUuid: studyGroups.programId, studentUuid: waitingListEntries.studentId })
      .from(waitingListEntries)
      .innerJoin(studyGroups, eq(studyGroups.id, waitingListEntries.groupId))
      .where(
        and(
          sql`${waitingListEntries.studentId} in ${mine}`,
          isNull(waitingListEntries.contractId),
          eq(waitingListEntries.state, 'held'),
          gt(waitingListEntries.heldUntil, now),
        ),
      ),
  ])
  return [
    ...open.map((each) => ({ ...each, step: 'contract' as const })),
    ...held.map((each) => ({ ...each, step: 'place' as const })),
  ]
}

/** The courses in which students of the viewer study, or will; not by a contract that is being terminated. */
async function findAttended(
  database: Database,
  viewer: CallViewer,
  { now, timeZone }: PricingTime,
): Promise<AnswerOf<typeof listCoursesForStudent>['attended']> {
  const isTerminating = and(
    eq(contracts.studentId, groupMemberships.studentId),
    eq(contracts.groupId, groupMemberships.groupId),
    eq(contracts.status, 'OnTermination'),
  )
  const today = dayInZone(now, timeZone)
  return database
    .selectDistinct({ courseUuid: studyGroups.programId, studentUuid: groupMemberships.studentId })
    .from(groupMemberships)
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .where(
      and(
        sql`${groupMemberships.studentId} in ${visibleStudents(viewer, 'enrols')}`,
        gte(studyGroups.endsOn, today),
        lastsBeyond(today),
        sql`not exists (select from ${contracts} where ${isTerminating})`,
      ),
    )
    .orderBy(asc(studyGroups.programId), asc(groupMemberships.studentId))
}

/** Groups on sale for these grades whose lessons clash with those of the student on more than one day. */
async function findClashingGroups(
  database: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  { studentUuid, grades }: { studentUuid: string; grades: readonly string[] | undefined },
): Promise<string[]> {
  const candidates = await database
    .select({ studentUuid: sql<string>`${studentUuid}`, groupUuid: studyGroups.id })
    .from(studyGroups)
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .where(and(isOnSale(dayInZone(currentTime.now, currentTime.timeZone)), isForGrades(grades)))
  const conflictsOf = await findScheduleConflicts(database, viewer, currentTime, candidates)
  const clashes = (candidate: (typeof candidates)[number]) =>
    conflictsOf(candidate).some(({ day, other }) => day === null && other.studentUuid === studentUuid)
  return candidates.filter(clashes).map(({ groupUuid }) => groupUuid)
}
