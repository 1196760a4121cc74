import { test as base } from 'playwright/test'
import type { Locale } from '#contract/enumerations.ts'
import type { DemoLogin } from '#server/db/demo/accounts.ts'
import { type Say, wordsIn } from './say.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { visitorAt } from './sign-in.ts'

type PerWorker = {
  language: Locale
  server: ServerProcess
  /** The session cookie of a demo account, which signs in once and stays so for all stories of the worker. */
  sessionOf: (login: DemoLogin) => Promise<SessionCookie>
}
type PerStory = {
  /** Who opens the page; nobody unless a story says so. */
  login: DemoLogin | null
  say: Say
}
type SessionCookie = ReturnType<typeof cookieOn>

/** A test in the browser against the built app: each worker has a server and a school of its own. */
export const test = base.extend<PerStory, PerWorker>({
  language: ['ru', { option: true, scope: 'worker' }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const server = await startServer({ dataFrom: process.env.SEEDED_DATA_DIR })
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
  login: [null, { option: true }],
  say: async ({ language }, use) => use(wordsIn(language)),
  baseURL: async ({ server }, use) => use(server.address),
  storageState: async ({ storageState, login, sessionOf }, use) => {
    if (login === null || typeof storageState !== 'object') return use(storageState)
    await use({ ...storageState, cookies: [...storageState.cookies, await sessionOf(login)] })
  },
})

/** A session of its own, for a story that ends it. */
export async function newSession(server: ServerProcess, login: DemoLogin): Promise<SessionCookie> {
  const visitor = visitorAt(server.address)
  await visitor.signIn(login)
  const session = visitor.ours.get('lk_session')
  if (session === undefined) throw new Error(`${login} could not sign in`)
  return cookieOn(server.address, 'lk_session', session)
}

function cookieOn(address: string, name: string, value: string) {
  const { hostname } = new URL(address)
  const scope = { domain: hostname, path: '/', expires: -1 }
  return { name, value, ...scope, httpOnly: true, secure: false, sameSite: 'Lax' as const }
}
