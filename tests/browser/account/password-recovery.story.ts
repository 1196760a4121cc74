import { expect, type Page } from 'playwright/test'
import type { Locale } from '#contract/enumerations.ts'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { recoveryMessages } from '#server/idp/recovery/recovery-messages.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { aPhone, expectFits } from '#tests/support/browser/widths.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'
import { codeIn } from '#tests/support/server/outbox.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'

const newPassword = 'сирень под окном'

changing.use({ viewport: aPhone.viewport })

changing(
  'a forgotten password is replaced by a code; another device shows why it is signed out',
  async ({ page, openDevice, messageTo, server, t, language }) => {
    const email = 'team-leader@demo.example'
    const words = recoveryMessages[language]
    const elsewhere = await openDevice('team-leader')

    await page.goto('/profile')
    await page.getByLabel(providerMessages[language].login).fill(` ${email.toUpperCase()} `)
    await page.getByRole('button', { name: providerMessages[language].forgot }).click()
    await looksRight(page, language, words.title)
    await expect(page.getByLabel(providerMessages[language].login)).toHaveValue(email.toUpperCase())
    await page.getByRole('button', { name: words.getCode }).click()
    await looksRight(page, language, words.codeTitle)

    await page.reload()
    const message = await messageTo(email, 'Код для нового пароля')
    await page.getByLabel(words.code, { exact: true }).fill('000000')
    await page.getByRole('button', { name: words.goOn }).click()
    await expect(page.getByRole('alert')).toHaveText(words.wrong(4))
    await expect(page.getByLabel(words.code, { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel(words.code, { exact: true }).fill(codeIn(message))
    await page.getByRole('button', { name: words.goOn }).click()
    await looksRight(page, language, words.passwordTitle)

    await page.goBack()
    await expect(page.getByRole('heading', { name: words.passwordTitle })).toBeVisible()
    const password = page.getByLabel(words.password, { exact: true })
    const eye = page.getByRole('button', { name: providerMessages[language].showPassword })
    await password.fill('qwertyuiop')
    await page.keyboard.press('Tab')
    await expect(eye).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(eye).toHaveAttribute('aria-pressed', 'true')
    await expect(password).toHaveAttribute('type', 'text')
    await expectAccessible(page)
    await page.keyboard.press('Space')
    await expect(password).toHaveAttribute('type', 'password')
    await password.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(words.failures.common)
    await expectAccessible(page)
    await password.fill(newPassword)
    await page.getByRole('button', { name: words.save }).click()
    await expect(shellPage(page, t).title('Профиль')).toBeVisible()
    await expect(page).toHaveURL('/profile')

    await messageTo(email, 'Пароль восстановлен')
    const left = await elsewhere.newPage()
    await left.goto('/profile')
    await expect(left.getByText(providerMessages[language].ended['password-changed'])).toBeVisible()
    await expectAccessible(left)

    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`^${server.address}/`))
  },
)

changing('signing in and recovering work without scripts', async ({ openDevice, server, language }) => {
  const words = recoveryMessages[language]
  const address = await visitorAt(server.address).startSignIn()
  const page = await (await openDevice(null, { javaScriptEnabled: false })).newPage()
  await page.goto(address)
  await expect(page.getByRole('button', { name: providerMessages[language].showPassword })).toBeHidden()
  await page.getByRole('button', { name: providerMessages[language].forgot }).click()
  await page.getByLabel(providerMessages[language].login).fill('nobody@demo.example')
  await page.getByRole('button', { name: words.getCode }).click()
  await expect(page.getByRole('heading', { name: words.codeTitle })).toBeVisible()
  await page.getByLabel(words.code, { exact: true }).fill('123456')
  await page.getByRole('button', { name: words.goOn }).click()
  await expect(page.getByRole('alert')).toHaveText(words.wrong(4))
  await page.getByRole('link', { name: words.toSignIn }).click()
  await expect(page.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
})

async function looksRight(page: Page, language: Locale, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expectFits(page)
  await expectAccessible(page)
}
