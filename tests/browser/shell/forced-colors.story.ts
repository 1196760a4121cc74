import { expect, type Locator } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family', contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

/** The background as Chromium draws it, and that of the page. */
const colorsOf = (mark: Locator) =>
  mark.evaluate((element) => ({
    mark: getComputedStyle(element).backgroundColor,
    page: getComputedStyle(document.documentElement).backgroundColor,
  }))

for (const [what, address] of [
  ['dots of new items', '/home-page'],
  ['bars of lessons', '/schedule?view=week'],
  ['dots of children', '/schedule?view=month'],
  ['bars of paid contracts', '/contracts-and-payments'],
] as const)
  test(`${what} stay visible with forced colours`, async ({ page }) => {
    await page.goto(address)
    const marks = page.getByRole('main').locator('[class*="bg-mark-"]:visible')
    await expect(marks.first()).toBeVisible()
    for (const mark of await marks.all()) {
      const colors = await colorsOf(mark)
      expect(colors.mark).not.toBe(colors.page)
    }
  })

test('selected controls have an outline with forced colours', async ({ page, t }) => {
  await page.goto('/schedule?view=week')
  const outline = (control: Locator) => control.evaluate((element) => getComputedStyle(element).outlineStyle)
  const week = page.getByRole('radio', { name: t('Неделя') })
  expect(await outline(week.locator('xpath=following-sibling::span'))).not.toBe('none')
  expect(await outline(page.getByRole('button', { name: t('Все дети'), pressed: true }))).not.toBe('none')
  expect(await outline(page.getByRole('link', { name: t('Расписание'), exact: true }).first())).not.toBe('none')
})
