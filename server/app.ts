import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { RenderPage } from '#contract/render-page.ts'
import type { App, EndProviderSessions } from './app-types.ts'
import { accountRoutes } from './auth/account-routes.ts'
import { passwordRoutes } from './auth/credentials/password-routes.ts'
import type { PasswordStore } from './auth/credentials/password-store.ts'
import { linkedAccountsRoutes } from './auth/linked-accounts/routes.ts'
import type { OidcClient } from './auth/oidc/client.ts'
import type { LinkProviderClients } from './auth/oidc/link-provider-clients.ts'
import { securityRevertRoutes } from './auth/security-revert/routes.ts'
import { sessions } from './auth/sessions/session-plugin.ts'
import { authRoutes } from './auth/sign-in/routes.ts'
import { billsRoutes } from './billing/bills/routes.ts'
import { taxRoutes } from './billing/tax/routes.ts'
import { contentRoutes } from './content/routes.ts'
import type { Database } from './db/client.ts'
import { catalogRoutes } from './enrolment/catalog/routes.ts'
import { contractsRoutes } from './enrolment/contracts/routes.ts'
import { programmeRoutes } from './enrolment/programme/routes.ts'
import { purchaseRoutes } from './enrolment/purchase/routes.ts'
import { transferRoutes } from './enrolment/transfers/routes.ts'
import type { Env } from './env.ts'
import { eventsRoutes } from './learning/events/routes.ts'
import { feedRoutes } from './learning/feed/routes.ts'
import { gradeBookRoutes } from './learning/grade-book/routes.ts'
import { newsRoutes } from './learning/news/routes.ts'
import { progressRoutes } from './learning/progress/routes.ts'
import { scheduleRoutes } from './learning/schedule/routes.ts'
import { adminRoutes } from './people/admin/routes.ts'
import { storageRoutes } from './people/avatars/routes.ts'
import { profileRoutes } from './people/profile/routes.ts'
import { ticketRoutes } from './people/tickets/routes.ts'
import { auditProblems, requestContext } from './plugins/audit.ts'
import { authorization } from './plugins/authorization.ts'
import { bodyParsers } from './plugins/body-parsers.ts'
import { assertEveryCallIsRegistered } from './plugins/calls.ts'
import { compress } from './plugins/compress.ts'
import { csrfProtection } from './plugins/csrf.ts'
import { clientErrorHandler, errorHandler, requireHost, sendProblem, toHttpError } from './plugins/error-handler.ts'
import { helmet } from './plugins/helmet.ts'
import { idempotency } from './plugins/idempotency.ts'
import { gracefulClose, healthChecks } from './plugins/lifecycle.ts'
import { openApi } from './plugins/openapi.ts'
import { rateLimit } from './plugins/rate-limit.ts'
import { requestLog } from './plugins/request-log.ts'
import { staticFiles } from './plugins/static.ts'
import { textValidation } from './plugins/text-validation.ts'
import { parseQueryString } from './query-string.ts'
import { serverLimits } from './server-limits.ts'
import { readHtmlDocument } from './ssr/html-document.ts'
import { pageRoutes } from './ssr/page-routes.ts'
import { createPageSender } from './ssr/send-page.ts'
import { systemRoutes } from './system/routes.ts'
import { createTrustFunction } from './trust-proxy.ts'

export type Dependencies = {
  env: Env
  clock: () => Date
  log: FastifyBaseLogger
  database: Database
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
  oidc: OidcClient
  passwords: PasswordStore | null
  links: LinkProviderClients
  endProviderSessions?: EndProviderSessions | undefined
  /** The folder of the built pages. */
  dist: string
  /** Null without server-side rendering. */
  paint?: RenderPage | null
}

/** Builds the whole app. It does not listen yet. */
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
    trustProxy: createTrustFunction(env.TRUST_PROXY),
    bodyLimit: serverLimits.body,
    requestTimeout: serverLimits.receiving,
    handlerTimeout: serverLimits.answering,
    keepAliveTimeout: serverLimits.idle,
    routerOptions: { querystringParser: parseQueryString },
    frameworkErrors: (error, request, reply) => sendProblem(reply, toHttpError(error, request)),
    clientErrorHandler,
    // Node itself would answer a missing Host with an empty body.
    http: { requireHostHeader: false },
  })
  app
    .decorate('env', env)
    .decorate('clock', clock)
    .decorate('database', database)
    .decorate('oidc', oidc)
    .decorate('passwords', passwords)
    .decorate('links', links)
    .decorate('endProviderSessions', endProviderSessions ?? null)
  bodyParsers(app)

  // Hooks run in this order: what is refused is refused as early as possible.
  const document = readHtmlDocument(dist)
  requestLog(app)
  requireHost(app)
  await helmet(app, document?.scriptHashes ?? [])
  await compress(app)
  gracefulClose(app)
  requestContext(app)
  auditProblems(app)
  csrfProtection(app)
  textValidation(app)
  await app.register(cookie)
  sessions(app)
  authorization(app)
  await rateLimit(app)
  idempotency(app)
  const sender = document && createPageSender(app, document, paint)
  errorHandler(app, sender)
  pageRoutes(app, sender)

  healthChecks(app, ping)
  await staticFiles(app, dist)
  for (const routes of modules) await routes(app)
  assertEveryCallIsRegistered(app)
  await openApi(app)
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
  securityRevertRoutes,
  storageRoutes,
  catalogRoutes,
  contractsRoutes,
  billsRoutes,
  scheduleRoutes,
  ticketRoutes,
  newsRoutes,
  feedRoutes,
  transferRoutes,
  purchaseRoutes,
  eventsRoutes,
  gradeBookRoutes,
  programmeRoutes,
  progressRoutes,
  taxRoutes,
]
