import { callQuery } from './call-query.ts'

export const footerQuery = () => callQuery('GET /v1/content/footer')

export const bannersQuery = () => callQuery('GET /v1/content/banners/list')
