import { callQuery } from './call-query.ts'

export const eventsQuery = () => callQuery('GET /v1/profile/events')
