import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import type { Role } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import type { Database } from '#server/db/client.ts'
import { demoPassword } from '#server/db/demo/accounts.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { type Env, readEnv } from '#server/env.ts'
import { addProviderAccounts } from '#server/identity/embedded-provider/accounts.ts'
import { hashPassword } from '#server/identity/embedded-provider/password.ts'
import { startEmbeddedProvider } from '#server/identity/embedded-provider/provider.ts'
import { createLinkClients } from '#server/identity/link-providers.ts'
import type { LinkProvider } from '#server/identity/link-settings.ts'
import { createOidcClient } from '#server/identity/oidc-client.ts'
import { openSession } from '#server/identity/sessions.ts'
import type { App } from '#server/surroundings.ts'
import { openTestDatabase } from './database.ts'

const log = pino({ level: 'silent' })

/** What a hash costs whose strength no test is about: they sign in hundreds of times. */
export const cheap = 2 ** 4

/** Our server and the embedded provider on an empty school, with a clock that stands still until it is told to pass. */
export type AccountServer = Awaited<ReturnType<typeof startAccountServer>>

type Built = Partial<Env> & { issuer?: string; links?: LinkProvider[] }

export async function startAccountServer(changes: Partial<Env> = {}, prepare: (app: App) => void = () => undefined) {
  let now = new Date('2035-09-03T09:00:00.000Z')
  const clock = () => new Date(now)
  const opened = await openTestDatabase()
  const { database } = opened
  const env: Env = {
    ...readEnv({
      IDP_PORT: '0',
      PUBLIC_URL: 'http://localhost:4999',
      CHECK_ANSWERS: 'on',
      SIGN_INS_PER_MINUTE: '1000',
    }),
    ...changes,
  }
  const provider = await startEmbeddedProvider({ env, database, clock, log })
  const passwordHash = await hashPassword(demoPassword, cheap)
  const apps: App[] = []

  /** Another server on the same school, whose provider may be another. */
  async function build({ issuer = provider.issuer, links = provider.links, ...more }: Built = {}): Promise<App> {
    const settings = { ...env, ...more }
    const oidc = createOidcClient({
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
      ping: opened.ping,
      oidc,
      passwords: provider.passwords,
      links: createLinkClients(links, { publicUrl: settings.PUBLIC_URL, clock, log }),
      endProviderSessions: provider.endSessions,
      dist: 'no-such-folder',
    })
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
    /** Someone who can sign in, and whom the school knows. */
    async addPerson({ login, name, roles }: { login: string; name: string; roles: readonly Role[] }): Promise<string> {
      await addLogin(login, name)
      return addUser(database, { subject: `sub-${login}`, name, roles })
    },
    /** Someone who can sign in, and whom the school does not know yet. */
    addLogin,
    async setRoles(userId: string, roles: readonly Role[]): Promise<void> {
      await database.delete(userRoles).where(eq(userRoles.userId, userId))
      await database.insert(userRoles).values(roles.map((role) => ({ userId, role })))
    },
    /** A session without a sign-in; its id. */
    async addSession(userId: string): Promise<string> {
      const device = { browser: null, system: null, address: null }
      return (await openSession(database, { userId, idToken: 'none', device, now: clock() })).id
    },
    async removePerson(userId: string): Promise<void> {
      await database.delete(users).where(eq(users.id, userId))
    },
    async close(): Promise<void> {
      for (const app of apps) await app.close()
      await provider.close()
      await opened.close()
    },
  }
}

/** A person of the school, by the name as it is spoken. */
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
