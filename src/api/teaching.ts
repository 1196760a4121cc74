import { callQuery, offlineQuery } from './call-query.ts'

/** Lessons of the coming days and present groups of a teacher. */
export const teacherDayQuery = () => offlineQuery(callQuery('GET /v1/teacher/day'))
