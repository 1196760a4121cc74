import { expect } from 'playwright/test'
import type { RoleGroup } from '#contract/roles.ts'
import { test } from '#tests/support/browser/story.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'

test.use({ login: 'mixed' })

test('a user of three role groups opens the home page of each; the selection is stored for 7 days (D-12)', async ({
  page,
  t,
}) => {
  const { title: heading, roleSwitch, roleGroup } = shellPage(page, t)
  const switchTo = async (group: RoleGroup) => {
    await roleSwitch.click()
    await roleGroup(group).click()
  }
  const atRest = page.waitForResponse(/at-rest/)
  await page.goto('/')
  await expect(heading('Обзор')).toBeVisible()
  await expect(page).toHaveURL('/adm-panel/')
  await expect(page.getByRole('heading', { level: 2, name: t('Изменения сегодня') })).toBeVisible()

  await atRest
  const preloaded = page.waitForRequest(/tax-deduction/)
  await switchTo('parent')
  await expect(heading('Главная')).toBeVisible()
  await expect(page).toHaveURL('/home-page')
  await expect(page.getByRole('navigation', { name: t('Меню') })).toContainText('Посещаемость и задания')

  const cookie = (await page.context().cookies()).find(({ name }) => name.startsWith('roleGroup_'))
  expect(cookie).toMatchObject({ value: 'parent', path: '/', secure: true, domain: 'localhost' })
  const { id } = await (await page.request.get('/api/v1/profile')).json()
  expect(cookie?.name).toBe(`roleGroup_${id}`)
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7)
  // The pages of the new menu are fetched at rest.
  await preloaded

  await page.reload()
  await expect(heading('Главная')).toBeVisible()

  await switchTo('teacher')
  await expect(heading('Главная')).toBeVisible()
  await expect(page.getByRole('region', { name: t('Мои группы') })).toBeVisible()
  await expect(page).toHaveURL('/profile?tab=today')
})
