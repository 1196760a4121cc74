import { expect, type Page } from 'playwright/test'
import { changing } from '#tests/support/browser/story.ts'

const screens = [
  '/schedule',
  '/grade-book/',
  '/profile',
  '/home-page',
  '/contracts-and-payments',
  '/events',
  '/catalog',
  '/progress',
  '/news',
  '/tax-deduction',
  '/change-schedule',
]

/** How Chrome translates: each text node is replaced by nested `font` elements, also those that come later. */
function translatePage(how: 'replace' | 'wrap'): void {
  const fontsWith = (content: Node | string) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(content)
    outer.append(inner)
    return outer
  }
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    if (root.nodeType === Node.TEXT_NODE) texts.push(root as Text)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || parent.closest('font, script, style, svg, title, option, textarea, [contenteditable]')) continue
      if (text.data.trim() === '') continue
      const place = document.createComment('')
      text.before(place)
      place.replaceWith(fontsWith(how === 'wrap' ? text : text.data))
      if (how === 'replace') text.remove()
    }
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) translate(node)
  })
  translate(document.body)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** Presses every control of the page once, and closes what it opens. */
async function pressEverything(page: Page, path: string): Promise<number> {
  const controls = page.getByRole('main').locator('button:enabled, [role=radio], [role=tab], [role=switch], summary')
  const count = Math.min(await controls.count(), 25)
  let pressed = 0
  for (let at = 0; at < count; at += 1) {
    const control = controls.nth(at)
    if (!(await control.isVisible().catch(() => false))) continue
    await control.click({ timeout: 2_000, force: true }).catch(() => undefined)
    pressed += 1
    await page.keyboard.press('Escape')
    const { pathname } = new URL(page.url())
    if (pathname !== path) await page.goBack()
  }
  return pressed
}

changing.describe('a page that the browser translates', () => {
  changing.use({ login: 'family' })

  for (const how of ['replace', 'wrap'] as const)
    for (const path of screens)
      changing(
        `works on ${path} when every text node is put in a font element: ${how}`,
        {
          tag: how === 'replace' && screens.indexOf(path) < 3 ? '@ru' : '@nightly',
        },
        async ({ page, t }) => {
          const errors: string[] = []
          page.on('pageerror', ({ name, message }) => errors.push(`${name}: ${message}`))
          await page.goto(path)
          await page.evaluate(translatePage, how)
          const pressed = await pressEverything(page, path)
          expect(pressed).toBeGreaterThan(0)
          await expect(page.getByText(t('На странице произошла ошибка'))).toHaveCount(0)
          expect(errors.filter((error) => /NotFoundError|removeChild|insertBefore/.test(error))).toEqual([])
        },
      )
})
