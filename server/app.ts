import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { DescribeList } from '#contract/people/list-files.ts'
import type { RenderPage } from '#contract/render-page.ts'
import { absenceRoutes } from './absences/routes.ts'
import { accountControlRoutes } from './account-control/routes.ts'
import { accountJoinRoutes } from './account-joins/routes.ts'
import { adminRoutes } from './admin-panel/routes.ts'
import type { App, EndProviderSessions } from './app-types.ts'
import type { PasswordStore } from './auth/credentials/password-store.ts'
import type { LinkProviderClients } from './auth/oidc/client.ts'
import type { ProviderStates } from './auth/oidc/provider-state.ts'
import type { SignInProviders } from './auth/oidc/sign-in-providers.ts'
import { accountRoutes, authRoutes, linkedAccountsRoutes, passwordRoutes, securityRevertRoutes } from './auth/routes.ts'
import { sessions } from './auth/sessions/session-plugin.ts'
import { auditSignInFailures } from './auth/sign-in/sign-in-failures.ts'
import { actionRoutes } from './billing/actions/routes.ts'
import { autopayRoutes } from './billing/autopay/routes.ts'
import { bankLineRoutes } from './billing/bank-lines/routes.ts'
import { billsRoutes } from './billing/bills/routes.ts'
import { refundRoutes } from './billing/checkouts/refund-routes.ts'
import { checkoutRoutes } from './billing/checkouts/routes.ts'
import type { PaymentProvider } from './billing/providers/payment-provider.ts'
import { taxRoutes } from './billing/tax/routes.ts'
import { terminationRoutes } from './billing/terminations/routes.ts'
import { ChangeLog } from './change-stream/change-log.ts'
import { changeStream, streamLimits } from './change-stream/change-stream.ts'
import { withOwnChanges } from './change-stream/own-changes.ts'
import { consentRoutes } from './consents/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { schoolNewsRoutes } from './content/school-news/routes.ts'
import type { Database } from './db/client.ts'
import type { Listen } from './db/listen.ts'
import type { ReadDatabases } from './db/replicas.ts'
import { catalogRoutes } from './enrolment/catalog/routes.ts'
import { contractsRoutes } from './enrolment/contracts/routes.ts'
import { programme2035Routes } from './enrolment/programme-2035/routes.ts'
import { purchaseRoutes } from './enrolment/purchase/routes.ts'
import { signingRoutes } from './enrolment/signing/routes.ts'
import { transferRoutes } from './enrolment/transfers/routes.ts'
import type { Env } from './environment/env.ts'
import { dataRequestRoutes } from './erasure/routes.ts'
import { createTrustFunction } from './http/trust-proxy.ts'
import { integrationApi } from './integration/api/openapi.ts'
import { integrationRoutes } from './integration/api/routes.ts'
import { importRoutes } from './integration/import-runs/routes.ts'
import { authenticateServices } from './integration/service-accounts/access-tokens.ts'
import { serviceAccountRoutes } from './integration/service-accounts/routes.ts'
import { webhookRoutes } from './integration/webhooks/routes.ts'
import { eventsRoutes } from './learning/events/routes.ts'
import { feedRoutes } from './learning/feed/routes.ts'
import { gradeBookRoutes } from './learning/grade-book/routes.ts'
import { homeworkRoutes } from './learning/homework/routes.ts'
import { progressRoutes } from './learning/progress/routes.ts'
import { scheduleRoutes } from './learning/schedule/routes.ts'
import { teachingRoutes } from './learning/teaching/routes.ts'
import { unseenRoutes } from './learning/unseen/routes.ts'
import type { Metrics } from './metrics/metrics.ts'
import { notificationRoutes } from './notification-center/routes.ts'
import { pairingRoutes } from './pairing/routes.ts'
import { dataExportRoutes } from './personal-data/exports/routes.ts'
import { auditProblems, requestContext } from './plugins/audit.ts'
import { authorization, csrfProtection } from './plugins/authorization.ts'
import { bodyParsers } from './plugins/body-parsers.ts'
import { assertEveryCallIsRegistered } from './plugins/calls.ts'
import { clientErrorHandler, errorHandler, requireHost, sendProblem, toHttpError } from './plugins/error-handler.ts'
import { idempotency } from './plugins/idempotency.ts'
import { gracefulClose, healthChecks, serverLimits, timedAnswers } from './plugins/lifecycle.ts'
import { openApi } from './plugins/openapi.ts'
import { rateLimit } from './plugins/rate-limit.ts'
import { requestLog } from './plugins/request-log.ts'
import { parseQueryString, presentAddress, routableUrl, textValidation } from './plugins/request-validation.ts'
import { bareHeaders, helmet } from './plugins/security-headers.ts'
import { storageRoutes } from './profile/avatars/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { readHtmlDocument } from './ssr/html-document.ts'
import { installedApp } from './ssr/installed-app.ts'
import { pageRoutes } from './ssr/page-routes.ts'
import { createPageSender, stampPages } from './ssr/send-page.ts'
import { staticFiles } from './ssr/static.ts'
import { findFaults } from './start-warnings.ts'
import { systemRoutes } from './system/routes.ts'
import { ticketDeskRoutes } from './tickets/desk-routes.ts'
import { ticketFileRoutes } from './tickets/files/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'

