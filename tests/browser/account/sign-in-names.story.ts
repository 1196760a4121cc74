import { expect } from 'playwright/test'
import type { Profile } from '#contract/profile.ts'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { demoPassword } from '#server/idp/demo-accounts.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { signInAt } from '#tests/support/browser/provider-page.ts'
import { changing } from '#tests/support/browser/story.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

changing(
  'a user confirms the phone, changes the password and signs in with both',
  async ({ page, letterTo, t, language }) => {
    const words = providerMessages[language]
    await signInAt(page, { address: '/profile', login: 'no-role', language })
    const { phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    if (phone === null) throw new Error('This person has a phone')
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t('Пароль') }) })
      .last()
    await expect(card.getByRole('term')).toHaveText([t('Почта'), t('Логин')])
    await expectAccessible(page)

    await card.getByRole('button', { name: t('Сменить пароль') }).click()
    const dialog = page.getByRole('dialog', { name: t('Смена пароля') })
    await expect(dialog.locator('input[autocomplete=username]')).toHaveValue('no-role@demo.example')
    await dialog.getByLabel(t('Нынешний пароль')).fill(demoPassword)
    await dialog.getByLabel(t('Новый пароль')).fill('сирень под окном')
    const eye = dialog.getByRole('button', { name: t('Показать пароль') }).last()
    await eye.press('Enter')
    await expect(eye).toHaveAttribute('aria-pressed', 'true')
    await expect(dialog.getByLabel(t('Новый пароль'))).toHaveAttribute('type', 'text')
    await dialog.getByRole('button', { name: t('Сменить пароль') }).click()
    const question = page.getByRole('dialog', { name: t('Подтвердите, что это вы') })
    await expect(question).toBeVisible()
    const sms = await letterTo(phone, 'Код подтверждения')
    await question.getByLabel(t('Код подтверждения')).fill(codeIn(sms))
    await expect(dialog).toBeHidden()
    await expect(card.getByRole('term')).toHaveText([t('Почта'), t('Телефон'), t('Логин')])

    await page.getByRole('button', { name: t('Меню пользователя') }).click()
    await page.getByRole('menuitem', { name: t('Выйти') }).click()
    await expect(page.getByText(words.ended['signed-out'])).toBeVisible()
    await expectAccessible(page)

    const password = page.getByLabel(words.password, { exact: true })
    await page.getByLabel(words.login, { exact: true }).fill(`8 (${phone.slice(2, 5)}) ${phone.slice(5)}`)
    await password.fill('сирень под окном')
    await page.getByRole('button', { name: words.showPassword }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: words.submit, exact: true }).click()
    await expect(page.getByRole('button', { name: t('Меню пользователя') })).toBeVisible()
  },
)
