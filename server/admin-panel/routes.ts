import {
  getUser,
  listAudit,
  listSignInFailures,
  listUnmappedRoles,
  listUserDeliveries,
  listUsers,
  listVisits,
  loginAs,
} from '#contract/people/admin.ts'
import {
  getPendingWork,
  listWorkQueue,
  releaseWork,
  searchContracts as searchContractsCall,
  takeWork,
} from '#contract/people/school-work.ts'
import type { App } from '#server/app-types.ts'
import { findUnmappedRoles } from '#server/auth/oidc/unmapped-roles.ts'
import { findConsentsOfUser } from '#server/consents/consents-of-user.ts'
import { prepareContractList } from '#server/enrolment/contracts/contract-list.ts'
import { type CallInput, registerCall } from '#server/plugins/calls.ts'
import { serveListFile } from '#server/plugins/list-files.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { findAuditEntries } from './audit-entries.ts'
import { searchContracts } from './contract-search.ts'
import { findUserDeliveries } from './delivery-list.ts'
import { findImpersonations } from './impersonation-list.ts'
import { findPendingWork } from './pending-work.ts'
import { findSignInFailures } from './sign-in-failures.ts'
import { auditDeniedImpersonation, startImpersonationSession } from './start-impersonation.ts'
import { findUserCard } from './user-card.ts'
import { findUsers } from './user-list.ts'
import { contractDaysOf, findWorkQueue } from './work-queues.ts'
import { releaseItem, takeItem } from './work-takers.ts'

type QueueQuestion = Pick<CallInput<typeof listWorkQueue>, 'session' | 'params' | 'query'>

export async function adminRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const contractsOf = prepareContractList(database)
  const queueTime = () => ({ now: clock(), timeZone: env.TIME_ZONE, contractDays: contractDaysOf(env.SCHOOL) })

  const userTime = () => ({ now: clock(), today: dayInZone(clock(), env.TIME_ZONE) })
  registerCall(app, listUsers, ({ query, session }) => findUsers(database, { query, session, ...userTime() }))
  serveListFile(app, listUsers, 'users', ({ query, session }, pageSize) =>
    findUsers(database, { query, session, ...userTime() }, pageSize),
  )

  registerCall(app, searchContractsCall, ({ query }) => searchContracts(database, query.search))

  registerCall(app, getPendingWork, ({ session: { userId } }) => findPendingWork(database, { userId, ...queueTime() }))

  const partOf = ({ session, params: { queue }, query: { page, mine } }: QueueQuestion) => ({
    queue,
    page,
    taker: mine && session.userId,
  })
  registerCall(app, listWorkQueue, (question) => findWorkQueue(database, partOf(question), queueTime()))
  serveListFile(app, listWorkQueue, 'queue', (question, pageSize) =>
    findWorkQueue(database, partOf(question), queueTime(), pageSize),
  )
  registerCall(app, takeWork, async ({ session: { userId }, params }) => {
    await database.transaction((transaction) => takeItem(transaction, { ...params, userId }, queueTime()))
    return undefined
  })
  registerCall(app, releaseWork, async ({ session: { userId }, params }) => {
    await releaseItem(database, { ...params, userId })
    return undefined
  })

  registerCall(app, getUser, async ({ params: { id }, session }) =>
    findUserCard(database, {
      id,
      session,
      now: clock(),
      today: dayInZone(clock(), env.TIME_ZONE),
      contracts: await contractsOf(id, { now: clock(), timeZone: env.TIME_ZONE }),
      hasOwnPasswords: env.PROVIDERS.length === 0,
      consents: await findConsentsOfUser(database, {
        id,
        texts: env.CONSENTS,
        today: dayInZone(clock(), env.TIME_ZONE),
      }),
    }),
  )

  registerCall(app, listUserDeliveries, ({ params: { id } }) => findUserDeliveries(database, id))

  registerCall(app, listAudit, ({ query }) => findAuditEntries(database, query, env.TIME_ZONE))
  serveListFile(app, listAudit, 'audit', ({ query }, pageSize) =>
    findAuditEntries(database, query, env.TIME_ZONE, pageSize),
  )

  registerCall(app, listSignInFailures, () => findSignInFailures(database, { now: clock(), timeZone: env.TIME_ZONE }))

  registerCall(app, listUnmappedRoles, () => findUnmappedRoles(database))

  registerCall(app, listVisits, ({ session }) => findImpersonations(database, session.userId, clock()))

  auditDeniedImpersonation(app)
  registerCall(app, loginAs, ({ session, body, request, reply }) =>
    startImpersonationSession(app, { session, body, request, reply }),
  )
}
