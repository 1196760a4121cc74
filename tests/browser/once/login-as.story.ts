import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import type { Say } from '#tests/support/browser/say.ts'
import { changing, newSession } from '#tests/support/browser/story.ts'

const reason = 'Родитель не видит договор, звонил сегодня'

changing.beforeEach(async ({ context, server }) => {
  await context.addCookies([await newSession(server, 'user-manager')])
})

changing(
  'an administrator finds a user, logs in with a reason, sees what the user sees, leaves, and is on the user’s card again',
  async ({ page, openDevice, say }) => {
    await logInAs(page, say, { search: 'соколова ольга', user: 'Соколова Ольга Дмитриевна' })
    const banner = page.getByRole('region', { name: say('Вход под пользователем') })
    await expect(banner).toContainText('Ольга Соколова')
    await expect(banner).toContainText('Денис Николаев')
    await expect(banner).toContainText(/29:\d\d|30:00/)
    await expect(page.getByRole('heading', { level: 1, name: say('Главная') })).toBeVisible()
    await expect(page.getByText('Артём').first()).toBeVisible()
    await expectAccessible(page)

    await banner.getByRole('button', { name: say('Выйти из-под пользователя') }).click()
    await expect(page.getByRole('dialog', { name: 'Соколова Ольга Дмитриевна' })).toBeVisible()
    await expect(page).toHaveURL(/\/adm-panel\/\?search=.*&user=[0-9a-f-]{36}$/)
    await expect(banner).toHaveCount(0)

    const profile = await (await openDevice('family')).newPage()
    await profile.goto('/profile')
    await expect(profile.getByText(reason).first()).toBeVisible()
  },
)

changing('meanwhile nothing can be changed, whatever the page shows (D-13)', async ({ page, say }) => {
  await logInAs(page, say, { search: 'лебедева наталья', user: 'Лебедева Наталья Игоревна' })
  const statuses = await page.evaluate(async () => {
    const { id } = await (await fetch('/api/v1/profile')).json()
    const attempts: [string, string][] = [
      ['PATCH', '/api/v1/profile'],
      ['POST', '/api/v1/storage/avatar'],
      ['PATCH', '/api/v1/profile/password/change'],
      ['POST', '/api/v1/profile/two-factor/send'],
      ['POST', '/api/v1/profile/account/verification/send'],
      ['DELETE', '/api/v1/profile/session/others'],
      ['POST', '/api/v1/admin/auth/login-as'],
    ]
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'lk', 'x-acting-user': id }
    const made = attempts.map(([method, path]) => fetch(path, { method, headers, body: '{}' }))
    return (await Promise.all(made)).map(({ status }) => status)
  })
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403])
})

changing(
  'a second tab follows the administrator into the impersonation and out of it (D-5)',
  async ({ page, context, say }) => {
    const second = await context.newPage()
    await second.goto('/adm-panel/')
    await expect(second.getByRole('heading', { level: 1, name: say('Панель администратора') })).toBeVisible()
    await logInAs(page, say, { search: 'кузнецов сергей', user: 'Кузнецов Сергей Николаевич' })
    const banner = second.getByRole('region', { name: say('Вход под пользователем') })
    await expect(banner).toContainText('Сергей Кузнецов')
    await page.getByRole('button', { name: say('Выйти из-под пользователя') }).click()
    await expect(banner).toHaveCount(0)
    await expect(second.getByRole('heading', { level: 1, name: say('Панель администратора') })).toBeVisible()
  },
)

changing('the log tells of it, and opens the user’s card', async ({ page, say }) => {
  await page.goto('/adm-panel/')
  await page.getByRole('tab', { name: say('Журнал действий') }).click()
  await expectAccessible(page)
  await page.getByLabel(say('Действия')).selectOption({ label: say('Входы под пользователем') })
  await page.getByLabel(say('Итог')).selectOption({ label: say('Отказано') })
  const refused = page
    .getByRole('row')
    .filter({ hasText: say('Войти можно только под тем, у кого прав меньше, чем у вас.') })
  await expect(page.getByRole('row').filter({ hasText: say('Вошёл под пользователем') })).toHaveCount(0)
  await refused.first().getByRole('link').last().click()
  await expect(page.getByRole('dialog')).toContainText(say('Журнал'))
})

async function logInAs(page: Page, say: Say, { search, user }: { search: string; user: string }): Promise<void> {
  await page.goto('/adm-panel/')
  await page.getByLabel(say('Найти пользователя')).fill(search)
  await page.getByRole('link', { name: user }).click()
  const card = page.getByRole('dialog', { name: user })
  await expectAccessible(page)
  await card.getByRole('button', { name: say('Войти как') }).click()
  await page.getByLabel(say('Причина')).fill(reason)
  await page.getByRole('button', { name: say('Войти'), exact: true }).click()
  await expect(page.getByRole('region', { name: say('Вход под пользователем') })).toBeVisible()
}
