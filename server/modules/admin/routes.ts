import { getUser, listAudit, listUsers, listVisits, loginAs } from '#contract/admin.ts'
import { contractListOf } from '#server/modules/contracts/contract-list.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { auditList } from './audit-list.ts'
import { auditRefusedLoginAs, startLoginAs } from './login-as.ts'
import { userCard } from './user-card.ts'
import { userList } from './user-list.ts'
import { visitList } from './visit-list.ts'

export async function adminRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const contractsOf = contractListOf(database)

  serve(app, listUsers, ({ query, session }) => userList(database, { query, session, now: clock() }))

  serve(app, getUser, async ({ params: { id }, session }) =>
    userCard(database, { id, session, now: clock(), contracts: await contractsOf(id) }),
  )

  serve(app, listAudit, ({ query }) => auditList(database, query, env.TIME_ZONE))

  serve(app, listVisits, ({ session }) => visitList(database, session.userId, clock()))

  auditRefusedLoginAs(app)
  serve(app, loginAs, ({ session, body, request, reply }) => startLoginAs(app, { session, body, request, reply }))
}
