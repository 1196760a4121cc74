import { callQuery } from './call-query.ts'

export const accountsQuery = () => callQuery('GET /v1/profile/account/list')
