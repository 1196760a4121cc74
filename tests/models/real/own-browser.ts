import type { Browser, Page } from 'playwright'
import { type RealServer, schoolDay } from './real-server.ts'

/** One page for each server: a new one costs more than what a path does in it, which leaves it emptied for the next. */
const pages = new WeakMap<RealServer, Promise<Page>>()

export function pageOn(browser: Browser, server: RealServer): Promise<Page> {
  const page = pages.get(server) ?? openPage(browser, server)
  pages.set(server, page)
  return page
}

async function openPage(browser: Browser, { edge }: RealServer): Promise<Page> {
  const context = await browser.newContext({
    baseURL: edge.origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(20_000)
  await context.addInitScript(liveAt, schoolDay.getTime())
  return context.newPage()
}

/** Nothing of one path is left for the next but the files of the pages; a browser that cannot be emptied is no use to it. */
export async function empty(page: Page, server: RealServer): Promise<void> {
  const context = page.context()
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    if (page.url().startsWith(server.edge.origin))
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
    await page.goto('about:blank')
    await context.clearCookies()
  } catch {
    pages.delete(server)
    await context.close()
  }
}

/** The page believes that it is then and there, and can be made to wake up later. */
function liveAt(start: number): void {
  const [RealDate, realNow] = [Date, performance.now.bind(performance)]
  let ahead = start - RealDate.now()
  let slept = 0
  const now = () => RealDate.now() + ahead
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, itself) => Reflect.construct(target, given.length === 0 ? [now()] : given, itself),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  performance.now = () => realNow() + slept
  // The jar itself lives in our time.
  const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  const inOurs = (text: string) =>
    text.replace(/expires=([^;]+)/i, (_, at) => `expires=${new RealDate(RealDate.parse(at) - ahead).toUTCString()}`)
  Object.defineProperty(Document.prototype, 'cookie', {
    ...jar,
    set(text) {
      jar?.set?.call(this, inOurs(text))
    },
  })
  Object.assign(window, {
    sleep: (milliseconds: number) => {
      ahead += milliseconds
      slept += milliseconds
    },
  })
}
