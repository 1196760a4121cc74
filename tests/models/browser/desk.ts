import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts'
import { holdLongTimers } from './long-timers.ts'
import { hostPages } from './page-host.ts'
import { keepWatch, listenToConsole } from './watch.ts'

/** One browser and one host for all paths. */
export type Desk = {
  browser: Browser
  origin: string
  windows: Windows
  close: () => Promise<void>
}

/** A window costs more than all that a path does in it: each is given back, emptied, for whichever path is next. */
export type Windows = { take: () => Promise<Page>; giveBack: (page: Page) => Promise<void> }

type DeskWishes = {
  pages?: string
  /** In a window and slowly, for people to watch. */
  show?: boolean
}

/** Else a page that is emptied and led on changes its process on the way, and may be led there twice. */
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
    windows: windowsOf(browser),
    close: async () => {
      await browser.close()
      await host.close()
    },
  }
}

export function windowsOf(browser: Browser): Windows {
  const free: Page[] = []
  const uses = new WeakMap<Page, number>()
  return {
    take: async () => free.pop() ?? openPage(browser),
    giveBack: async (page) => {
      const used = (uses.get(page) ?? 0) + 1
      uses.set(page, used)
      if (used < usesAtMost) free.push(page)
      else await page.context().close()
    },
  }
}

/** An old one gets slow: its browser remembers all that it was ever told. */
const usesAtMost = 8

/** A window as it is for most people at a desk. */
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
