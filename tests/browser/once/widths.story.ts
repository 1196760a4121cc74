import { expect, type Page } from 'playwright/test'
import type { DemoLogin } from '#server/db/demo/accounts.ts'
import { test } from '#tests/support/story.ts'
import { expectFits } from '#tests/support/widths.ts'

const narrow: [DemoLogin, string][] = [
  ['parent', '/home-page'],
  ['family', '/schedule?view=list'],
  ['family', '/learning-progress'],
  ['family', '/progress'],
  ['family', '/contracts-and-payments'],
  ['family', '/catalog'],
  ['family', '/profile'],
  ['student', '/grade-book/'],
  ['administrator', '/adm-panel/?tab=audit'],
]

for (const [login, address] of narrow) {
  test.describe(`${address} at 320 px`, () => {
    test.use({ login, viewport: { width: 320, height: 800 } })
    test('breaks no word, and does not scroll sideways', async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      expect(await brokenWords(page)).toEqual([])
      await expectFits(page)
    })
  })
}

test.describe('on a desk', () => {
  test.use({ login: 'family', viewport: { width: 1440, height: 900 } })
  test('no line of the menu breaks', async ({ page, say }) => {
    await page.goto('/profile')
    const links = page.getByRole('navigation', { name: say('Меню') }).getByRole('link')
    await expect(links.first()).toBeVisible()
    const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height))
    expect(heights.filter((height) => height > 44)).toEqual([])
  })
})

test.describe('on a tablet', () => {
  test.use({ login: 'administrator', viewport: { width: 768, height: 1024 } })
  test('an administrator sees the state of each user without scrolling the table', async ({ page, say }) => {
    await page.goto('/adm-panel/')
    await expect(page.getByRole('columnheader', { name: say('Состояние') })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('in forced colours', () => {
  test.use({ login: 'family', viewport: { width: 1280, height: 900 }, forcedColors: 'active' })
  test('what is pressed has an outline that the others have not', async ({ page, say }) => {
    await page.goto('/contracts-and-payments?filter[status][]=Open')
    const chips = page.getByRole('group', { name: say('Статус договора') }).getByRole('button')
    await expect(chips.first()).toBeVisible()
    const outlined = await chips.evaluateAll((all) =>
      all.map((chip) => [chip.getAttribute('aria-pressed'), getComputedStyle(chip).outlineStyle]),
    )
    expect(outlined.filter(([pressed]) => pressed === 'true')).toEqual([['true', 'solid']])
    expect(outlined.filter(([pressed, style]) => pressed === 'false' && style !== 'none')).toEqual([])
  })
})

/** Words that stand in more than one line. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}@.+]{2,}/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => top))
        if (lines.size > 1 && !text.parentElement?.closest('.sr-only')) found.push(word)
      }
    }
    return found
  })
}
