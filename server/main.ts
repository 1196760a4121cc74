import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { findOpenAppointment } from './administrators/open-appointment.ts'
import { buildApp } from './app.ts'
import type { App } from './app-types.ts'
import { createRemotePasswordStore, type PasswordStore } from './auth/credentials/password-store.ts'
import { checkProvider } from './auth/oidc/check-provider.ts'
import { createLinkProviderClients } from './auth/oidc/client.ts'
import { recordIssuers, signInIssuers } from './auth/oidc/issuer.ts'
import type { ProviderFinding } from './auth/oidc/provider-findings.ts'
import { createProviderState } from './auth/oidc/provider-state.ts'
import { createSignInProviders } from './auth/oidc/sign-in-providers.ts'
import { sealSavedCards } from './billing/checkouts/saved-cards.ts'
import { configuredProvider } from './billing/providers/configured-provider.ts'
import { sealBankDetails } from './billing/terminations/bank-details.ts'
import { openDatabase, serverQueryTimeout } from './db/client.ts'
import { connectionErrorCause, errorReason } from './db/connection-errors.ts'
import { isDemoSchool, requireDemoSchool, seedDemoIfEmpty } from './demo/seed.ts'
import { type Env, readEnv } from './environment/env.ts'
import { hasAccountWithPassword } from './idp/accounts/accounts.ts'
import { demoBankOrigin } from './idp/bank/bank-addresses.ts'
import { startEmbeddedProvider } from './idp/provider.ts'
import { sealStoredSecrets } from './integration/webhooks/webhook-endpoints.ts'
import { startJobs } from './jobs/job-queue.ts'
import { createMetrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/metrics-server.ts'
import { channelsOf, requireDelivery } from './notifications/channels.ts'
import { sealVapidKeys } from './notifications/vapid-keys.ts'
import { createRenderPool } from './ssr/render-pool.ts'
import { startWarnings } from './start-warnings.ts'
import { bannerWarnings, startupBanner } from './startup-banner.ts'
import { createLog } from './terminal/log.ts'
import { listenError, neededWith, StartupError } from './terminal/startup-error.ts'
import { terminalLocale } from './terminal/terminal-language.ts'

const clock = () => new Date()
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const renderModule = fileURLToPath(new URL('../dist-ssr/render-page.js', import.meta.url))

/** Closes what was opened, in the opposite order; also what a start that fails has opened so far. */
const opened = new AsyncDisposableStack()

try {
  await start()
} catch (error) {
  await opened.disposeAsync()
  const cause = connectionErrorCause(error)
  if (!(error instanceof StartupError) && cause === null) throw error
  const text = error instanceof StartupError ? error.text : databaseFailure(errorReason(cause))
  process.stderr.write(`${text[terminalLocale()]}\n`)
  process.exit(1)
}

function databaseFailure(reason: string) {
  return { ru: `Сбой базы данных: ${reason}.`, en: `The database failed: ${reason}.` }
}

async function start(): Promise<void> {
  const env = readEnv(process.env)
  requireDelivery(env)
  const log = createLog(env)

  const {
    database,
    untimed,
    pool,
    jobs: ofJobs,
    listen: listenToChanges,
    ping,
    replicas,
    close,
  } = await openDatabase(env, log, { ...serverQueryTimeout, readUrls: env.DATABASE_READ_URL })
  opened.defer(close)
  const seeding = { clock, timeZone: env.TIME_ZONE, bankOrigin: demoBankOrigin(env) }
  if (env.DEMO && !(await seedDemoIfEmpty(database, seeding))) await requireDemoSchool(database)
  if (env.SECRETS_KEY) {
    const sealed = await sealStoredSecrets(database, env.SECRETS_KEY)
    if (sealed > 0) log.info({ webhooks: sealed }, 'stored secrets are encrypted now')
    await sealVapidKeys(database, env.SECRETS_KEY)
    const details = await sealBankDetails(database, env.SECRETS_KEY)
    if (details > 0) log.info({ details }, 'accounts of families are encrypted now')
    const cards = await sealSavedCards(database, env.SECRETS_KEY)
    if (cards > 0) log.info({ cards }, 'ids of saved cards are encrypted now')
  }
  const { ofOthers: accountsOfOtherIssuers } = await recordIssuers(database, signInIssuers(env), clock())

  const provider = env.PROVIDERS.length > 0 ? null : await startEmbeddedProvider({ env, database, clock, log })
  opened.defer(async () => provider?.close())
  const providers = createSignInProviders(env, provider, { clock, log })
  const external = providers.all.filter(({ isEmbedded }) => !isEmbedded)
  const providerStates = new Map(
    external.map(({ name, client }) => [name, createProviderState(client.isReachable, clock)]),
  )

  const metrics =
    env.METRICS_PORT === undefined
      ? null
      : createMetrics(pool, {
          jobs: ofJobs.pool,
          ping,
          replicas,
          clockSkews: () => new Map(providers.all.map(({ name, client }) => [name, client.clockSkew()])),
          paymentCondition: () => paymentProvider?.condition() ?? null,
        })
  const paymentProvider = configuredProvider(env, provider?.bank ?? null, (call) => metrics?.observePaymentCall(call))

  const jobs = await startJobs(ofJobs.pool, {
    database: ofJobs.database,
    untimed,
    clock,
    timeZone: env.TIME_ZONE,
    channels: channelsOf(env, ofJobs.database, clock),
    host: new URL(env.PUBLIC_URL).hostname,
    allowPrivateWebhooks: env.WEBHOOK_ALLOW_PRIVATE,
    paymentProvider,
    env,
    organisation: { ...env.PAYEE, signatory: env.PAYEE_SIGNATORY },
    log,
  })
  opened.defer(() => jobs.stop())

  const links = createLinkProviderClients([...env.LINKS, ...(provider?.links ?? [])], {
    publicUrl: env.PUBLIC_URL,
    clock,
    log,
  })
  const passwords = passwordsOf(env, log) ?? provider?.passwords ?? null
  const endProviderSessions = provider?.endSessions
  const renderPool = createRenderPool(renderModule)
  opened.defer(async () => renderPool?.close())
  const app = await buildApp({
    env,
    clock,
    log,
    database,
    listen: listenToChanges,
    ping,
    replicas,
    providers,
    passwords,
    links,
    endProviderSessions,
    dist,
    renderPage: (env.RENDER_TIMEOUT_MS > 0 && renderPool?.render) || null,
    describeList: renderPool?.describeList ?? null,
    metrics,
    providerStates,
    paymentProvider,
  })
  opened.defer(() => app.close())
  closeOnSignal(log)
  await listen(app, env)
  if (metrics && env.METRICS_PORT !== undefined) {
    const served = await serveMetrics(metrics, { HOST: env.HOST, METRICS_PORT: env.METRICS_PORT }, log)
    opened.defer(() => served.close())
  }
  const canSignIn = env.PROVIDERS.length > 0 || (await hasAccountWithPassword(database))
  const appointed = canSignIn ? null : await findOpenAppointment(database, clock())
  for (const state of providerStates.values()) void state.check()
  const warnings = bannerWarnings(env, {
    isDemoSchool: !env.DEMO && (await isDemoSchool(database)),
    accountsOfOtherIssuers,
    provider: await checkProviders(env),
  })
  process.stdout.write(startupBanner(env, { canSignIn, appointed, warnings })[terminalLocale()])
  for (const warning of startWarnings(env)) log.warn(warning[terminalLocale()])
}

async function checkProviders({ PROVIDERS, PUBLIC_URL }: Env): Promise<ProviderFinding[]> {
  return (await Promise.all(PROVIDERS.map((settings) => checkProvider(settings, PUBLIC_URL)))).flat()
}

function passwordsOf(
  { IAM_PASSWORD_URL: url, IAM_PASSWORD_SECRET: secret }: Env,
  log: ReturnType<typeof createLog>,
): PasswordStore | null {
  if (!url) return null
  if (!secret) throw neededWith('IAM_PASSWORD_SECRET', 'IAM_PASSWORD_URL')
  return createRemotePasswordStore({ url, secret, log })
}

async function listen(app: App, { HOST, PORT }: Env): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT, listenTextResolver: (address) => `listening at ${address}` })
  } catch (error) {
    throw listenError(error, { variable: 'PORT', port: PORT, host: HOST }) ?? error
  }
}

/** Finishes open requests and closes. A second signal, or ten seconds, end the process at once. */
function closeOnSignal(log: ReturnType<typeof createLog>): void {
  closeWithGrace({ delay: 10_000, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'an error was not caught')
    log.info({ reason: signal ?? 'uncaughtException' }, 'stopping')
    await opened.disposeAsync()
  })
}
