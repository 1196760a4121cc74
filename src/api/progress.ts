import { callQuery } from './call-query.ts'

/** The groups that the person’s children are or were in. */
export const progressGroupsQuery = () => callQuery('GET /v1/parent/children/progress/groups')

/** What a child made of the lessons of a group. */
export const progressQuery = (studentUuid: string, groupId: string) =>
  callQuery('GET /v1/parent/children/progress/list', { query: { studentUuid, groupId } })

/** The same over time: lately, and month by month. */
export const progressTrendQuery = (studentUuid: string, groupId: string) =>
  callQuery('GET /v1/parent/children/progress/trend', { query: { studentUuid, groupId } })

/** All children side by side, and what needs attention. */
export const progressOverviewQuery = () => callQuery('GET /v1/parent/children/progress/overview')
