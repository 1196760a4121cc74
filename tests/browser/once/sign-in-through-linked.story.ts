import { expect } from 'playwright/test'
import { pageMessages as providerWords } from '#server/html/messages.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/story.ts'

test('an account that is linked to nobody is told on the form, and the one that is linked opens the page that was wanted', async ({
  page,
  say,
  language,
}) => {
  const { signInThrough, through } = providerWords[language]
  const button = page.getByRole('link', { name: `${signInThrough} VK ID` })
  await page.goto('/profile')
  await button.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /guest-2035/ }).click()
  await expect(page.getByRole('alert')).toHaveText(through.nobody('VK ID'))
  await expectAccessible(page)

  await button.click()
  await page.getByRole('button', { name: /olga\.sokolova/ }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { level: 1, name: say('Профиль') })).toBeVisible()
  await expect(page.getByText('olga.sokolova')).toBeVisible()
})
