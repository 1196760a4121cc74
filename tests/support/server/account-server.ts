import { eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import type { App } from '#server/app-types.ts'
import { createLinkProviderClients, createOidcClient } from '#server/auth/oidc/client.ts'
import { recordIssuers, signInIssuers } from '#server/auth/oidc/issuer.ts'
import { createSession } from '#server/auth/sessions/session-store.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { type Env, readEnv } from '#server/environment/env.ts'
import type { LinkProvider } from '#server/environment/oidc-settings.ts'
import { addProviderAccounts } from '#server/idp/accounts/accounts.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { hashPassword } from '#server/idp/accounts/password-hash.ts'
import { startEmbeddedProvider } from '#server/idp/provider.ts'
import { onlyProvider } from '#tests/support/providers/only-provider.ts'
import { openTestDatabase } from './database.ts'
import { createCheckedLog } from './log-check.ts'

/** Our server and the embedded provider with an empty school. Only `pass` moves the clock. */
export type AccountServer = Awaited<ReturnType<typeof startAccountServer>>

type Built = Partial<Env> & { issuer?: string; links?: LinkProvider[] }

export async function startAccountServer(changes: Partial<Env> = {}, prepare: (app: App) => void = () => undefined) {
  let now = new Date('2035-09-03T09:00:00.000Z')
  const clock = () => new Date(now)
  const opened = await openTestDatabase()
  const checked = createCheckedLog()
  const { log } = checked
  const { database } = opened
  const env: Env = {
    ...readEnv({
      IDP_PORT: '0',
      PUBLIC_URL: 'http://localhost:4999',
      CHECK_ANSWERS: 'on',
      SIGN_INS_PER_MINUTE: '1000',
    }),
    // A sign-in goes on at once.
    CONSENTS: [],
    ...changes,
  }
  const provider = await startEmbeddedProvider({ env, database, clock, log })
  await recordIssuers(database, signInIssuers(env), clock())
  const passwordHash = await hashPassword(demoPassword)
  const apps: App[] = []

  /** Another server with the same school, optionally with another provider. */
  async function build({ issuer = provider.issuer, links = provider.links, ...more }: Built = {}): Promise<App> {
    const settings = { ...env, ...more }
    const client = createOidcClient({
      issuer,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: provider.clientSecret,
      publicUrl: settings.PUBLIC_URL,
      clock,
      log,
      timeout: 1,
    })
    const app = await buildApp({
      env: settings,
      clock,
      log,
      database,
      listen: opened.listen,
      ping: opened.ping,
      providers: onlyProvider(settings, client),
      passwords: provider.passwords,
      links: createLinkProviderClients(links, { publicUrl: settings.PUBLIC_URL, clock, log }),
      endProviderSessions: provider.endSessions,
      dist: 'no-such-folder',
    })
    checked.watch(app)
    prepare(app)
    apps.push(app)
    await app.ready()
    return app
  }

  async function addLogin(login: string, name: string): Promise<void> {
    await addProviderAccounts(database, [{ subject: `sub-${login}`, login, name, passwordHash }])
  }

  return {
    app: await build(),
    build,
    provider,
    database,
    now: clock,
    pass(time: { hours?: number; minutes?: number; seconds?: number }): void {
      const { hours = 0, minutes = 0, seconds = 0 } = time
      now = new Date(now.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000)
    },
    /** A user of the school with an account to sign in. */
    async addPerson({ login, name, roles }: { login: string; name: string; roles: readonly Role[] }): Promise<string> {
      await addLogin(login, name)
      return addUser(database, { subject: `sub-${login}`, name, roles })
    },
    /** An account to sign in, without a user in the school. */
    addLogin,
    async setRoles(userId: string, roles: readonly Role[]): Promise<void> {
      await database.delete(userRoles).where(eq(userRoles.userId, userId))
      await database.insert(userRoles).values(roles.map((role) => ({ userId, role })))
    },
    /** Creates a session without a sign-in and returns its id. */
    async addSession(userId: string): Promise<string> {
      const device = { browser: null, system: null, address: null }
      return (await createSession(database, { userId, idToken: 'none', device, now: clock() })).id
    },
    async removePerson(userId: string): Promise<void> {
      await database.delete(users).where(eq(users.id, userId))
    },
    async close(): Promise<void> {
      for (const app of apps) await app.close()
      await provider.close()
      await opened.close()
      checked.check()
    },
  }
}

/** Adds a user of the school with a full name. */
export async function addUser(
  database: Database,
  {
    subject,
    name,
    roles = [],
    grade = null,
  }: { subject?: string; name: string; roles?: readonly Role[]; grade?: number | null },
): Promise<string> {
  const [firstName = '', lastName = ''] = name.split(' ')
  const [user] = await database
    .insert(users)
    .values({ ...(subject && { subject }), firstName, lastName, grade })
    .returning({ id: users.id })
  if (!user) throw new Error(`${name} was not added`)
  if (roles.length > 0) await database.insert(userRoles).values(roles.map((role) => ({ userId: user.id, role })))
  return user.id
}
