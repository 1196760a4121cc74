import { callQuery, offlineQuery } from './call-query.ts'

export const configQuery = () => offlineQuery(callQuery('GET /v1/system/config'))

export const menuQuery = () => offlineQuery(callQuery('GET /v1/system/menu'))
