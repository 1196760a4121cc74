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
  for (const child of await days.getByRole('article').all()) await expect(child).toBeInViewport({ ratio: 1 })
  const changes = page.getByRole('region', { name: say('Что изменилось') })
  const marks = page.getByRole('region', { name: say('Новые оценки') })
  await expect(changes.getByRole('link').nth(1)).toBeInViewport({ ratio: 1 })
  await expect(marks.getByRole('link').nth(1)).toBeInViewport({ ratio: 1 })
  // The link of the section itself stands first.
  await changes.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/schedule\?date=.*item=/)
  await expect(page.getByRole('dialog')).toBeVisible()
})
