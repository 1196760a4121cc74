import type { Browser, Page } from 'playwright'
import type { Model } from '#tests/model-runner/model.ts'
import type { AppUnderTest } from './app-under-test.ts'
import { holdLongTimers } from './fake-timers.ts'
import { setClock } from './page-clock.ts'
import { listenToConsole, listenToPresses, observePage } from './page-observer.ts'
import type { PageSnapshots } from './page-snapshots.ts'
import { timeout } from './polling.ts'

/** What the paths of one worker share: a browser, a static host and reset pages. */
export type BrowserPool = {
  app: AppUnderTest
  browser: Browser
  origin: string
  pages: PagePool
  /** The inspected states and the pressed buttons of each machine: two models of one machine share them. */
  inspected: Map<string, { states: Set<string>; presses: Set<string> }>
  /** The snapshots of a model; null where none are compared. */
  snapshotsOf: (model: Model) => PageSnapshots | null
}

/** A browser context costs more than a path: each one is reset and reused by the next path. */
type PagePool = { take: () => Promise<Page>; giveBack: (page: Page) => void }

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
    snapshotsOf: () => null,
    get browser(): Browser {
      return none()
    },
  }
}

/** The same pool for paths that are not compared with snapshots. A pool without a browser has none to copy. */
export function withoutSnapshots(pool: BrowserPool): BrowserPool {
  return Object.assign(Object.create(pool) as BrowserPool, { snapshotsOf: () => null })
}

export function poolOn(
  app: AppUnderTest,
  { browser, origin, snapshotsOf }: Pick<BrowserPool, 'browser' | 'origin' | 'snapshotsOf'>,
): BrowserPool {
  const free: Page[] = []
  const pages: PagePool = {
    take: async () => free.pop() ?? openPage(app, browser),
    giveBack: (page) => void free.push(page),
  }
  return { app, browser, origin, pages, inspected: new Map(), snapshotsOf }
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
