import { expect } from 'playwright/test'
import { themeTokens } from '#contract/design-tokens.ts'
import { test } from '#tests/support/browser/story.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'

test.describe('the choice of a theme', () => {
  test.use({ login: 'teacher', colorScheme: 'light' })

  test('follows the system, and its changes', async ({ page }) => {
    const html = page.locator('html')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/events')
    await expect(html).toHaveCSS('background-color', rgbOf(themeTokens.dark.surface.layout))
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html).toHaveCSS('background-color', rgbOf(themeTokens.light.surface.layout))
  })

  test('shows at once, is in the next document, and never on paper', async ({ page, t }) => {
    const html = page.locator('html')
    await page.goto('/events')
    const { userMenu, choice } = shellPage(page, t)
    await userMenu.click()
    await choice('Тёмная').click()
    await expect(html).toHaveCSS('background-color', rgbOf(themeTokens.dark.surface.layout))
    await expect(html).toHaveCSS('color-scheme', 'dark')

    const answer = await page.reload()
    expect(await answer?.text()).toMatch(/^<!doctype html>\s*<html data-theme="dark"/)
    await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute(
      'content',
      themeTokens.dark.surface.DEFAULT,
    )
    await page.emulateMedia({ media: 'print' })
    await expect(html).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen' })

    await userMenu.click()
    await choice('Как в системе').click()
    await expect(html).toHaveCSS('background-color', rgbOf(themeTokens.light.surface.layout))
  })
})

/** `#rrggbb` as browsers compute it. */
function rgbOf(colour: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`
}
