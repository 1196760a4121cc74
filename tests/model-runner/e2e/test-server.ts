import { resolve } from 'node:path'
import { pino } from 'pino'
import { createLinkProviderClients, createOidcClient } from '#server/auth/oidc/client.ts'
import type { Database } from '#server/db/client.ts'
import { readEnv } from '#server/env.ts'
import { startEmbeddedProvider } from '#server/idp/provider.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { RealEdge } from './fault-proxy.ts'

/** The date of the schools in tests/support; every path starts on it. */
export const schoolDay = new Date('2026-10-14T09:00:00Z')

/**
 * The complete product: the server with the built pages, its identity provider, a
 * separate database, and the fault proxy in front. The test controls the clock.
 */
export type RealServer = {
  edge: RealEdge
  server: TestApp
  database: Database
  /** Advances only the clock of the server, so that credentials of the browser expire. */
  passOnServer: (seconds: number) => void
  close: () => Promise<void>
}

export async function startRealServer(): Promise<RealServer> {
  const [edge, opened] = await Promise.all([RealEdge.open(), openTestDatabase()])
  const { database } = opened
  const log = pino({ level: 'silent' })
  const variables = { PUBLIC_URL: edge.origin, IDP_PORT: '0', CHECK_ANSWERS: 'on', SIGN_INS_PER_MINUTE: '10000' }
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
  const app = await openTestApp({
    log,
    opened,
    oidc,
    passwords,
    links,
    now: schoolDay,
    dist: resolve('dist'),
    env: variables,
  })
  server = app
  await app.app.listen({ host: 'localhost', port: 0 })
  edge.leadTo((app.app.server.address() as { port: number }).port)
  return {
    edge,
    server: app,
    database,
    passOnServer: (seconds) => {
      app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000)
    },
    close: async () => {
      await edge.close()
      await app.close()
      await provider.close()
      await opened.close()
    },
  }
}
