import type { Page } from 'playwright/test'
import type { Locale } from '#contract/enumerations.ts'
import { type DemoLogin, demoAccounts } from '#server/idp/accounts/demo-accounts.ts'
import { waitForHydration } from '#tests/support/browser/navigation.ts'
import { translator } from '#tests/support/browser/translations.ts'

/** One click on the sign-in page of the embedded provider. */
export async function chooseDemoAccount(page: Page, login: DemoLogin, language: Locale): Promise<void> {
  const account = demoAccounts.find((candidate) => candidate.login === login)
  if (account === undefined) throw new Error(`No demo account ${login}`)
  const { title, titleEn, firstName, lastName } = account
  const name = `${language === 'ru' ? title : titleEn} ${firstName} ${lastName}`
  await page.getByRole('button', { name, exact: true }).click()
}

/** Opens a URL without a session, signs in and returns to it. The first sign-in of a person asks for consents before. */
export async function signInAt(
  page: Page,
  { address, login, language }: { address: string; login: DemoLogin; language: Locale },
): Promise<void> {
  await page.goto(address)
  await chooseDemoAccount(page, login, language)
  await page.waitForURL(
    ({ pathname, search, searchParams }) => pathname + search === address || searchParams.has('next'),
  )
  if (new URL(page.url()).searchParams.has('next')) {
    await page.getByRole('link', { name: translator(language)('Ответить позже') }).click()
    await page.waitForURL((url) => url.pathname + url.search === address)
  }
  await waitForHydration(page)
}
