import { callQuery } from './call-query.ts'

export const childrenQuery = () => callQuery('GET /v1/profile/children')
