import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger, LightMyRequestResponse } from 'fastify'
import type { DescribeList } from '#contract/people/list-files.ts'
import type { RenderPage } from '#contract/render-page.ts'
import { type Role, type RoleGroup, roleGroupCookieName } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import type { App } from '#server/app-types.ts'
import type { PasswordStore } from '#server/auth/credentials/password-store.ts'
import type { LinkProviderClients, OidcClient } from '#server/auth/oidc/client.ts'
import { recordIssuers, signInIssuers } from '#server/auth/oidc/issuer.ts'
import type { ProviderStates } from '#server/auth/oidc/provider-state.ts'
import type { SignInProviders } from '#server/auth/oidc/sign-in-providers.ts'
import { createSession } from '#server/auth/sessions/session-store.ts'
import type { PaymentProvider } from '#server/billing/providers/payment-provider.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { type Env, readEnv } from '#server/environment/env.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { cookieName } from '#server/security/tokens.ts'
import { onlyProvider } from '#tests/support/providers/only-provider.ts'
import { openTestDatabase } from './database.ts'
import { createCheckedLog } from './log-check.ts'

type Asking = {
  body?: unknown
  /** Appended unchanged: the nested bracket format. */
  query?: string
  headers?: Record<string, string | undefined>
}

/** A browser with or without a session. Unsafe methods carry the headers of our own pages. */
export type Person = {
  userId: string | null
  cookies: Record<string, string>
  /** A call by its declared address, parameters filled in: `GET /v1/profile`. */
  call(address: string, asking?: Asking): Promise<LightMyRequestResponse>
  /** Any address of the server. */
  open(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

export type SignedInAs = {
  roles: readonly Role[]
  /** The remembered role group. */
  group?: RoleGroup
  /** An existing user; a new user is created by default. */
  userId?: string
  twoFactorLastCheck?: Date
  /** The id of the administrator who impersonates the user of this session. */
  seenBy?: string
}

export type TestApp = {
  app: App
  env: Env
  opened: OpenDatabase
  clock: { now: Date }
  visitor: Person
  /** The same browser, whose calls go to this server of several. */
  as<Someone extends Person>(person: Someone): Someone
  signInAs(who: SignedInAs): Promise<Person & { userId: string; sessionId: string }>
  close(): Promise<void>
}

export type TestAppOptions = {
  env?: Record<string, string>
  now?: Date
  dist?: string
  /** By default pages are rendered only in the browser. */
  renderPage?: RenderPage
  /** By default there is no build that describes lists. */
  describeList?: DescribeList
  log?: FastifyBaseLogger
  /** The client of the only provider, which by default does not answer. */
  oidc?: OidcClient
  /** Instead of `oidc`. */
  providers?: SignInProviders
  passwords?: PasswordStore
  links?: LinkProviderClients
  metrics?: Metrics
  providerStates?: ProviderStates
  paymentProvider?: PaymentProvider
  /** An existing database instead of a fresh one. The caller that opened it closes it. */
  opened?: OpenDatabase
  /** Additional routes of the test. */
  routes?: (app: App) => void
}

const noProvider: OidcClient = {
  authorizationUrl: async () => throwProblem('provider-unreachable', 'These tests have no provider'),
  redeem: async () => throwProblem('provider-unreachable', 'These tests have no provider'),
  endSessionUrl: async () => null,
  isReachable: async () => false,
  readLogoutToken: async () => throwProblem('provider-unreachable', 'These tests have no provider'),
  clockSkew: () => null,
}

/** The whole server with a fresh database, by default without a port, a provider or pages. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const env = readEnv({
    CHECK_ANSWERS: 'on',
    // Generating the document takes a quarter of the time in which an app is built.
    API_DOCS: 'off',
    SIGN_INS_PER_MINUTE: '10000',
    RENDER_TIMEOUT_MS: '10000',
    ...options.env,
  })
  const checked = createCheckedLog()
  const log = options.log ?? checked.log
  const opened = options.opened ?? (await openTestDatabase())
  const { database, listen, ping, replicas } = opened
  const clock = { now: options.now ?? new Date('2026-10-14T09:00:00Z') }
  await recordIssuers(database, signInIssuers(env), clock.now)
  const time = () => clock.now
  const {
    oidc = noProvider,
    providers = onlyProvider(env, oidc),
    dist = '/nonexistent',
    renderPage = null,
    describeList = null,
    metrics = null,
    providerStates = new Map(),
    passwords = null,
    links = new Map(),
    paymentProvider = null,
  } = options
  const app = await buildApp({
    env,
    clock: time,
    log,
    database,
    listen,
    ping,
    replicas,
    providers,
    passwords,
    links,
    dist,
    renderPage,
    describeList,
    metrics,
    providerStates,
    paymentProvider,
  })
  checked.watch(app)
  options.routes?.(app)
  await app.ready()

  return {
    app,
    env,
    opened,
    clock,
    visitor: personAt(app, null, {}),
    as: (person) => ({ ...person, ...personAt(app, person.userId, person.cookies) }),
    async signInAs({ roles, group, userId = randomUUID(), twoFactorLastCheck, seenBy }) {
      await database.insert(users).values({ id: userId, firstName: 'Иван', lastName: 'Петров' }).onConflictDoNothing()
      if (roles.length > 0) {
        await database
          .insert(userRoles)
          .values(roles.map((role) => ({ userId, role })))
          .onConflictDoNothing()
      }
      const device = { browser: null, system: null, address: null }
      const session = await createSession(database, { userId, idToken: 'none', device, now: clock.now })
      if (twoFactorLastCheck) {
        await database.update(sessions).set({ twoFactorLastCheck }).where(eq(sessions.id, session.id))
      }
      if (seenBy) await beginImpersonation(opened, session.id, seenBy, clock.now)
      const cookies = {
        [cookieName('lk_session', env)]: session.token,
        ...(group && { [roleGroupCookieName(userId)]: group }),
      }
      return { ...personAt(app, userId, cookies), userId, sessionId: session.id }
    },
    async close() {
      await app.close()
      checked.check()
      if (!options.opened) await opened.close()
    },
  }
}

function personAt<Id extends string | null>(app: App, userId: Id, cookies: Record<string, string>) {
  return {
    userId,
    cookies,
    call(address: string, { body, query, headers }: Asking = {}): Promise<LightMyRequestResponse> {
      const [method, path] = address.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
      const own = method === 'GET' ? {} : { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }
      const url = `/api${path}${query ? `?${query}` : ''}`
      const sent = { ...own, ...headers }
      return app.inject({ method, url, cookies, headers: sent, ...(body !== undefined && { payload: body as object }) })
    },
    open(path: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
      return app.inject({ method: 'GET', url: path, cookies, headers })
    },
  }
}

async function beginImpersonation(
  { database }: OpenDatabase,
  sessionId: string,
  administratorId: string,
  now: Date,
): Promise<void> {
  const [own] = await database
    .insert(sessions)
    .values({
      userId: administratorId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    })
    .returning({ id: sessions.id })
  await database
    .update(sessions)
    .set({
      administratorId,
      administratorSessionId: own?.id ?? null,
      impersonationReason: 'Родитель не видит договор',
      impersonationUntil: new Date(now.getTime() + 1_800_000),
    })
    .where(eq(sessions.id, sessionId))
}
