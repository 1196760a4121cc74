import type { PanelSearch } from '#contract/screen-searches.ts'
import { auditFilterOf, userFilterOf } from '#contract/screens.ts'
import { callPages } from './call-pages.ts'
import { callQuery } from './call-query.ts'

export const usersQuery = (shown: PanelSearch) => callPages('GET /v1/admin/user/list', { query: userFilterOf(shown) })

export const userQuery = (id: string) => callQuery('GET /v1/admin/user/{id}', { params: { id } })

export const auditQuery = (shown: PanelSearch) => callPages('GET /v1/admin/audit/list', { query: auditFilterOf(shown) })

export const visitsQuery = () => callQuery('GET /v1/profile/visit/list')
