import { expect } from 'playwright/test'
import type { ProfileSection } from '#contract/enumerations.ts'
import type { Profile } from '#contract/people/profile.ts'
import { profileSectionTitles } from '#contract/screens.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { waitForHydration } from '#tests/support/browser/navigation.ts'
import { changing } from '#tests/support/browser/story.ts'
import { codeLabel, codePage } from '#tests/support/pages/one-time-code-page.ts'
import { signInAt } from '#tests/support/pages/provider-page.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

changing(
  'the last way to sign in cannot be unlinked; with a password it can, and another account is linked',
  { tag: '@nightly' },
  async ({ page, messageTo, t, language }) => {
    await signInAt(page, { address: '/profile?section=accounts', login: 'rtk-user', language })
    const { email, phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    const dialog = page.getByRole('dialog')
    const sections = page.getByRole('navigation', { name: t('Разделы профиля') })
    const openSection = (section: ProfileSection) =>
      sections.getByRole('link', { name: profileSectionTitles[section][language] }).click()
    const unlink = page.getByRole('button', { name: t('Отвязать {name}', { name: t('Яндекс') }) })
    const linkVk = page.getByRole('button', { name: t('Привязать {name}', { name: 'VK ID' }) })

    await unlink.click()
    await expect(dialog).toContainText('kirill.tarasov')
    // The refusal needs no code.
    await expect(dialog).toContainText('единственный способ входа')
    await expect(dialog.getByRole('button', { name: t('Отвязать') })).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await openSection('security')
    await page.getByRole('button', { name: t('Задать пароль') }).click()
    await dialog.getByLabel(t('Новый пароль')).fill('qwertyuiop')
    await dialog.getByRole('button', { name: t('Задать пароль') }).click()
    // A common password is refused without a code.
    await expect(dialog).toContainText('Этот пароль знают все')
    await expectAccessible(page)
    await dialog.getByLabel(t('Новый пароль')).fill('сирень под окном')
    await dialog.getByRole('button', { name: t('Задать пароль') }).click()
    const { question, field } = codePage(page, t)
    const sms = await messageTo(phone ?? '', codeLabel)
    await field.fill(codeIn(sms))
    await expect(question).toBeHidden()
    await expect(dialog).toBeHidden()
    await messageTo(email ?? '', 'Задан пароль')
    await expect(page.getByRole('button', { name: t('Сменить пароль') })).toBeVisible()

    await openSection('accounts')
    await unlink.click()
    await dialog.getByRole('button', { name: t('Отвязать') }).click()
    await expect(page.getByRole('button', { name: t('Привязать {name}', { name: t('Яндекс') }) })).toBeVisible()

    await linkVk.click()
    await page.getByRole('button', { name: /olga\.sokolova/ }).click()
    await expect(page.getByText(t('Этот аккаунт уже привязан к другому кабинету'))).toBeVisible()
    await waitForHydration(page)
    await expectAccessible(page)
    await linkVk.click()
    await page.getByRole('button', { name: /guest-2035/ }).click()
    await expect(page.getByText(t('{name}: аккаунт привязан', { name: 'VK ID' }))).toBeVisible()
    await page.getByRole('button', { name: t('Понятно') }).click()
    await expect(page).toHaveURL('/profile?section=accounts')
    await expect(page.getByText('guest-2035')).toBeVisible()
  },
)
