import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright'
import { changeStreamPath } from '#contract/change-stream.ts'
import { translator } from './translations.ts'

/**
 * Waits until a page of the app is hydrated: before, its controls are inert and a link loads a new document. A page
 * without the app, for example of the identity provider, passes at once.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isApp = document.getElementById('root') !== null
    return document.readyState === 'complete' && (!isApp || document.documentElement.dataset.hydrated !== undefined)
  })
}

/** Every navigation in pages of this context waits for hydration, except those with a `waitUntil` of their own. */
export function waitForHydrationIn(context: BrowserContext): BrowserContext {
  return context.on('page', (page) => {
    const { goto, reload, goBack, goForward } = page
    page.goto = async (url, options) => hydrated(page, options, await goto.call(page, url, options))
    page.reload = async (options) => hydrated(page, options, await reload.call(page, options))
    page.goBack = async (options) => hydrated(page, options, await goBack.call(page, options))
    page.goForward = async (options) => hydrated(page, options, await goForward.call(page, options))
  })
}

async function hydrated<Result>(page: Page, options: { waitUntil?: string } = {}, result: Result): Promise<Result> {
  if (options.waitUntil === undefined) await waitForHydration(page)
  return result
}

const idle = 1_000
const idleTimeout = 60_000

/**
 * Waits until a page has loaded nothing for a second. `networkidle` of Playwright waits for the stream of changes, which
 * never ends, and for files from the memory of the browser, which are never reported as finished.
 */
export async function waitForIdleNetwork(page: Page): Promise<void> {
  const pending = new Set<Request>()
  const begin = (request: Request) => {
    if (request.url().includes('/api/') && !request.url().endsWith(changeStreamPath)) pending.add(request)
  }
  const end = (request: Request) => pending.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.waitForLoadState()
  const started = performance.now()
  let [loaded, lastChange] = [0, started]
  while (performance.now() - lastChange < idle) {
    const now = await page.evaluate(() => performance.getEntriesByType('resource').length)
    if (now !== loaded || pending.size > 0) [loaded, lastChange] = [now, performance.now()]
    if (lastChange - started > idleTimeout)
      throw new Error(`Still loading: ${[...pending].map((request) => request.url()).join(', ')}`)
    await pause(50)
  }
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

/** Navigates by the Russian side menu, so that the page requests its data instead of reading it from the document. */
export async function openFromMenu(page: Page, title: string): Promise<void> {
  await waitForHydration(page)
  const menu = page.getByRole('navigation', { name: translator('ru')('Меню') })
  await menu.getByRole('link', { name: title, exact: true }).click()
}
