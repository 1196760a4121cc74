import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing, newSession } from '#tests/support/browser/story.ts'
import type { Translate } from '#tests/support/browser/translations.ts'

const reason = 'Родитель не видит договор, звонил сегодня'

changing.beforeEach(async ({ context, server }) => {
  await context.addCookies([await newSession(server, 'user-manager')])
})

changing(
  'an administrator impersonates a user with a reason and returns to the user’s card',
  { tag: '@nightly' },
  async ({ page, openDevice, t }) => {
    await logInAs(page, t, { search: 'соколова ольга', user: 'Соколова Ольга Дмитриевна' })
    const banner = page.getByRole('region', { name: t('Вход под пользователем') })
    await expect(banner).toContainText('Ольга Соколова')
    await expect(banner).toContainText('Денис Николаев')
    await expect(banner).toContainText(/29:\d\d|30:00/)
    await expect(page.getByRole('heading', { level: 1, name: t('Главная') })).toBeVisible()
    await expect(page.getByText('Артём').first()).toBeVisible()
    await expectAccessible(page)

    await banner.getByRole('button', { name: t('Выйти из-под пользователя') }).click()
    await expect(page.getByRole('dialog', { name: 'Соколова Ольга Дмитриевна' })).toBeVisible()
    await expect(page).toHaveURL(/\/adm-panel\/\?search=.*&user=[0-9a-f-]{36}$/)
    await expect(banner).toHaveCount(0)

    const profile = await (await openDevice('family')).newPage()
    await profile.goto('/profile')
    await expect(profile.getByText(reason).first()).toBeVisible()
  },
)

async function logInAs(page: Page, t: Translate, { search, user }: { search: string; user: string }): Promise<void> {
  await page.goto('/adm-panel/')
  await page.getByLabel(t('Найти пользователя')).fill(search)
  await page.getByRole('link', { name: user }).click()
  const card = page.getByRole('dialog', { name: user })
  await expectAccessible(page)
  await card.getByRole('button', { name: t('Войти как') }).click()
  await page.getByLabel(t('Причина')).fill(reason)
  await page.getByRole('button', { name: t('Войти'), exact: true }).click()
  await expect(page.getByRole('region', { name: t('Вход под пользователем') })).toBeVisible()
}
