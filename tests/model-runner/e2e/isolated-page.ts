import type { Browser, Page } from 'playwright'
import { type RealServer, schoolDay } from './test-server.ts'

/** One page per server: a new page costs more than a path, so it is reset and reused. */
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

/** Removes all data of a path except cached files; a browser that cannot be reset is not reused. */
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

/** Sets the clock and the time zone of the page; the clock can be advanced. */
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
  // Expiry dates in the cookie jar use real time.
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
