import { test as base, expect } from 'playwright/test'
import type { FoundCourses } from '#contract/enrolment/catalog.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { aPhone } from '#tests/support/browser/widths.ts'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'

/** When the pictures are taken: the demo school is filled for this day (tests/support/browser/fixed-date.ts). */
const takenAt = '2026-11-23T12:14:00Z'

/** Pixels that may differ: fonts are drawn a little differently by each release of Chromium (decision 082). */
const tolerance = { maxDiffPixelRatio: 0.01, threshold: 0.2 }

type Picture = { login: DemoLogin | null; path: string; phone?: true; dark?: true }

/** Those of README.md, and one screen of each kind besides. */
const pictures: Record<string, Picture> = {
  home: { login: 'parent', path: '/home-page' },
  contracts: { login: 'family', path: '/contracts-and-payments' },
  schedule: { login: 'family', path: '/schedule' },
  'schedule-phone': { login: 'family', path: '/schedule', phone: true },
  'contracts-phone': { login: 'family', path: '/contracts-and-payments', phone: true },
  'events-phone': { login: 'family', path: '/events', phone: true },
  'week-dark': { login: 'family', path: '/schedule?view=week', dark: true },
  'grade-book': { login: 'academy-student', path: '/grade-book/' },
  'grade-book-phone': { login: 'family', path: '/grade-book/', phone: true },
  course: { login: null, path: 'course' },
  'course-phone': { login: null, path: 'course', phone: true },
  'profile-dark': { login: 'parent', path: '/profile', dark: true },
  'not-found': { login: null, path: '/404' },
}

const test = base.extend<object, { server: ServerProcess; addressOf: (path: string) => Promise<string> }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({
        env: { FIXED_DATE: takenAt },
        arguments: ['--import', './tests/support/browser/fixed-date.ts'],
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  addressOf: [
    async ({ server }, use) => {
      await use(async (path) => {
        if (path !== 'course') return server.address + path
        const headers = { 'X-Requested-With': 'lk' }
        const answer = await fetch(`${server.address}/api/v1/catalog/course/list?search=Python`, { headers })
        const { items }: FoundCourses = await answer.json()
        return `${server.address}/catalog/${items[0]?.uuid}`
      })
    },
    { scope: 'worker' },
  ],
})

test.describe.configure({ mode: 'serial' })

for (const [name, { login, path, phone, dark }] of Object.entries(pictures)) {
  test.describe(name, () => {
    test.use({ ...(phone && { ...aPhone, hasTouch: false }), colorScheme: dark ? 'dark' : 'light' })

    test('looks as its picture', { tag: '@nightly' }, async ({ page, context, server, addressOf }) => {
      await page.clock.setFixedTime(takenAt)
      if (login !== null) await context.addCookies([await newSession(server, login)])
      await page.goto(await addressOf(path))
      await waitForIdleNetwork(page)
      // The typeface is drawn only if it is there at once (src/app/fonts.css): from the second time on it is cached.
      await page.evaluate(() => document.fonts.load('16px "Golos Text"'))
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await waitForIdleNetwork(page)
      await expect(page).toHaveScreenshot(`${name}.png`, tolerance)
    })
  })
}
