import { z } from 'zod'
import { call } from './call.ts'
import { roleGroups, roles } from './roles.ts'
import { count, iso, page } from './shapes.ts'

const admin = { who: 'check', check: 'admin' } as const
const search = z.string().max(200).optional()

export const listUsers = call('GET /v1/admin/user/list', {
  summary: 'Users by name, email, phone or role group',
  added: true,
  access: admin,
  query: z.object({ search, group: z.enum(roleGroups).optional(), page }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        patronym: z.string().nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        roles: z.array(z.object({ name: z.enum(roles) })),
        lastSignInAt: iso.nullable(),
      }),
    ),
    total: count,
    page: count,
    pageSize: count,
  }),
})

export const loginAs = call('POST /v1/admin/auth/login-as', {
  summary: 'Starts an impersonation of at most 30 minutes (D-13, D-37)',
  added: true,
  access: admin,
  duringImpersonation: 'refused',
  body: z.strictObject({ userId: z.string().max(64), reason: z.string().trim().min(10).max(500) }),
})

export const listAudit = call('GET /v1/admin/audit/list', {
  summary: 'The audit log, newest first',
  added: true,
  access: admin,
  query: z.object({ search, page }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: iso,
        action: z.string(),
        actor: z.string().nullable(),
        subject: z.string().nullable(),
        reason: z.string().nullable(),
        address: z.string().nullable(),
      }),
    ),
    total: count,
    page: count,
    pageSize: count,
  }),
})
