import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts'
import { holdLongTimers } from './long-timers.ts'
import { hostPages } from './page-host.ts'
import { keepWatch, listenToConsole } from './watch.ts'

/** One browser and one host for all paths. */
export type Desk = {
  browser: Browser
  origin: string
  /** A window costs more than all that a path does in it: each leaves its own behind, emptied, for whichever is next. */
  free: Page[]
  close: () => Promise<void>
}

type DeskWishes = {
  pages?: string
  /** In a window and slowly, for people to watch. */
  show?: boolean
}

/** Else every page that is opened is given a process of its own, whose beginning costs more than the page. */
const inOneProcess = ['--disable-site-isolation-trials']

export async function openDesk({ pages = 'dist', show = false }: DeskWishes = {}): Promise<Desk> {
  const [host, browser] = await Promise.all([
    hostPages(pages),
    chromium.launch({
      executablePath: chromiumPath(),
      args: [...chromiumArguments, ...inOneProcess],
      headless: !show,
      slowMo: show ? 800 : 0,
    }),
  ])
  return {
    browser,
    origin: host.origin,
    free: [],
    close: async () => {
      await browser.close()
      await host.close()
    },
  }
}

/** A window as it is for most people at a desk. */
export async function openPage(browser: Browser): Promise<Page> {
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
