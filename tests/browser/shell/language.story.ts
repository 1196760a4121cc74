import { expect } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'
import { translator } from '#tests/support/browser/translations.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'

test.use({ login: 'teacher' })

test('the language changes without a reload and stays after one', async ({ page, t }) => {
  const inEnglish = translator('en')
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()

  await shellPage(page, t).userMenu.click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: inEnglish('Мероприятия') })).toBeVisible()
  await expect(page).toHaveTitle(`${inEnglish('Мероприятия')} · ${inEnglish('Личный кабинет')}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const menu = page.getByRole('navigation', { name: inEnglish('Меню') })
  await expect(menu.getByRole('link', { name: 'Course catalogue' })).toBeVisible()
  expect(documents).toHaveLength(1)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: inEnglish('Мероприятия') })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Course catalogue' })).toBeVisible()
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'lang')
  expect(cookie).toMatchObject({ value: 'en', path: '/' })
})
