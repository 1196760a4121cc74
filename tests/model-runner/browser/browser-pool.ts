import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath, windowlessPath } from '#tests/support/browser/chromium.ts'
import { holdLongTimers } from './fake-timers.ts'
import { keepWatch, listenToConsole } from './page-observer.ts'
import { hostPages } from './static-host.ts'

/** One browser and one static host for all paths. */
export type Desk = {
  browser: Browser
  origin: string
  windows: Windows
  close: () => Promise<void>
}

/** A browser context costs more than a path: each one is reset and reused by the next path. */
export type Windows = { take: () => Promise<Page>; giveBack: (page: Page) => void }

type DeskWishes = {
  pages?: string
  /** Opens a visible window and slows the steps down. */
  show?: boolean
}

/** Uses less CPU. */
const inOneProcess = ['--disable-site-isolation-trials']

export async function openDesk({ pages = 'dist', show = false }: DeskWishes = {}): Promise<Desk> {
  const [host, browser] = await Promise.all([
    hostPages(pages),
    chromium.launch({
      executablePath: show ? chromiumPath() : windowlessPath(),
      args: [...chromiumArguments, ...inOneProcess],
      headless: !show,
      slowMo: show ? 800 : 0,
    }),
  ])
  return {
    browser,
    origin: host.origin,
    windows: windowsOf(browser),
    close: async () => {
      await browser.close()
      await host.close()
    },
  }
}

export function windowsOf(browser: Browser): Windows {
  const free: Page[] = []
  return { take: async () => free.pop() ?? openPage(browser), giveBack: (page) => void free.push(page) }
}

/** A common desktop viewport. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  await page.addInitScript(holdLongTimers)
  await page.addInitScript(keepWatch)
  listenToConsole(page)
  return page
}

const patience = 20_000
