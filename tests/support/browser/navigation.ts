import type { BrowserContext, Page } from 'playwright/test'
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

/** Navigates by the Russian side menu, so that the page requests its data instead of reading it from the document. */
export async function openFromMenu(page: Page, title: string): Promise<void> {
  await waitForHydration(page)
  const menu = page.getByRole('navigation', { name: translator('ru')('Меню') })
  await menu.getByRole('link', { name: title, exact: true }).click()
}
