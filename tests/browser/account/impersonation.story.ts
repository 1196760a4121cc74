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

changing(
  'a second tab follows the administrator into the impersonation and out of it (D-5)',
  async ({ page, context, t }) => {
    const second = await context.newPage()
    await second.goto('/adm-panel/')
    await expect(second.getByRole('heading', { level: 1, name: t('Панель администратора') })).toBeVisible()
    await logInAs(page, t, { search: 'кузнецов сергей', user: 'Кузнецов Сергей Николаевич' })
    const banner = second.getByRole('region', { name: t('Вход под пользователем') })
    await expect(banner).toContainText('Сергей Кузнецов')
    await page.getByRole('button', { name: t('Выйти из-под пользователя') }).click()
    await expect(banner).toHaveCount(0)
    await expect(second.getByRole('heading', { level: 1, name: t('Панель администратора') })).toBeVisible()
  },
)

changing('the audit log lists impersonations and links to the user’s card', async ({ page, t }) => {
  await page.goto('/adm-panel/')
  await page.getByRole('tab', { name: t('Журнал действий') }).click()
  await expectAccessible(page)
  await page.getByLabel(t('Действия')).selectOption({ label: t('Входы под пользователем') })
  await page.getByLabel(t('Итог')).selectOption({ label: t('Отказано') })
  const refused = page
    .getByRole('row')
    .filter({ hasText: t('Войти можно только под тем, у кого прав меньше, чем у вас.') })
  await expect(page.getByRole('row').filter({ hasText: t('Вошёл под пользователем') })).toHaveCount(0)
  await refused.first().getByRole('link').last().click()
  await expect(page.getByRole('dialog')).toContainText(t('Журнал'))
})

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
