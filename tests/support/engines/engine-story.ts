import { type APIRequestContext, expect, type Fixtures, type TestType } from 'playwright/test'
import { changing, test } from '#tests/support/browser/story.ts'
import { type EngineName, findEngines } from './engines.ts'
import { startBrowser } from './start-browser.ts'
import type { RunningBrowser, Tab } from './tab.ts'
import { type Visitor, visitorIn } from './visitor.ts'

type PerWorker = { engine: EngineName; blocksCookies: boolean; running: RunningBrowser }
type PerStory = { tab: Tab; visitor: Visitor; api: APIRequestContext }
type OfStories = typeof test extends TestType<infer Args, infer WorkerArgs> ? { args: Args; worker: WorkerArgs } : never

const fixtures = {
  engine: ['newest Chromium', { option: true, scope: 'worker' }],
  blocksCookies: [false, { option: true, scope: 'worker' }],
  running: [
    async ({ engine, blocksCookies }, use) => {
      const wanted = findEngines().find(({ name }) => name === engine)
      if (wanted === undefined) throw new Error(`${engine} is not installed: run npm run browsers`)
      const browser = await startBrowser(wanted, { blocksCookies })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  tab: async ({ running, blocksCookies, server, language, login, sessionOf }, use) => {
    const tab = await running.newTab()
    // WebDriver sets cookies only of the site that is open.
    await tab.goto(`${server.address}/favicon.svg`)
    const domain = new URL(server.address).hostname
    const session = login === null ? [] : [await sessionOf(login)]
    const cookies = [...session, { name: 'lang', value: language, httpOnly: false }]
    if (!blocksCookies)
      await tab.setCookies(cookies.map(({ name, value, httpOnly }) => ({ name, value, domain, httpOnly })))
    await use(tab)
    const { errors } = tab
    await tab.close()
    expect(errors).toEqual([])
  },
  visitor: async ({ tab, server }, use) => use(visitorIn(tab, server.address)),
  /** The calls of the signed-in account, to find something to act on and to see what came of it. */
  api: async ({ playwright, server, login, sessionOf }, use) => {
    const cookies = login === null ? [] : [await sessionOf(login)]
    const api = await playwright.request.newContext({
      baseURL: server.address,
      storageState: { cookies, origins: [] },
    })
    await use(api)
    await api.dispose()
  },
} satisfies Fixtures<PerStory, PerWorker, OfStories['args'], OfStories['worker']>

/** A read-only story that is played in every browser. It fails by errors of its pages. */
export const reading = test.extend<PerStory, PerWorker>(fixtures)

/**
 * A story that changes data, played in every browser, each with a server of its own (docs/browsers.md). It also fails by
 * errors that its pages report to the server.
 */
export const journey = changing.extend<PerStory, PerWorker>(fixtures).extend<Pick<PerStory, 'tab'>>({
  tab: async ({ tab, server }, use) => {
    const before = server.printed().length
    await use(tab)
    expect(server.printed().slice(before)).not.toMatch(/"pageError":/)
  },
})
