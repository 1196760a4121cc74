import type { AuditAction, UserStatus } from '#contract/enumerations.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { callPages } from './call-pages.ts'
import { callQuery } from './call-query.ts'

export type UserFilter = { search?: string; group?: RoleGroup; status?: UserStatus }

export type AuditFilter = {
  search?: string
  action?: AuditAction
  actor?: string
  subject?: string
  from?: string
  to?: string
}

export const usersQuery = (filter: UserFilter) => callPages('GET /v1/admin/user/list', { query: filter })

export const userQuery = (id: string) => callQuery('GET /v1/admin/user/{id}', { params: { id } })

export const auditQuery = (filter: AuditFilter) => callPages('GET /v1/admin/audit/list', { query: filter })

export const visitsQuery = () => callQuery('GET /v1/profile/visit/list')
