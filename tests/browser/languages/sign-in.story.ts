import { expect, type Page } from 'playwright/test'
import type { Locale } from '#contract/enumerations.ts'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/story.ts'
import { atBothWidths } from '#tests/support/browser/widths.ts'
import { chooseDemoAccount } from '#tests/support/pages/provider-page.ts'

test('a visitor of the schedule signs in with one click and returns to it', { tag: '@ru' }, async ({
  page,
  t,
  language,
  server,
}) => {
  await atBothWidths(page, {
    language,
    open: () => page.goto('/schedule?view=week'),
    look: async () => {
      await expect(page.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
      expect(page.url()).toContain(server.providerAddress)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    },
  })
  await expectAccessible(page)
  await chooseDemoAccount(page, 'student', language)
  await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
  await expect(page).toHaveURL('/schedule?view=week')
})

test('a wrong password keeps the login and can be retried', { tag: '@en' }, async ({ page, t, language }) => {
  const form = signInForm(page, language)
  await atBothWidths(page, {
    language,
    open: async () => {
      await page.goto('/events')
      await form.login.fill('parent')
      await form.password.fill('не тот пароль')
      await form.submit.click()
    },
    look: async () => {
      await expect(page.getByRole('alert')).toHaveText(providerMessages[language].wrong)
      await expect(form.login).toHaveValue('parent')
      await expect(form.password).toHaveValue('')
      await expect(form.password).toBeFocused()
    },
  })
  await expectAccessible(page)
  await form.password.fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()
  await expect(page).toHaveURL('/events')
})

function signInForm(page: Page, language: Locale) {
  const { login, password, submit } = providerMessages[language]
  return {
    login: page.getByLabel(login, { exact: true }),
    password: page.getByLabel(password, { exact: true }),
    submit: page.getByRole('button', { name: submit, exact: true }),
  }
}
