import { callQuery } from './call-query.ts'

/** No page waits for these queries (D-39). */
const optional = { meta: { optional: true } } as const

export const footerQuery = () => ({ ...callQuery('GET /v1/content/footer'), ...optional })

export const bannersQuery = () => ({ ...callQuery('GET /v1/content/banners/list'), ...optional })
