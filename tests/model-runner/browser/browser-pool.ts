import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath, headlessPath } from '#tests/support/browser/chromium.ts'
import type { AppUnderTest } from './app-under-test.ts'
import { holdLongTimers } from './fake-timers.ts'
import { listenToConsole, observePage } from './page-observer.ts'
import { timeout } from './polling.ts'
import { hostPages } from './static-host.ts'

/** One browser and one static host for all paths. */
export type BrowserPool = {
  app: AppUnderTest
  browser: Browser
  origin: string
  pages: PagePool
  close: () => Promise<void>
}

/** A browser context costs more than a path: each one is reset and reused by the next path. */
export type PagePool = { take: () => Promise<Page>; giveBack: (page: Page) => void }

/** `show` opens a visible window and slows the steps down. */
type PoolOptions = { pages?: string; show?: boolean }

/** Uses less CPU. */
const inOneProcess = ['--disable-site-isolation-trials']

export async function openBrowserPool(
  app: AppUnderTest,
  { pages = app.pages, show = false }: PoolOptions = {},
): Promise<BrowserPool> {
  const [host, browser] = await Promise.all([
    hostPages(pages),
    chromium.launch({
      executablePath: show ? chromiumPath() : headlessPath(),
      args: [...chromiumArguments, ...inOneProcess],
      headless: !show,
      slowMo: show ? 800 : 0,
    }),
  ])
  return {
    ...poolOn(app, browser, host.origin),
    close: async () => {
      await browser.close()
      await host.close()
    },
  }
}

/** The pages of a browser that is closed elsewhere. */
export function poolOn(app: AppUnderTest, browser: Browser, origin: string): BrowserPool {
  const free: Page[] = []
  const pages: PagePool = {
    take: async () => free.pop() ?? openPage(app, browser),
    giveBack: (page) => void free.push(page),
  }
  return { app, browser, origin, pages, close: async () => undefined }
}

async function openPage(app: AppUnderTest, browser: Browser): Promise<Page> {
  const context = await browser.newContext(app.context)
  context.setDefaultTimeout(timeout)
  const page = await context.newPage()
  await page.addInitScript(holdLongTimers)
  await page.addInitScript(observePage, app.channel)
  listenToConsole(page)
  return page
}
