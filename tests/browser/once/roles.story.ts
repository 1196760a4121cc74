import { expect, type Page } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'mixed' })

test('a person of three role groups opens each one’s home, and the choice is remembered for 7 days (D-12)', async ({
  page,
  say,
}) => {
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: say(title) })
  await page.goto('/')
  await expect(heading('Панель администратора')).toBeVisible()
  await expect(page).toHaveURL('/adm-panel/')

  await switchTo(page, say('Родитель'))
  await expect(heading('Главная')).toBeVisible()
  await expect(page).toHaveURL('/home-page')
  await expect(page.getByRole('navigation', { name: say('Меню') })).toContainText('Успехи детей')

  const cookie = (await page.context().cookies()).find(({ name }) => name.startsWith('roleGroup_'))
  expect(cookie).toMatchObject({ value: 'parent', path: '/', secure: true, domain: 'localhost' })
  const { id } = await (await page.request.get('/api/v1/profile')).json()
  expect(cookie?.name).toBe(`roleGroup_${id}`)
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7)

  await page.reload()
  await expect(heading('Главная')).toBeVisible()

  await switchTo(page, say('Преподаватель'))
  await expect(heading('Профиль')).toBeVisible()
  await expect(page).toHaveURL('/profile')
})

test('an administrator who asks for another page is led to the panel until they choose another role', async ({
  page,
  say,
}) => {
  await page.goto('/events')
  await expect(page).toHaveURL('/adm-panel/')
  await switchTo(page, say('Преподаватель'))
  await expect(page).toHaveURL('/profile')
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1, name: say('Мероприятия') })).toBeVisible()
})

test('a second tab follows the switch of the first (D-5)', async ({ page, context, say }) => {
  await page.goto('/')
  await switchTo(page, say('Родитель'))
  await expect(page).toHaveURL('/home-page')
  const second = await context.newPage()
  await second.goto('/profile')
  await expect(second.getByText(say('Выбранная роль: {groupWords}', { groupWords: say('Родитель') }))).toBeVisible()
  await switchTo(page, say('Преподаватель'))
  await expect(
    second.getByText(say('Выбранная роль: {groupWords}', { groupWords: say('Преподаватель') })),
  ).toBeVisible()
  await expect(second).toHaveURL('/profile')
})

async function switchTo(page: Page, group: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^Роль/ }).click()
  await page.getByRole('menuitemcheckbox', { name: group, exact: true }).click()
}
