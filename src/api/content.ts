import { callInfiniteQuery } from './call-infinite-query.ts'
import { callQuery } from './call-query.ts'

/** No page waits for the footer and the banners (D-39). */
const optional = { meta: { optional: true } } as const

export const footerQuery = () => ({ ...callQuery('GET /v1/content/footer'), ...optional })

export const bannersQuery = () => ({ ...callQuery('GET /v1/content/banners/list'), ...optional })

export const schoolNewsQuery = () => callInfiniteQuery('GET /v1/school-news/list', { query: {} })

export const newsItemQuery = (id: string) => callQuery('GET /v1/school-news/{id}', { params: { id } })
