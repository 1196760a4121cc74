import { callQuery } from './call-query.ts'

/** The letters about the schedule that the person has written. */
export const ticketsQuery = () => callQuery('GET /v1/schedule/ticket/list')
