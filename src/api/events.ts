import { callQuery, offlineQuery } from './call-query.ts'

export const eventsQuery = () => offlineQuery(callQuery('GET /v1/profile/events'), 'events')
