import { expect, type Locator, type Page } from 'playwright/test'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { test } from '#tests/support/browser/story.ts'

test('a parent signs in and opens a contract by keyboard alone', async ({ page, t, language }) => {
  await page.goto('/contracts-and-payments')
  await expect(page.getByLabel(providerMessages[language].login, { exact: true })).toBeFocused()
  await page.keyboard.type('family')
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('Договоры и оплата') })).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: t('К содержанию') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const first = page
    .getByRole('list', { name: t('Договоры') })
    .getByRole('link')
    .first()
  const programme = await first.innerText()
  await tabTo(page, first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: programme })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

async function tabTo(page: Page, wanted: Locator, maxPresses = 25): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  await expect(wanted).toBeFocused()
}
