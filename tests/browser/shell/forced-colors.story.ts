import { expect, type Locator } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family', contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

/** The background as Chromium draws it, and that of the page. */
const colorsOf = (mark: Locator) =>
  mark.evaluate((element) => ({
    mark: getComputedStyle(element).backgroundColor,
    page: getComputedStyle(document.documentElement).backgroundColor,
  }))

for (const [what, address, tag] of [
  ['dots of new items', '/home-page', '@nightly'],
  ['bars of lessons', '/schedule?view=week', '@nightly'],
  ['dots of children', '/schedule?view=month', ''],
  ['bars of paid contracts', '/contracts-and-payments', '@nightly'],
] as const)
  test(`${what} stay visible with forced colours`, { tag: tag || [] }, async ({ page }) => {
    await page.goto(address)
    const marks = page.getByRole('main').locator('[class*="bg-mark-"]:visible')
    await expect(marks.first()).toBeVisible()
    for (const mark of await marks.all()) {
      const colors = await colorsOf(mark)
      expect(colors.mark).not.toBe(colors.page)
    }
  })

test('numbers on marks, as that of today, are readable with forced colours', async ({ page }) => {
  await page.goto('/schedule?view=month')
  const number = page.locator('[aria-current=date] [class*="bg-mark-"]:visible, [class*="bg-mark-"]:visible', {
    hasText: /^\d+$/,
  })
  await expect(number.first()).toBeVisible()
  for (const mark of await number.all()) {
    // With the adjustment of the browser a backplate in the colour of the text covers the mark.
    const look = await mark.evaluate((element) => {
      const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
        forcedColorAdjust: string
      }
      return { isOwn: forcedColorAdjust === 'none', isDistinct: color !== backgroundColor }
    })
    expect(look).toEqual({ isOwn: true, isDistinct: true })
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
