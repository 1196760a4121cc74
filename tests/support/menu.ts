import type { Page } from 'playwright/test'
import { wordsIn } from './say.ts'

/** Waits until the server-rendered page is hydrated. Before, a link loads its page as a new document. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => window.earlyEvents === null)
}

/** Navigates by the Russian side menu, so that the page requests its data instead of reading it from the document. */
export async function openFromMenu(page: Page, title: string): Promise<void> {
  await waitForHydration(page)
  const menu = page.getByRole('navigation', { name: wordsIn('ru')('Меню') })
  await menu.getByRole('link', { name: title, exact: true }).click()
}
