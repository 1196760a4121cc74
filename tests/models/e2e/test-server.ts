import { resolve } from 'node:path'
import { pino } from 'pino'
import { createLinkProviderClients, createOidcClient } from '#server/auth/oidc/client.ts'
import { configuredProvider } from '#server/billing/providers/configured-provider.ts'
import type { Database } from '#server/db/client.ts'
import { readEnv } from '#server/environment/env.ts'
import { startEmbeddedProvider } from '#server/idp/provider.ts'
import { createRenderPool } from '#server/ssr/render-pool.ts'
import type { E2eDriver, E2eLevel } from '#tests/model-runner/e2e/e2e-level.ts'
import type { E2eApp, E2eServer, E2eStage } from '#tests/model-runner/e2e/e2e-stage.ts'
import { FaultProxy } from '#tests/model-runner/e2e/fault-proxy.ts'
import { browserApp } from '#tests/models/app/browser-app.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

/** The date of the schools in tests/support; every path starts on it. */
const schoolDay = new Date('2026-10-14T09:00:00Z')

/** For which the bank takes a payment. */
export const bankSeconds = 60

/**
 * The server that renders the built pages, as in production, its identity provider and a separate database, behind the
 * fault proxy.
 */
export type TestServer = E2eServer & { server: TestApp; database: Database }
export type ProductStage<Data> = E2eStage<Data, TestServer>
export type ProductLevel<Data> = E2eLevel<Data, TestServer>
export type ProductDriver<Data> = E2eDriver<Data, TestServer>

/** Signs a user of the school in, in this browser. */
export async function signIn(
  { context, server }: ProductStage<unknown>,
  { cookies }: { cookies: Record<string, string> },
): Promise<void> {
  const url = server.proxy.origin
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url, sameSite: 'Lax' })))
}

async function startTestServer(): Promise<TestServer> {
  const renderPool = createRenderPool(resolve('dist-ssr/render-page.js'))
  if (renderPool === null) throw new Error('The build has no pages that the server can render')
  const [proxy, opened] = await Promise.all([FaultProxy.open('/api'), openTestDatabase()])
  const { database } = opened
  const log = pino({ level: 'silent' })
  const variables = {
    PUBLIC_URL: proxy.origin,
    IDP_PORT: '0',
    CHECK_ANSWERS: 'on',
    SUPPORT_EMAIL: 'help@school.example',
    SIGN_INS_PER_MINUTE: '10000',
    DEMO_PAYMENT_SECONDS: String(bankSeconds),
  }
  const env = readEnv(variables)
  // The identity provider starts before the server and shares its clock.
  let server: TestApp | null = null
  const clock = () => server?.clock.now ?? schoolDay
  const provider = await startEmbeddedProvider({ env, database, clock, log })
  const oidc = createOidcClient({
    issuer: provider.issuer,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: provider.clientSecret,
    publicUrl: env.PUBLIC_URL,
    clock,
    log,
  })
  const links = createLinkProviderClients(provider.links, { publicUrl: env.PUBLIC_URL, clock, log })
  const { passwords } = provider
  const paymentProvider = configuredProvider(env, provider.bank)
  const app = await openTestApp({
    ...(paymentProvider && { paymentProvider }),
    log,
    opened,
    oidc,
    passwords,
    links,
    now: schoolDay,
    dist: resolve(browserApp.pages),
    env: variables,
    renderPage: renderPool.render,
  })
  server = app
  await app.app.listen({ host: 'localhost', port: 0 })
  proxy.leadTo((app.app.server.address() as { port: number }).port)
  return {
    proxy,
    server: app,
    database,
    resetTime: () => {
      app.clock.now = schoolDay
    },
    passTime: (seconds) => {
      app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000)
    },
    close: async () => {
      await proxy.close()
      await app.close()
      await renderPool.close()
      await provider.close()
      await opened.close()
    },
  }
}

export const e2eApp: E2eApp<TestServer> = {
  start: startTestServer,
  startTime: schoolDay,
  context: browserApp.context,
}