export type Dependencies = {
  env: Env
  clock: () => Date
  log: FastifyBaseLogger
  database: Database
  listen: Listen
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
  /** Null without replicas. */
  replicas?: ReadDatabases | null
  providers: SignInProviders
  passwords: PasswordStore | null
  links: LinkProviderClients
  endProviderSessions?: EndProviderSessions | undefined
  /** The folder of the built pages. */
  dist: string
  /** Null without server-side rendering. */
  renderPage?: RenderPage | null
  /** Null without a build. */
  describeList?: DescribeList | null
  metrics?: Pick<Metrics, 'observe'> | null
  /** Empty with the embedded provider. */
  providerStates?: ProviderStates
  /** Null, as by default, if the school takes no payments online. */
  paymentProvider?: PaymentProvider | null
}

/** Builds the whole app. It does not listen yet. */
export async function buildApp({
  env,
  clock,
  log,
  database,
  listen,
  ping,
  replicas = null,
  providers,
  passwords,
  links,
  endProviderSessions,
  dist,
  renderPage = null,
  describeList = null,
  metrics = null,
  providerStates = new Map(),
  paymentProvider = null,
}: Dependencies): Promise<App> {
  const app: App = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: createTrustFunction(env.TRUST_PROXY),
    bodyLimit: serverLimits.body,
    requestTimeout: serverLimits.receiving,
    handlerTimeout: serverLimits.answering,
    // It would refuse what a balancer still sends.
    return503OnClosing: false,
    keepAliveTimeout: serverLimits.idle,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: serverLimits.parameter },
    rewriteUrl: ({ url = '/' }) => presentAddress(routableUrl(url)),
    frameworkErrors: (error, request, reply) => sendProblem(reply.headers(bareHeaders), toHttpError(error, request)),
    clientErrorHandler,
    // Node itself would answer a missing Host with an empty body.
    http: { requireHostHeader: false },
  })
  app
    .decorate('env', env)
    .decorate('clock', clock)
    .decorate('database', withOwnChanges(database, { areWritesNoted: replicas !== null }))
    .decorate('providers', providers)
    .decorate('passwords', passwords)
    .decorate('paymentProvider', paymentProvider)
    .decorate('describeList', describeList)
    .decorate('links', links)
    .decorate('endProviderSessions', endProviderSessions ?? null)
  bodyParsers(app)

  // Hooks run in this order: what is refused is refused as early as possible.
  const document = readHtmlDocument(dist, env.SCHOOL, env.SUPPORT_PHONE)
  requestLog(app)
  metrics?.observe(app)
  await helmet(app, document?.scriptHashes ?? [])
  requireHost(app)
  await app.register(fastifyCompress, compression)
  const { isClosing } = gracefulClose(app)
  timedAnswers(app)
  requestContext(app)
  auditProblems(app)
  auditSignInFailures(app)
  csrfProtection(app)
  textValidation(app)
  await app.register(cookie)
  const changes = new ChangeLog(streamLimits.kept)
  app.decorate('readsReplicas', replicas !== null).decorate('lastChangeOf', (userId) => changes.lastChangeOf(userId))
  stampPages(app, changes)
  sessions(app)
  authenticateServices(app)
  authorization(app)
  await rateLimit(app, replicas)
  idempotency(app)
  const sender = document && createPageSender(app, document, renderPage)
  errorHandler(app, sender)
  pageRoutes(app, sender)

  healthChecks(app, { ping, replicas, findFaults: () => findFaults(database, env), isClosing, providerStates })
  await changeStream(app, listen, changes)
  await staticFiles(app, dist)
  installedApp(app, dist, document)
  for (const routes of modules) await routes(app)
  assertEveryCallIsRegistered(app)
  await openApi(app, integrationApi())
  return app
}

/** Answers made per request are compressed here, files of the build by the build. */
const compression = {
  encodings: ['br', 'gzip'],
  // Below the size of one packet compression saves nothing.
  threshold: 1400,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 5 },
  // A compressed request body would pass the body limit and expand afterwards.
  globalDecompression: false,
} satisfies FastifyCompressOptions

const modules = [
  adminRoutes,
  accountControlRoutes,
  accountJoinRoutes,
  pairingRoutes,
  importRoutes,
  serviceAccountRoutes,
  webhookRoutes,
  systemRoutes,
  contentRoutes,
  authRoutes,
  profileRoutes,
  consentRoutes,
  dataRequestRoutes,
  dataExportRoutes,
  notificationRoutes,
  accountRoutes,
  passwordRoutes,
  linkedAccountsRoutes,
  securityRevertRoutes,
  storageRoutes,
  catalogRoutes,
  contractsRoutes,
  signingRoutes,
  bankLineRoutes,
  billsRoutes,
  checkoutRoutes,
  autopayRoutes,
  refundRoutes,
  terminationRoutes,
  actionRoutes,
  scheduleRoutes,
  teachingRoutes,
  ticketRoutes,
  ticketDeskRoutes,
  ticketFileRoutes,
  absenceRoutes,
  schoolNewsRoutes,
  unseenRoutes,
  feedRoutes,
  transferRoutes,
  purchaseRoutes,
  eventsRoutes,
  gradeBookRoutes,
  programme2035Routes,
  progressRoutes,
  homeworkRoutes,
  taxRoutes,
  integrationRoutes,
]
