import { expect, type Locator, type Page } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family', contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

for (const [what, address] of [
  ['dots of new items', '/home-page'],
  ['bars of lessons', '/schedule?view=week'],
  ['bars of paid contracts', '/contracts-and-payments'],
] as const)
  test(`${what} stay visible with forced colours`, { tag: '@nightly' }, async ({ page }) => {
    await page.goto(address)
    await expectMarksVisible(page)
  })

test('dots of children are visible and numbers on marks readable with forced colours', async ({ page }) => {
  await page.goto('/schedule?view=month')
  await expectMarksVisible(page)
  const number = page.locator('[aria-current=date] [class*="bg-mark-"]:visible, [class*="bg-mark-"]:visible', {
    hasText: /^\d+$/,
  })
  await expect(number.first()).toBeVisible()
  // With the adjustment of the browser a backplate in the colour of the text covers the mark.
  const looks = await number.evaluateAll((all) =>
    all.map((mark) => {
      const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(mark) as CSSStyleDeclaration & {
        forcedColorAdjust: string
      }
      return forcedColorAdjust === 'none' && color !== backgroundColor
    }),
  )
  expect(looks).not.toContain(false)
})

test('selected controls have an outline with forced colours', async ({ page, t }) => {
  await page.goto('/schedule?view=week')
  const outline = (control: Locator) => control.evaluate((element) => getComputedStyle(element).outlineStyle)
  const week = page.getByRole('radio', { name: t('Неделя') })
  expect(await outline(week.locator('xpath=following-sibling::span'))).not.toBe('none')
  expect(await outline(page.getByRole('button', { name: t('Все дети'), pressed: true }))).toBe('solid')
  const unpressed = page.getByRole('group', { name: t('Чьё расписание') }).getByRole('button', { pressed: false })
  expect(await outline(unpressed.first())).toBe('none')
  expect(await outline(page.getByRole('link', { name: t('Расписание'), exact: true }).first())).not.toBe('none')
})

async function expectMarksVisible(page: Page): Promise<void> {
  const marks = page.getByRole('main').locator('[class*="bg-mark-"]:visible')
  await expect(marks.first()).toBeVisible()
  const invisible = await marks.evaluateAll((all) => {
    const background = (element: Element) => getComputedStyle(element).backgroundColor
    return all.filter((mark) => background(mark) === background(document.documentElement)).length
  })
  expect(invisible).toBe(0)
}
