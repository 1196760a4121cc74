import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing, newSession } from '#tests/support/browser/story.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'

const reasonOfStart = 'Родитель не видит договор, звонил сегодня'
const user = 'Соколова Ольга Дмитриевна'

changing.beforeEach(async ({ context, server }) => {
  await context.addCookies([await newSession(server, 'user-manager')])
})

changing(
  'an administrator impersonates a user with a reason and returns to the user’s card',
  { tag: '@nightly' },
  async ({ page, openDevice, t }) => {
    const { search, impersonate, reason, start, notice, end, title } = sessionPage(page, t)
    const card = page.getByRole('dialog', { name: user })
    await page.goto('/adm-panel/?tab=users')
    await search.fill('соколова ольга')
    await page.getByRole('link', { name: user }).click()
    await expect(card).toBeVisible()
    await expectAccessible(page)
    await impersonate.click()
    await reason.fill(reasonOfStart)
    await start.click()
    await expect(notice).toContainText('Ольга Соколова')
    await expect(notice).toContainText('Денис Николаев')
    await expect(notice).toContainText(/29:\d\d|30:00/)
    await expect(title('Главная')).toBeVisible()
    await expect(page.getByText('Артём').first()).toBeVisible()
    await expectAccessible(page)

    await end.click()
    await expect(card).toBeVisible()
    await expect(page).toHaveURL(/\/adm-panel\/\?tab=users&search=.*&user=[0-9a-f-]{36}$/)
    await expect(notice).toHaveCount(0)

    const profile = await (await openDevice('family')).newPage()
    await profile.goto('/profile?section=devices')
    await expect(profile.getByText(reasonOfStart).first()).toBeVisible()
  },
)
