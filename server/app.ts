import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Paint } from '#contract/painting.ts'
import type { Database } from './db/client.ts'
import type { Env } from './env.ts'
import type { LinkClients } from './identity/link-providers.ts'
import type { OidcClient } from './identity/oidc-client.ts'
import type { PasswordKeeper } from './identity/password-keeper.ts'
import { accountRoutes } from './modules/account/routes.ts'
import { adminRoutes } from './modules/admin/routes.ts'
import { authRoutes } from './modules/auth/routes.ts'
import { billsRoutes } from './modules/bills/routes.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { contentRoutes } from './modules/content/routes.ts'
import { contractsRoutes } from './modules/contracts/routes.ts'
import { eventsRoutes } from './modules/events/routes.ts'
import { feedRoutes } from './modules/feed/routes.ts'
import { gradeBookRoutes } from './modules/grade-book/routes.ts'
import { linkedAccountsRoutes } from './modules/linked-accounts/routes.ts'
import { movesRoutes } from './modules/moves/routes.ts'
import { newsRoutes } from './modules/news/routes.ts'
import { notMeRoutes } from './modules/not-me/routes.ts'
import { passwordRoutes } from './modules/password/routes.ts'
import { profileRoutes } from './modules/profile/routes.ts'
import { programmeRoutes } from './modules/programme/routes.ts'
import { progressRoutes } from './modules/progress/routes.ts'
import { purchaseRoutes } from './modules/purchase/routes.ts'
import { scheduleRoutes } from './modules/schedule/routes.ts'
import { storageRoutes } from './modules/storage/routes.ts'
import { systemRoutes } from './modules/system/routes.ts'
import { taxRoutes } from './modules/tax/routes.ts'
import { ticketRoutes } from './modules/tickets/routes.ts'
import { readDocument } from './page/document.ts'
import { decideAccess } from './plugins/access.ts'
import { auditRefusals, rememberAskers } from './plugins/audit.ts'
import { readJsonOnly } from './plugins/bodies.ts'
import { requireEveryCall } from './plugins/calls.ts'
import { finishBeforeClosing } from './plugins/closing.ts'
import { compressAnswers } from './plugins/compression.ts'
import { refusalOf, sendRefusal } from './plugins/errors.ts'
import { sendSecurityHeaders } from './plugins/headers.ts'
import { answerHealth } from './plugins/health.ts'
import { limitCalls, limits } from './plugins/limits.ts'
import { describeApi } from './plugins/openapi.ts'
import { requireOwnOrigin } from './plugins/origin.ts'
import { servePage } from './plugins/page.ts'
import { readFiles } from './plugins/raw-bodies.ts'
import { logAnswers } from './plugins/request-log.ts'
import { revalidateAnswers } from './plugins/revalidation.ts'
import { addSessions } from './plugins/session.ts'
import { refuseSlowBodies } from './plugins/slow-bodies.ts'
import { serveFiles } from './plugins/static-files.ts'
import { refuseUnstorable } from './plugins/storable.ts'
import { parseQueryString } from './query-string.ts'
import type { App, EndProviderSessions } from './surroundings.ts'
import { trustOf } from './visitor-address.ts'

export type Dependencies = {
  env: Env
  clock: () => Date
  log: FastifyBaseLogger
  database: Database
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
  oidc: OidcClient
  passwords: PasswordKeeper | null
  links: LinkClients
  endProviderSessions?: EndProviderSessions | undefined
  /** The folder of the built pages. */
  dist: string
  /** Null where pages are drawn by the browser alone. */
  paint?: Paint | null
}

/** The whole server, except that it does not listen. */
export async function buildApp({
  env,
  clock,
  log,
  database,
  ping,
  oidc,
  passwords,
  links,
  endProviderSessions,
  dist,
  paint = null,
}: Dependencies): Promise<App> {
  const app: App = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(env.TRUST_PROXY),
    bodyLimit: limits.body,
    requestTimeout: limits.receiving,
    handlerTimeout: limits.answering,
    keepAliveTimeout: limits.idle,
    routerOptions: { querystringParser: parseQueryString },
    frameworkErrors: (error, request, reply) => sendRefusal(reply, refusalOf(error, request)),
  })
  app
    .decorate('env', env)
    .decorate('clock', clock)
    .decorate('database', database)
    .decorate('oidc', oidc)
    .decorate('passwords', passwords)
    .decorate('links', links)
    .decorate('endProviderSessions', endProviderSessions ?? null)
  readJsonOnly(app)
  readFiles(app)
  refuseSlowBodies(app)

  // Hooks run in this order: whoever may not ask costs us as little as possible.
  const document = readDocument(dist)
  logAnswers(app)
  sendSecurityHeaders(app, document?.scriptHashes ?? [])
  revalidateAnswers(app)
  compressAnswers(app)
  finishBeforeClosing(app)
  rememberAskers(app)
  auditRefusals(app)
  requireOwnOrigin(app)
  refuseUnstorable(app)
  await app.register(cookie)
  addSessions(app)
  decideAccess(app)
  limitCalls(app)
  servePage(app, document, paint)

  answerHealth(app, ping)
  await serveFiles(app, dist)
  for (const routes of modules) await routes(app)
  requireEveryCall(app)
  describeApi(app)
  return app
}

const modules = [
  adminRoutes,
  systemRoutes,
  contentRoutes,
  authRoutes,
  profileRoutes,
  accountRoutes,
  passwordRoutes,
  linkedAccountsRoutes,
  notMeRoutes,
  storageRoutes,
  catalogRoutes,
  contractsRoutes,
  billsRoutes,
  scheduleRoutes,
  ticketRoutes,
  newsRoutes,
  feedRoutes,
  movesRoutes,
  purchaseRoutes,
  eventsRoutes,
  gradeBookRoutes,
  programmeRoutes,
  progressRoutes,
  taxRoutes,
]
