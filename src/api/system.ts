import { callQuery } from './call-query.ts'

export const configQuery = () => callQuery('GET /v1/system/config')

export const menuQuery = () => callQuery('GET /v1/system/menu')
