import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { OpenDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { createLog } from '#server/terminal/log.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'
import { openAppWithProviders } from './app-with-providers.ts'
import { subject as anna, type Login, startOidcProvider } from './oidc-provider.ts'

const PUBLIC_URL = 'https://account.school.example'
export type ProviderName = 'families' | 'staff'

/** What the school file says by default. */
export const schoolOfTwo = {
  providers: {
    families: { title: { ru: 'Родители и ученики', en: 'Parents and students' } },
    staff: { title: { ru: 'Сотрудники', en: 'Staff' }, domains: ['school.example'], staff: true },
  },
  roles: [{ claim: 'groups' }],
}

/** `subject`: whom the provider signs in, Anna by default. */
export type LoginOf = Login & { subject?: string }

const registrationOf = (name: ProviderName) => ({
  redirect_uris: [`${PUBLIC_URL}/auth/oauth-result/${name}`],
  post_logout_redirect_uris: [`${PUBLIC_URL}/`],
})

/** A school whose families and staff have a real provider each. */
async function openSchoolOfTwo(opened: OpenDatabase) {
  const providers = {
    families: await startOidcProvider(PUBLIC_URL, {}, registrationOf('families')),
    staff: await startOidcProvider(PUBLIC_URL, {}, registrationOf('staff')),
  }
  const variables = Object.entries(providers).flatMap(([name, provider]) =>
    Object.entries(provider.variables).map(([variable, value]) => [
      variable.replace('OIDC', `OIDC_${name.toUpperCase()}`),
      value,
    ]),
  )
  const logged: Record<string, unknown>[] = []
  const log = createLog({ LOG_LEVEL: 'debug' }, { write: (line) => void logged.push(JSON.parse(line)) })

  /** A server of the school with another school file. */
  async function serverWith(school: object = schoolOfTwo, changes: Record<string, string> = {}) {
    const path = join(tmpdir(), `school-${crypto.randomUUID()}.json`)
    writeFileSync(path, JSON.stringify(school))
    const env = {
      PUBLIC_URL,
      SCHOOL_FILE: path,
      OIDC_PROVIDERS: 'families,staff',
      ...Object.fromEntries(variables),
      ...changes,
    }
    try {
      return await openAppWithProviders(env, { opened, log })
    } finally {
      rmSync(path)
    }
  }

  return {
    ...providers,
    publicUrl: PUBLIC_URL,
    logged,
    serverWith,
    /** Follows a link of the choice page and returns the answer of the result page. */
    async signIn(visitor: Visitor, name: ProviderName, login: LoginOf = {}) {
      return visitor.sendResult(await this.responseOf(visitor, name, login))
    },
    /** The address of our result page after a sign-in at this provider. */
    async responseOf(
      visitor: Visitor,
      name: ProviderName,
      { subject = anna, ...login }: LoginOf = {},
    ): Promise<string> {
      Object.assign(providers[name].behaviour, { subject, login })
      const begun = await visitor.ask('GET', `/auth/sign-in?provider=${name}&from_url=%2Fprofile`)
      const returned = await visitor.visitProvider(begun.headers.get('location') ?? '')
      const { pathname, search } = new URL(returned.url)
      const led = await visitor.ask('GET', `${pathname}${search}`)
      return new URL(led.headers.get('location') ?? '', PUBLIC_URL).href
    },
    /** The user of a new browser after a sign-in. */
    async userOf(app: Parameters<typeof visitorOf>[0], name: ProviderName, login: LoginOf = {}) {
      const visitor = visitorOf(app)
      const answer = await this.signIn(visitor, name, login)
      if (answer.status !== 200) return { failure: answer.json().reason }
      const profile = (await visitor.ask('GET', '/api/v1/profile')).json()
      const roles = (profile.roles as { name: string }[]).map((role) => role.name).sort()
      return { id: String(profile.id), roles }
    },
    async addPerson(values: Partial<typeof users.$inferInsert> = {}): Promise<string> {
      const id = crypto.randomUUID()
      await opened.database.insert(users).values({ id, firstName: 'Анна', lastName: 'Белова', ...values })
      return id
    },
    async accountOf(id: string) {
      const [user] = await opened.database.select().from(users).where(eq(users.id, id))
      return user && { subject: user.subject, issuer: user.issuer }
    },
    async close(): Promise<void> {
      await providers.families.stop()
      await providers.staff.stop()
    },
  }
}

/** The school with its database and a server, for `openForSuite`. */
export async function openSchoolWithServer() {
  const opened = await openTestDatabase()
  const school = await openSchoolOfTwo(opened)
  const server = await school.serverWith()
  async function close(): Promise<void> {
    await server.close()
    await school.close()
    await opened.close()
  }
  return { ...school, opened, server, close }
}
