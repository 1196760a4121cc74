import { callQuery } from './call-query.ts'
import { feedQuery } from './schedule.ts'

/** How much is new in each section; nobody's page waits for it (D-39). */
export const newsQuery = () => ({ ...callQuery('GET /v1/learning/news'), meta: { optional: true } }) as const

export const scheduleChangesQuery = () => callQuery('GET /v1/schedule/change/list')

export const newMarksQuery = () => callQuery('GET /v1/learning/mark/newest')

/** The same questions for every role group, and other answers (D-8). */
export const answeredByGroup = [newsQuery(), scheduleChangesQuery(), newMarksQuery(), feedQuery()].map(
  ({ queryKey }) => queryKey,
)
