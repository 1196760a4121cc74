import { type Browser, chromium, type Page } from 'playwright'
import type { Model } from '#tests/model-runner/model.ts'
import type { AcceptedViews } from '#tests/model-runner/views/accepted-views.ts'
import { chromiumPath, headlessPath, quickArguments } from '#tests/support/browser/chromium.ts'
import type { AppUnderTest } from './app-under-test.ts'
import { holdLongTimers } from './fake-timers.ts'
import { setClock } from './page-clock.ts'
import { listenToConsole, listenToPresses, observePage } from './page-observer.ts'
import { timeout } from './polling.ts'
import { hostPages } from './static-host.ts'

/** One browser and one static host for all paths. */
export type BrowserPool = {
  app: AppUnderTest
  browser: Browser
  origin: string
  pages: PagePool
  /** The inspected states and the pressed buttons of each machine: two models of one machine share them. */
  inspected: Map<string, { states: Set<string>; presses: Set<string> }>
  /** The accepted views of a model; null where none are compared. */
  viewsOf: (model: Model) => AcceptedViews | null
  close: () => Promise<void>
}

/** A browser context costs more than a path: each one is reset and reused by the next path. */
type PagePool = { take: () => Promise<Page>; giveBack: (page: Page) => void }

/** `show` opens a visible window and slows the steps down. */
type PoolOptions = { pages?: string; show?: boolean; viewsOf?: BrowserPool['viewsOf'] }

/** Uses less CPU. */
const inOneProcess = ['--disable-site-isolation-trials']

export async function openBrowserPool(
  app: AppUnderTest,
  { pages = app.pages, show = false, viewsOf = () => null }: PoolOptions = {},
): Promise<BrowserPool> {
  const [host, browser] = await Promise.all([
    hostPages(pages),
    chromium.launch({
      executablePath: show ? chromiumPath() : headlessPath(),
      args: [...quickArguments, ...inOneProcess],
      headless: !show,
      // A run ends by itself: it still writes its reports.
      handleSIGINT: false,
      slowMo: show ? 800 : 0,
    }),
  ])
  return {
    ...poolOn(app, browser, host.origin),
    viewsOf,
    close: async () => {
      await browser.close()
      await host.close()
    },
  }
}

/** A pool without a browser: enough to read what a browser level declares. */
export function declaringPool(app: AppUnderTest): BrowserPool {
  const none = () => {
    throw new Error('this pool has no browser')
  }
  return {
    app,
    origin: '',
    pages: { take: none, giveBack: none },
    inspected: new Map(),
    viewsOf: () => null,
    close: async () => undefined,
    get browser(): Browser {
      return none()
    },
  }
}

/** The same pool for paths that have no accepted views. A pool without a browser has none to copy. */
export function withoutViews(pool: BrowserPool): BrowserPool {
  return Object.assign(Object.create(pool) as BrowserPool, { viewsOf: () => null })
}

/** The pages of a browser that is closed elsewhere. */
export function poolOn(app: AppUnderTest, browser: Browser, origin: string): BrowserPool {
  const free: Page[] = []
  const pages: PagePool = {
    take: async () => free.pop() ?? openPage(app, browser),
    giveBack: (page) => void free.push(page),
  }
  return { app, browser, origin, pages, inspected: new Map(), viewsOf: () => null, close: async () => undefined }
}

async function openPage(app: AppUnderTest, browser: Browser): Promise<Page> {
  const context = await browser.newContext(app.context)
  context.setDefaultTimeout(timeout)
  const page = await context.newPage()
  // What a page at rest preloads belongs to no step.
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
  await page.addInitScript(setClock, app.startTime.getTime())
  await page.addInitScript(holdLongTimers)
  await listenToPresses(page)
  await page.addInitScript(observePage, app.channel)
  listenToConsole(page)
  return page
}
