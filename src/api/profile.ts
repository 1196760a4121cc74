import { callQuery } from './call-query.ts'

export const childrenQuery = () => callQuery('GET /v1/profile/children')

export const sessionsQuery = () => callQuery('GET /v1/profile/session/list')

export const signInNamesQuery = () => callQuery('GET /v1/profile/password/sign-in-names')

export const accountsQuery = () => callQuery('GET /v1/profile/account/list')
