import { callQuery } from './call-query.ts'

/** What a family waits for; all of it is the person's own. */

export const groupMovesQuery = () => callQuery('GET /v1/schedule/group/move/list')

/** The waiting lists that somebody of the family stands in. */
export const ownQueuesQuery = () => callQuery('GET /v1/schedule/group/queue/list', { query: {} })

export const ticketsQuery = () => callQuery('GET /v1/schedule/ticket/list')
