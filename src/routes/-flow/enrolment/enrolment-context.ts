import { useQuery } from '@tanstack/react-query'
import type { CourseStudent } from '#contract/enrolment/catalog.ts'
import { familyRoleGroups, servesRoleGroup } from '#contract/screens.ts'
import { type CallQuery, optionalQuery } from '#src/api/call-query.ts'
import { courseStudentsQuery, groupStudentsQuery } from '#src/api/catalog.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useIsFamily, useRoleGroups, useSessionSelector } from '#src/routes/-query/use-session.ts'

/**
 * Role of the user towards a course: `buyer` may enrol; `visitor` must sign in first; `switcher` must switch the role
 * group first; `onlooker` may only read.
 */
export type VisitorKind = 'buyer' | 'visitor' | 'switcher' | 'onlooker'

/** Whether a student can enrol in a group: obstacle, schedule conflicts, place in the waiting list. */
export type GroupEligibility = CourseStudent['groups'][number]

export type EnrolmentContext = StudentContext & {
  course: string
  /** Takes the focus when a button disappears after its action. */
  onButtonRemoved: () => void
}

export type StudentContext = {
  /** Students that the visitor may enrol; undefined until loaded. */
  students: readonly CourseStudent[] | undefined
  /** The student whose eligibility is shown. */
  student: CourseStudent | undefined
}

/** Removes the course title, which is the heading of the page, from the title of a group. */
export function titleWithoutCourse(title: string, courseTitle: string): string {
  const prefix = `${courseTitle}, `
  return title.startsWith(prefix) ? title.slice(prefix.length) : title
}

export function useVisitorKind(): VisitorKind {
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const isFamily = useIsFamily()
  const held = useRoleGroups()
  if (isVisitor) return 'visitor'
  if (isFamily) return 'buyer'
  return held.some((group) => servesRoleGroup({ groups: familyRoleGroups }, group)) ? 'switcher' : 'onlooker'
}

/**
 * Students that a buyer may enrol, and the selected one: from the URL, or the first eligible one. Only for buyers: a
 * disabled query of a visitor would later run with the purchase page and its 401 would start the sign-in.
 */
export function useStudents(course: string) {
  return useStudentsOf(courseStudentsQuery(course))
}

/** The same for groups of several courses. */
export function useStudentsOfGroups(groups: readonly string[]) {
  return useStudentsOf(groupStudentsQuery(groups))
}

function useStudentsOf(query: CallQuery<CourseStudent[]>) {
  const { search } = useScreenSearch('catalog-course')
  // The page works without the students, so a failure of this query is silent.
  const { data, error, isFetching, refetch } = useQuery(optionalQuery(query))
  return {
    students: data,
    chosen:
      data?.find(({ studentUuid }) => studentUuid === search.child) ??
      data?.find(({ obstacle }) => obstacle === null) ??
      data?.[0],
    failure: error,
    isFetching,
    retry: () => void refetch(),
  }
}

export function eligibilityFor(group: string, student: CourseStudent | undefined): GroupEligibility | undefined {
  return student?.groups.find(({ groupUuid }) => groupUuid === group)
}

type GroupActionKind = 'signIn' | 'signInAndEnrol' | 'enrol' | 'waiting' | 'join' | null

/** What a visitor can do about a group; null for nothing. */
export function groupActionKind(
  { groupUuid, placesLeft }: { groupUuid: string; placesLeft: number },
  { students, student }: StudentContext,
  visitor: VisitorKind,
): GroupActionKind {
  const isFull = placesLeft === 0
  if (visitor === 'onlooker') return null
  if (visitor === 'visitor') return isFull ? 'signIn' : 'signInAndEnrol'
  // The purchase page offers the switch to another role, and asks for the student.
  if (visitor === 'switcher' || students === undefined) return isFull ? null : 'enrol'
  if (student === undefined) return null
  const eligibility = eligibilityFor(groupUuid, student)
  if (eligibility?.waitingList) return 'waiting'
  const obstacle = student.obstacle ?? eligibility?.obstacle ?? null
  if (obstacle !== null && obstacle !== 'full') return null
  return isFull || obstacle === 'full' ? 'join' : 'enrol'
}
