import { expect } from 'playwright/test'
import { test } from '#tests/support/story.ts'

test.use({ login: 'family' })

test('a printed schedule is the schedule and nothing around it', async ({ page, say }) => {
  await page.goto('/schedule')
  await expect(page.getByRole('navigation', { name: say('Меню') })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: say('Расписание') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: say('Меню') })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('link', { name: say('Сегодня') })).toBeHidden()
})
