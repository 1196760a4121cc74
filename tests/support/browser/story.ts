import { type BrowserContext, type BrowserContextOptions, test as base } from 'playwright/test'
import type { Locale } from '#contract/enumerations.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import type { LargeGradeBookLogin } from '#tests/support/schools/large-grade-book.ts'
import { type MessageTo, outboxReader } from '#tests/support/server/outbox.ts'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'
import { waitForHydrationIn } from './navigation.ts'
import { type Translate, translator } from './translations.ts'

type Addresses = Pick<ServerProcess, 'address' | 'providerAddress'>
export type SessionCookie = ReturnType<typeof cookieOn>
type PerWorker = {
  language: Locale
  server: Addresses
  /** The session cookie of a demo account, which signs in once for all stories. */
  sessionOf: (login: DemoLogin) => Promise<SessionCookie>
}
type PerStory = {
  /** The account of the page; a visitor by default. */
  login: DemoLogin | null
  t: Translate
  /** Opens another browser context, of a user with a session of its own or of a visitor. */
  openDevice: (login: DemoLogin | null, options?: BrowserContextOptions) => Promise<BrowserContext>
}
type Shared = { server: Addresses; seeded: string; sessions: Partial<Record<DemoLogin, SessionCookie>> }

/** The accounts that are signed in for read-only stories. */
const lookers: readonly DemoLogin[] = [
  'family',
  'parent',
  'student',
  'academy-student',
  'spo-student',
  'teacher',
  'no-role',
  'administrator',
  'mixed',
]
const shared = 'SHARED_WITH_STORIES'

/** A read-only story: all of them share one server, which rejects every change besides signing in and out. */
export const test = base.extend<PerStory, PerWorker>({
  language: ['ru', { option: true, scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
  server: [async ({}, use) => use(sharedWithStories().server), { scope: 'worker' }],
  sessionOf: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const { sessions } = sharedWithStories()
      await use(async (login) => {
        const session = sessions[login]
        if (session === undefined) throw new Error(`${login} is not among those whom stories that only look may be`)
        return session
      })
    },
    { scope: 'worker' },
  ],
  login: [null, { option: true }],
  t: async ({ language }, use) => use(translator(language)),
  baseURL: async ({ server }, use) => use(server.address),
  storageState: async ({ storageState, login, sessionOf }, use) => {
    if (login === null || typeof storageState !== 'object') return use(storageState)
    await use({ ...storageState, cookies: [...storageState.cookies, await sessionOf(login)] })
  },
  context: async ({ context, javaScriptEnabled }, use) =>
    use(javaScriptEnabled ? waitForHydrationIn(context) : context),
  openDevice: async ({ browser, server }, use) => {
    const opened: BrowserContext[] = []
    await use(async (login, options = {}) => {
      const context = await browser.newContext({
        baseURL: server.address,
        locale: 'ru-RU',
        serviceWorkers: 'block',
        ...options,
      })
      opened.push(context)
      if (login !== null) await context.addCookies([await newSession(server, login)])
      return options.javaScriptEnabled === false ? context : waitForHydrationIn(context)
    })
    for (const context of opened) await context.close()
  },
})

/** A story that changes data: each worker has its own server and database for these. */
export const changing = test.extend<{ messageTo: MessageTo }, { server: ServerProcess }>({
  messageTo: async ({ server }, use) => use(outboxReader(server, new Date())),
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const server = await startServer({ dataFrom: seededSchool() })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sessionOf: [
    async ({ server }, use) => {
      const signedIn = new Map<DemoLogin, Promise<SessionCookie>>()
      await use((login) => {
        const session = signedIn.get(login) ?? newSession(server, login)
        signedIn.set(login, session)
        return session
      })
    },
    { scope: 'worker' },
  ],
})

/** A separate session, for a story that ends it. */
export async function newSession(server: Addresses, login: DemoLogin | LargeGradeBookLogin): Promise<SessionCookie> {
  const visitor = visitorAt(server.address)
  await visitor.signIn(login)
  const session = visitor.ours.get('lk_session')
  if (session === undefined) throw new Error(`${login} could not sign in`)
  return cookieOn(server.address, 'lk_session', session)
}

/** Stores the shared server and sessions in the environment, which workers inherit. */
export async function shareWithStories({ address, providerAddress }: ServerProcess, seeded: string): Promise<void> {
  const server = { address, providerAddress }
  const sessions = await Promise.all(lookers.map(async (login) => [login, await newSession(server, login)]))
  process.env[shared] = JSON.stringify({ server, seeded, sessions: Object.fromEntries(sessions) } satisfies Shared)
}

/** The data directory of the demo school, from which a server of a story begins. */
export function seededSchool(): string {
  return sharedWithStories().seeded
}

function sharedWithStories(): Shared {
  return JSON.parse(process.env[shared] ?? '') as Shared
}

function cookieOn(address: string, name: string, value: string) {
  const { hostname } = new URL(address)
  const scope = { domain: hostname, path: '/', expires: -1 }
  return { name, value, ...scope, httpOnly: true, secure: false, sameSite: 'Lax' as const }
}
