import { callQuery, offlineQuery, optionalQuery } from './call-query.ts'
import { feedQuery } from './schedule.ts'

/** Number of unseen items per section; no page waits for it. */
export const unseenCountsQuery = () => optionalQuery(callQuery('GET /v1/learning/unseen'))

export const scheduleChangesQuery = () => offlineQuery(callQuery('GET /v1/schedule/change/list'))

export const newMarksQuery = () => offlineQuery(callQuery('GET /v1/learning/mark/newest'))

/** Calls whose answer depends on the selected role group although the address does not. */
export const roleGroupDependentKeys = [unseenCountsQuery(), scheduleChangesQuery(), newMarksQuery(), feedQuery()].map(
  ({ queryKey }) => queryKey,
)
