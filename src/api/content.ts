import { callInfiniteQuery } from './call-infinite-query.ts'
import { callQuery, offlineQuery, optionalQuery } from './call-query.ts'

export const footerQuery = () => optionalQuery(offlineQuery(callQuery('GET /v1/content/footer')))

export const bannersQuery = () => optionalQuery(callQuery('GET /v1/content/banners/list'))

export const schoolNewsQuery = () => callInfiniteQuery('GET /v1/school-news/list', { query: {} })

export const newsItemQuery = (id: string) => callQuery('GET /v1/school-news/{id}', { params: { id } })
