import { useQuery } from '@tanstack/react-query'
import type { CourseStudent } from '#contract/catalog.ts'
import { family, fits } from '#contract/screens.ts'
import { courseStudentsQuery } from '#src/api/catalog.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useRoleGroups, useSessionSelector } from '#src/routes/-frame/use-session.ts'

/**
 * Who looks at a course: somebody who may buy it; a visitor, who signs in on the way; somebody who would have to switch
 * to another of their role groups; or one who may only look.
 */
export type Viewer = 'buyer' | 'visitor' | 'switcher' | 'onlooker'

/** How a child stands to a group. */
export type Standing = CourseStudent['groups'][number]

/** Where a group is chosen, and for whom. */
export type Place = {
  course: string
  /** For whom one may buy; undefined while that is not known. */
  students: readonly CourseStudent[] | undefined
  /** For whom the groups are judged. */
  student: CourseStudent | undefined
  /** Takes the focus of a button that goes with what it did. */
  onGone: () => void
}

export function useViewer(): Viewer {
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const selected = useSessionSelector(({ context }) => context.roleGroup)
  const held = useRoleGroups()
  if (isVisitor) return 'visitor'
  if (fits({ groups: family }, selected)) return 'buyer'
  return held.some((group) => fits({ groups: family }, group)) ? 'switcher' : 'onlooker'
}

/**
 * For whom a buyer may buy the course: all of them, and the one whom the address names, or the first who may
 * take it. Nobody else asks for them, not even switched off: a visitor's 401 leads to sign-in once the purchase asks.
 */
export function useStudents(course: string) {
  const { search } = useAddress('catalog-course')
  // The course is whole without it (D-39).
  const { data, error, isFetching, refetch } = useQuery({ ...courseStudentsQuery(course), meta: { optional: true } })
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

export function standingIn(group: string, student: CourseStudent | undefined): Standing | undefined {
  return student?.groups.find(({ groupUuid }) => groupUuid === group)
}
