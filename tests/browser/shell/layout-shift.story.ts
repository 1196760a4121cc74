import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from 'playwright/test'
import { signedInScreens } from '#tests/bench/screens.ts'
import { shiftsOf, totalShift, widths } from '#tests/bench/shifts.ts'
import { openUntilRest } from '#tests/bench/transfer.ts'
import { headlessPath, quickArguments } from '#tests/support/browser/chromium.ts'
import { test } from '#tests/support/browser/story.ts'

const launchOptions = { executablePath: headlessPath(), args: quickArguments }

// One after the other: each worker starts a browser of its own.
test.describe.configure({ mode: 'default' })
// The scrollbar of a desktop narrows the page; Playwright hides it by default.
test.use({ launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } })

const sizes = Object.entries(widths)

// `npm run size` opens every screen too, and fails if it shifts on a desktop.
for (const { screen, login, address } of signedInScreens) {
  for (const [width, window] of sizes) {
    test.describe(`${screen} at ${width} px`, () => {
      test.use({ login, ...window })

      test('does not shift while it loads', { tag: '@nightly' }, async ({ page, server }) => {
        await openUntilRest(page, server.address + address)
        await expectStill(page)
      })
    })
  }
}

for (const [at, [width, window]] of sizes.entries()) {
  test.describe(`at ${width} px`, () => {
    test.use({ login: 'family', ...window })

    test('a page with late code and a banner below it does not shift', { tag: oneOf(0, at) }, async ({
      page,
      server,
    }) => {
      const banner = page.getByRole('link', { name: 'Открыта запись на программу «2035»' })
      await page.route('**/assets/page-*.js', async (route) => {
        await expect(banner).toBeVisible()
        await route.continue()
      })
      await openUntilRest(page, `${server.address}/home-page`)
      await expect(banner).toBeVisible()
      await expectStill(page)
    })

    test('a list of the schedule does not move when the changes answer late', { tag: oneOf(1, at) }, async ({
      page,
    }) => {
      await page.goto('/events')
      await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
      await page.route('**/v1/schedule/change/list', async (route) => {
        // Shifts within 500 ms of a press do not count.
        await pause(1_500)
        await route.continue()
      })
      // The router listens to it; a link would preload the call.
      await page.evaluate(() => history.pushState(null, '', '/schedule?view=list'))
      await expect(page.getByRole('region', { name: 'Что изменилось' })).toBeVisible()
      await expectStill(page)
    })
  })
}

for (const [at, [width, window]] of sizes.entries()) {
  const tag = oneOf(0, at)
  test.describe(`the typeface at ${width} px`, () => {
    test.use({ login: 'family', ...window })

    test('does not move the page when it arrives late', { tag: '@nightly' }, async ({ page, server }) => {
      await page.route('**/*.woff2', async (route) => {
        await pause(1_000)
        await route.continue()
      })
      await openUntilRest(page, `${server.address}/home-page`)
      const shifts = await shiftsOf(page)
      expect(totalShift(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02)
    })

    test('appears with the next page when it missed the first paint', { tag }, async ({ page }) => {
      const [painted, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route('**/*.woff2', async (route) => {
        await painted.promise
        await route.continue()
      })
      await page.route('**/assets/*.js', async (route) => {
        await loaded.promise
        await route.continue()
      })
      await page.goto('/home-page', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await fontsOfHeading(page)).not.toContain('Golos Text')
      painted.resolve()
      await page.evaluate(() => document.fonts.load('1em "Golos Text Late"', 'Аа'))
      loaded.resolve()
      await expect(page.locator('html[data-hydrated]')).toBeAttached()
      expect(await fontsOfHeading(page)).not.toContain('Golos Text')
      await page.locator('nav a[href="/contracts-and-payments"]').filter({ visible: true }).first().click()
      await expect.poll(() => fontsOfHeading(page)).toEqual(['Golos Text'])
    })

    test('has the metrics of its fallback', { tag }, async ({ page, server }) => {
      await openUntilRest(page, `${server.address}/home-page`)
      const sizes = await page.evaluate(async () => {
        const text = document.createElement('span')
        // Signs that the typeface lacks come from other fonts in both cases.
        text.textContent = document.querySelector('main')?.innerText.replaceAll(/[^а-яё\w ,.:]/giu, '') ?? ''
        text.style.cssText = 'position: absolute; white-space: nowrap; line-height: normal'
        document.body.append(text)
        // Faces of its own: a face of the page that was late for the first paint is not used.
        const files = performance.getEntriesByType('resource').filter(({ name }) => /golos.*woff2$/.test(name))
        const faces = files.map(({ name }) => new FontFace(name, `url(${name})`, { weight: '400 900' }))
        for (const face of faces) document.fonts.add(await face.load())
        await document.fonts.load('15px "Golos Arial"')
        const families = [faces.map(({ family }) => `"${family}"`).join(), '"Golos Arial"']
        return families.map((family) => {
          text.style.fontFamily = family
          const { width, height } = text.getBoundingClientRect()
          return { width, height }
        })
      })
      const [typeface, fallback] = sizes
      if (typeface === undefined || fallback === undefined) throw new Error('Nothing was measured')
      expect(Math.abs(fallback.width / typeface.width - 1)).toBeLessThanOrEqual(0.02)
      expect(Math.abs(fallback.height - typeface.height)).toBeLessThanOrEqual(1)
    })
  })
}

test.describe('at a desk', () => {
  test.use({ login: 'family', ...widths[1440] })

  test('the width is the same with and without a scrollbar, and under a dialog', async ({ page }) => {
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

/** The fonts that the browser draws the heading of the page with. */
async function fontsOfHeading(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'main h1' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName }) => familyName)
}

/** The widths of the window, of the viewport without its scrollbar, and of the header. */
function breadthsOf(page: Page) {
  return page.evaluate(() => ({
    inner: window.innerWidth,
    free: document.documentElement.clientWidth,
    header: document.querySelector('header')?.getBoundingClientRect().width,
  }))
}

/** The widths take turns; `--all` measures each. */
function oneOf(index: number, at: number): string[] {
  return index % sizes.length === at ? [] : ['@nightly']
}

async function expectStill(page: Page): Promise<void> {
  const shifts = await shiftsOf(page)
  expect(totalShift(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02)
}
