import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from 'playwright/test'
import { shiftsOf, stills, together, widths } from '#tests/bench/shifts.ts'
import { openUntilRest } from '#tests/bench/transfer.ts'
import { chromiumArguments, windowlessPath } from '#tests/support/browser/chromium.ts'
import { test } from '#tests/support/browser/story.ts'

const launchOptions = { executablePath: windowlessPath(), args: chromiumArguments }

// A desk's scrollbar takes width away from the page; Playwright hides it unless told.
test.use({ launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } })

for (const [screen, { login, path }] of Object.entries(stills)) {
  for (const [width, window] of Object.entries(widths)) {
    test.describe(`${screen} at ${width} px`, () => {
      test.use({ login, ...window })

      test('what a visitor sees stands still while the rest of the page comes', async ({ page, server }) => {
        await openUntilRest(page, server.address + path)
        const shifts = await shiftsOf(page)
        expect(together(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02)
      })
    })
  }
}

for (const [width, window] of Object.entries(widths)) {
  test.describe(`with a banner below it, at ${width} px`, () => {
    test.use({ login: 'family', ...window })

    test('a page whose code is late moves nothing when it comes', async ({ page, server }) => {
      await page.route('**/assets/page-*.js', async (route) => {
        await pause(600)
        await route.continue()
      })
      await openUntilRest(page, `${server.address}/contracts-and-payments`)
      await expect(page.getByRole('link', { name: '«2035»' }).last()).toBeVisible()
      const shifts = await shiftsOf(page)
      expect(together(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02)
    })
  })
}

test.describe('at a desk', () => {
  test.use({ login: 'family', ...widths[1440] })

  test('a page reaches its scrollbar’s place whether it scrolls, does not, or lies under a dialog', async ({
    page,
  }) => {
    await page.goto('/events')
    const card = page.getByRole('tabpanel').getByRole('article').getByRole('link').first()
    await expect(card).toBeVisible()
    const { inner, free, header } = await breadthsOf(page)
    expect(free).toBeLessThan(inner)
    expect(header).toBe(free)
    await card.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(async () => (await breadthsOf(page)).header).toBe(header)
    await page.goto('/no/such/page')
    await expect(page.getByRole('banner')).toBeVisible()
    expect(await breadthsOf(page)).toEqual({ inner, free, header })
  })
})

/** The window, what its scrollbar leaves of it, and the header. */
function breadthsOf(page: Page) {
  return page.evaluate(() => ({
    inner: window.innerWidth,
    free: document.documentElement.clientWidth,
    header: document.querySelector('header')?.getBoundingClientRect().width,
  }))
}
