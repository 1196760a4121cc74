import { callQuery, offlineQuery } from './call-query.ts'

/** Homework of the family that is due in the week from `monday` (YYYY-MM-DD), and what is left from before. */
export const homeworkQuery = (monday: string) =>
  offlineQuery(callQuery('GET /v1/learning/homework/list', { query: { date: monday } }), 'homework')
