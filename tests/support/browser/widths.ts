import { expect, type Page, test } from 'playwright/test'
import type { Locale } from '#contract/enumerations.ts'

const phone = { width: 375, height: 812 }
const desk = { width: 1440, height: 900 }

/** The first width is the one at which a language is tested: Russian on a phone, English on a desktop. */
export function widthsOf(language: Locale) {
  return language === 'ru' ? ([phone, desk] as const) : ([desk, phone] as const)
}

/** Opens a page and checks it at both widths. */
export async function atBothWidths(
  page: Page,
  { language, open, look }: { language: Locale; open: () => Promise<unknown>; look: () => Promise<void> },
): Promise<void> {
  const [first, second] = widthsOf(language)
  await page.setViewportSize(first)
  await open()
  await test.step(`at ${first.width}`, look)
  await page.setViewportSize(second)
  await test.step(`at ${second.width}`, look)
}

/** A phone as the browser emulates it: width, touch and layout. */
export const aPhone = { viewport: phone, isMobile: true, hasTouch: true }

/** Each width with its kind of browser, for stories that run completely at one width. */
export const widths = { 'a phone': aPhone, 'a desk': { viewport: desk } }

/** Checks that the page is not wider than its window. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = () => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  }
  await expect.poll(() => page.evaluate(overflow)).toBe(0)
}

/** Checks that no table is cut on a tablet and on a small screen beside the menu. */
export async function expectTablesFit(page: Page): Promise<void> {
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await test.step(`at ${width}`, async () => {
      await expect.poll(() => page.evaluate(cutTables)).toEqual([])
      await expectFits(page)
    })
  }
}

/** Captions of the tables that end beyond a part of the page which cannot be scrolled. Runs in the page. */
function cutTables(): string[] {
  const isCut = (table: Element, around: Element | null): boolean => {
    if (around === null) return false
    const { overflowX } = getComputedStyle(around)
    if (overflowX === 'auto' || overflowX === 'scroll') return false
    const isBeyond = table.getBoundingClientRect().right > around.getBoundingClientRect().right + 1
    return (overflowX !== 'visible' && isBeyond) || isCut(table, around.parentElement)
  }
  const tables = [...document.querySelectorAll('table')].filter((table) => isCut(table, table.parentElement))
  return tables.map(({ caption }) => caption?.textContent ?? '')
}

/** Checks that no word breaks and nothing overflows in the narrowest window (WCAG 1.4.10). */
export async function expectFitsNarrowly(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 })
  await test.step('at 320', async () => {
    await expect.poll(() => brokenWords(page)).toEqual([])
    await expectFits(page)
  })
}

/** Words that span more than one line. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      // What is folded has a layout too, but that of its folded place.
      if (!text.parentElement?.checkVisibility()) continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}@.+]{2,}/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => top))
        if (lines.size > 1 && !text.parentElement.closest('[class*="sr-only"]')) found.push(word)
      }
    }
    return found
  })
}
