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
  const main = page.getByRole('main')
  await expect(main.getByText('Школа на Соколе · Ольга Соколова')).toBeVisible()
  await expect(main.getByText('Артём Соколов, Даниил Соколов, Мария Соколова')).toBeVisible()
  await expect(main.getByText(t('Напечатано {day}', { day: '' }))).toBeVisible()
})

for (const view of ['month', 'week']) {
  const tag = view === 'month' ? [] : ['@nightly']
  test(`a printed ${view} is one landscape page with all items and their changes`, { tag }, async ({ page, t }) => {
    await page.goto(`/schedule?view=${view}`)
    const chips = page.getByRole('grid').locator('[data-item]')
    await expect(chips.first()).toBeVisible()
    const shown = await chips.count()
    const changed = new RegExp(`${t('Отменено')}|${t('Перенесено')}`)
    const isChanged = (await page.getByRole('grid').getByText(changed).count()) > 0
    if (view === 'month') expect(isChanged).toBe(true)
    await page.emulateMedia({ media: 'print' })
    const table = page.getByRole('table')
    await expect(table).toBeVisible()
    expect(await table.getByRole('listitem').count()).toBeGreaterThanOrEqual(shown)
    if (isChanged) await expect(table.getByRole('listitem').filter({ hasText: changed }).first()).toBeVisible()
    await expect(page.getByRole('grid')).toHaveCount(0)
    const lessons = await table.getByRole('rowheader').allTextContents()
    expect(new Set(lessons).size).toBe(lessons.length)
    expect(lessons.length > 0).toBe(view === 'week')
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595])
  })
}

test.describe('a printed grade book', () => {
  test.use({ login: 'student' })

  test('has all days of the term on landscape pages', async ({ page, t }) => {
    await page.goto('/grade-book/')
    const grid = page.getByRole('grid')
    await expect(grid).toHaveAttribute('aria-busy', 'false')
    const columns = Number(await grid.getAttribute('aria-colcount'))
    await page.emulateMedia({ media: 'print' })
    const tables = page.getByRole('table', { name: new RegExp(t('Оценки')) })
    await expect(tables.first()).toBeVisible()
    await expect(grid).toHaveCount(0)
    const heads = await tables.locator('thead th').count()
    // Each table repeats the column of the courses.
    expect(heads - (await tables.count())).toBe(columns - 1)
    for (const table of await tables.all()) {
      const { width } = (await table.boundingBox()) ?? { width: 0 }
      expect(width).toBeLessThan(1060)
    }
    expect((await page.pdf({ preferCSSPageSize: true })).toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 841/)
  })
})
