import { expect } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

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

test('paper says what was cancelled and moved, whatever was drawn before', async ({ page, say }) => {
  await page.goto('/schedule?view=month')
  const changed = page.getByRole('grid').getByText(new RegExp(`^(${say('Отменено')}|${say('Перенесено')})$`))
  const onSheet = await changed.count()
  expect(onSheet).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('grid')).toHaveCount(0)
  const onPaper = page.getByRole('listitem').filter({ hasText: new RegExp(`${say('Отменено')}|${say('Перенесено')}`) })
  await expect(onPaper.first()).toBeVisible()
})
