import { expect } from 'playwright/test'
import { test } from '#tests/support/story.ts'

test.use({ login: 'family' })

test('a parent of three sees on one screen what today and tomorrow hold, and that something is new', async ({
  page,
  say,
}) => {
  await page.goto('/home-page')
  const days = page.getByRole('region', { name: say('Сегодня и завтра') })
  await expect(days.getByRole('article')).toHaveCount(3)
  for (const child of await days.getByRole('heading', { level: 3 }).all()) await expect(child).toBeInViewport()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /изменени\S+ в расписании/ })).toBeInViewport()
  await expect(main.getByRole('link', { name: /нов\S+ оцен/ }).first()).toBeInViewport()
  const changes = page.getByRole('region', { name: say('Что изменилось') })
  // The link of the section itself stands first.
  await changes.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/schedule\?date=.*item=/)
  await expect(page.getByRole('dialog')).toBeVisible()
})
