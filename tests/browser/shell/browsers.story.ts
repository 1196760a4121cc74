import { expect, type Page } from 'playwright/test'
import { chooseDemoAccount } from '#tests/support/browser/provider-page.ts'
import { test } from '#tests/support/browser/story.ts'

/** Screens that use different parts of the browser: dates, calendar, grid, editor, files, forms. */
const screens = [
  ['family', ['/home-page', '/schedule', '/contracts-and-payments', '/grade-book', '/progress', '/events', '/profile']],
  ['student', ['/schedule?view=week', '/grade-book']],
  ['teacher', ['/schedule?view=list']],
  ['administrator', ['/adm-panel/']],
] as const

for (const [login, addresses] of screens)
  test.describe(`signed in as ${login}`, () => {
    test.use({ login })

    test('the oldest supported Chromium reads every screen as the server rendered it @old', async ({ page }) => {
      const errors = listenToErrors(page)
      for (const address of addresses) {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      expect(errors).toEqual([])
    })
  })

test.describe('signed in', () => {
  test.use({ login: 'family' })

  test('a browser that blocks storage and channels shows the pages and opens dialogs @old', async ({ page }) => {
    const errors = listenToErrors(page)
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel'])
        Object.defineProperty(window, name, { get: refuse, configurable: true })
    })
    await page.goto('/schedule')
    await page.getByRole('link', { name: 'Мероприятия' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Мероприятия' })).toBeVisible()
    await page.getByRole('tabpanel').getByRole('article').getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(errors).toEqual([])
  })
})

test('the sign-in opens in the oldest supported Chromium @old', async ({ page }) => {
  const errors = listenToErrors(page)
  await page.goto('/catalog')
  await page.getByRole('button', { name: 'Войти' }).click()
  await chooseDemoAccount(page, 'family', 'ru')
  await expect(page.getByRole('button', { name: 'Меню пользователя' })).toBeVisible()
  expect(errors).toEqual([])
})

function listenToErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return errors
}
