import { expect } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family' })

test('a printed schedule has no header, menu and footer', async ({ page, t }) => {
  await page.goto('/schedule')
  await expect(page.getByRole('navigation', { name: t('Меню') })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: t('Меню') })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('link', { name: t('Сегодня') })).toBeHidden()
})

test('a printed schedule labels cancelled and moved lessons', async ({ page, t }) => {
  await page.goto('/schedule?view=month')
  const changed = page.getByRole('grid').getByText(new RegExp(`^(${t('Отменено')}|${t('Перенесено')})$`))
  const onSheet = await changed.count()
  expect(onSheet).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('grid')).toHaveCount(0)
  const onPaper = page.getByRole('listitem').filter({ hasText: new RegExp(`${t('Отменено')}|${t('Перенесено')}`) })
  await expect(onPaper.first()).toBeVisible()
})
