import type { Page } from 'playwright/test'
import { wordsIn } from './say.ts'

/** Goes to a page as people do, by the Russian menu at the side: what the page shows is then asked for, not brought by the document. */
export async function openFromMenu(page: Page, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: wordsIn('ru')('Меню') })
  await menu.getByRole('link', { name: title, exact: true }).click()
}
