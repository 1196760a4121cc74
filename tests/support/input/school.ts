import { eq } from 'drizzle-orm'
import { declaredCalls } from '#contract/calls.ts'
import { createLinkProviderClients, createOidcClient } from '#server/auth/oidc/client.ts'
import { users } from '#server/db/schema/people.ts'
import { offers } from '#server/db/schema/programs.ts'
import { readEnv } from '#server/environment/env.ts'
import { type DemoLogin, demoAccounts, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { startEmbeddedProvider } from '#server/idp/provider.ts'
import { createLog } from '#server/terminal/log.ts'
import { writeBuiltPages } from '#tests/support/documents/built-pages.ts'
import { openDemoDatabase } from '#tests/support/schools/demo-database.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { createKnownValues } from './known-values.ts'
import type { Requester } from './requests.ts'

/** The users of the run: one of each group, with and without a fresh second factor, and one who is impersonated. */
const logins = {
  family: 'family',
  parent: 'parent',
  student: 'student',
  academy: 'academy-student',
  teacher: 'teacher',
  administrator: 'administrator',
  everything: 'mixed',
  roleless: 'no-role',
  impersonated: 'family',
} as const satisfies Record<string, DemoLogin>
type Login = keyof typeof logins

const people = ['visitor', ...(Object.keys(logins) as Login[])]

/** Sessions are recreated before their second factor expires. */
const sessionLasts = 4 * 60_000

/** The demo school with the embedded identity provider, complete except for a fixed port. */
export async function openSchool() {
  const failures: string[] = []
  const log = createLog({ LOG_LEVEL: 'error' }, { write: (line) => void failures.push(line) })
  const settings = { IDP_PORT: '0', LOG_LEVEL: 'error', SIGN_INS_PER_MINUTE: '1000000', TRUST_PROXY: '1' }
  const env = readEnv(settings)
  let now = new Date('2026-10-14T09:00:00Z')
  const opened = await openDemoDatabase(now)
  const { database } = opened
  const clock = () => now
  const provider = await startEmbeddedProvider({ env, database, clock, log })
  const { PUBLIC_URL: publicUrl, OIDC_CLIENT_ID: clientId } = env
  const { issuer, clientSecret, passwords } = provider
  const server = await openTestApp({
    opened,
    log,
    now,
    env: settings,
    dist: writeBuiltPages(),
    // The real one needs the build.
    describeList: async ({ items }) => items.map((item) => [JSON.stringify(item)]),
    oidc: createOidcClient({ issuer, clientId, clientSecret, publicUrl, clock, log }),
    links: createLinkProviderClients(provider.links, { publicUrl, clock, log }),
    passwords,
  })
  const userIds = await idsOf(Object.values(logins))
  const sessions = new Map<string, { person: Person; until: number }>()

  async function idsOf(wanted: readonly DemoLogin[]): Promise<Map<DemoLogin, string>> {
    const found = new Map<DemoLogin, string>()
    for (const login of wanted) {
      const [user] = await database
        .select()
        .from(users)
        .where(eq(users.subject, demoSubject(login)))
      if (user) found.set(login, user.id)
    }
    return found
  }

  async function open(who: Login): Promise<Person> {
    const roles = demoAccounts.find(({ login }) => login === logins[who])?.roles ?? []
    const userId = userIds.get(logins[who]) ?? ''
    return server.signInAs({
      roles,
      userId,
      ...(who !== 'parent' && { twoFactorLastCheck: now }),
      ...(who === 'impersonated' && { seenBy: userIds.get('administrator') ?? '' }),
    })
  }

  async function personCalled(who: string): Promise<Person> {
    if (!(who in logins)) return server.visitor
    const known = sessions.get(who)
    if (known && known.until > now.getTime()) return known.person
    const person = await open(who as Login)
    sessions.set(who, { person, until: now.getTime() + sessionLasts })
    return person
  }

  /** Loads the data of a user, so that requests can refer to it, and repeats this with the values found. */
  async function requesterOf(who: string): Promise<Requester> {
    const { known, learn } = createKnownValues()
    learn({ provider: provider.links.map(({ name }) => name), token: tokens, code: ['000000'], year: [2025, 2026] })
    const person = await personCalled(who)
    for (const { call } of declaredCalls) {
      if (!call.address.startsWith('GET ') || call.params) continue
      const answer = await person.call(call.address, { query: 'month_date=2026-10-14&year=2025' })
      if (answer.statusCode === 200) learn(answer.json())
    }
    const roles = demoAccounts.find(({ login }) => login === logins[who as Login])?.roles ?? null
    return { who, roles, known }
  }

  const tokens = (await database.select().from(offers)).map(({ token }) => token)
  const requesters: Requester[] = []
  for (const who of people) requesters.push(await requesterOf(who))

  return {
    server,
    provider,
    failures,
    requesters,
    secrets: [clientSecret],
    personCalled,
    /** Creates a new session, whatever ended the previous one. */
    forget: (who: string) => sessions.delete(who),
    /** Moves the clock past the rate-limit windows at intervals. */
    pass(milliseconds: number): void {
      now = new Date(now.getTime() + milliseconds)
      server.clock.now = now
    },
    async close(): Promise<void> {
      await server.close()
      await provider.close()
      await opened.close()
    },
  }
}
export type School = Awaited<ReturnType<typeof openSchool>>
