import { expect, type Page } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

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

function listenToErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return errors
}
