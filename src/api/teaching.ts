import { callQuery } from './call-query.ts'

/** Lessons of the coming days and present groups of a teacher. */
export const teacherDayQuery = () => callQuery('GET /v1/teacher/day')
