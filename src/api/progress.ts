import { callQuery, offlineQuery } from './call-query.ts'

/** Present and past groups of the user's children. */
export const progressGroupsQuery = () => callQuery('GET /v1/parent/children/progress/groups')

/** Progress of a child in a group. */
export const progressQuery = (studentUuid: string, groupId: string) =>
  callQuery('GET /v1/parent/children/progress/list', { query: { studentUuid, groupId } })

/** Progress over time: the last 30 days and by month. */
export const progressTrendQuery = (studentUuid: string, groupId: string) =>
  callQuery('GET /v1/parent/children/progress/trend', { query: { studentUuid, groupId } })

/** Progress of all children and what needs attention. */
export const progressOverviewQuery = () => offlineQuery(callQuery('GET /v1/parent/children/progress/overview'))

/** Homework of the family that is due in the week from `monday` (YYYY-MM-DD), and what is left from before. */
export const homeworkQuery = (monday: string) =>
  offlineQuery(callQuery('GET /v1/learning/homework/list', { query: { date: monday } }), 'homework')

/** Homework of the family that is due in six weeks from that of a day on, such as the calendar sheet of a month. */
export const homeworkOfWeeksQuery = (day: string) =>
  offlineQuery(callQuery('GET /v1/learning/homework/list', { query: { date: day, weeks: 6 } }), 'homework')
