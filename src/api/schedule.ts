import type { RoleGroup } from '#contract/roles.ts'
import { callQuery } from './call-query.ts'

/** The groups that have a schedule of their own (D-8). */
export type ScheduleGroup = Extract<RoleGroup, 'parent' | 'student'>

/** The family of calls that serves a role group (D-8). A visitor asks as a student: the 401 is what leads to sign-in (D-6). */
export function familyOf(group: RoleGroup | null): ScheduleGroup {
  return group === 'parent' ? 'parent' : 'student'
}

/** The calendar sheet that holds `day` (YYYY-MM-DD, D-23); which family of calls follows the role group (D-8). */
export const scheduleQuery = (group: ScheduleGroup, day: string) =>
  group === 'parent'
    ? callQuery('GET /v1/parent/children/schedule/list', { query: { month_date: day } })
    : callQuery('GET /v1/student/schedule/list', { query: { month_date: day } })

/** What was moved or cancelled lately. */
export const scheduleChangesQuery = () => callQuery('GET /v1/schedule/change/list')

/** How much there is that the person has not seen. */
export const newsQuery = () => callQuery('GET /v1/learning/news')
