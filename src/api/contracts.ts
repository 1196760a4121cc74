import { callQuery } from './call-query.ts'

export const contractsQuery = () => callQuery('GET /v1/profile/contract/list')
