import { expect, type Page } from 'playwright/test'
import { type Locale, locales } from '#contract/enumerations.ts'
import type { Role, RoleGroup } from '#contract/roles.ts'
import { decideAccess } from '#contract/route-access.ts'
import { type Screen, screens } from '#contract/screens.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { shiftsOf, totalShift } from '#tests/bench/shifts.ts'
import { hydratedPage, recordRendering } from '#tests/support/browser/hydration-snapshot.ts'
import { test } from '#tests/support/browser/story.ts'
import { widths } from '#tests/support/browser/widths.ts'

// Every tenth screen is tested, for the first role that has it; language, width and time zone alternate. `--all` tests
// every combination. tests/routes/query/hydration.test.ts renders all of them in Node, and languages/screens.story.ts
// fails if React reports a difference.
const isAll = process.env.TEST_ALL === 'yes'

type Viewer = { login: DemoLogin | null; roles: Role[]; group: RoleGroup | null }
const viewers: Viewer[] = [
  { login: 'family', roles: ['parent'], group: 'parent' },
  { login: 'student', roles: ['student'], group: 'student' },
  { login: 'teacher', roles: ['teacher'], group: 'teacher' },
  { login: 'administrator', roles: ['administrator'], group: 'admin' },
  { login: 'no-role', roles: [], group: null },
  { login: null, roles: [], group: null },
]
const zones = ['Europe/Moscow', 'Asia/Vladivostok', 'America/New_York']
const looks = locales.flatMap((language) =>
  Object.entries(widths).flatMap(([width, use]) => zones.map((zone) => ({ language, width, use, zone }))),
)
const addressable = Object.values<Screen>(screens).filter(({ address }) => address !== null)

for (const [at, screen] of addressable.entries()) {
  const own = viewers.find((viewer) => has(viewer, screen)) ?? viewers[0]
  for (const viewer of isAll ? viewers : at % 10 === 0 ? [own] : [])
    for (const look of isAll ? looks : [looks[(at * 5) % looks.length]]) {
      if (viewer === undefined || look === undefined) continue
      const { language, width, use, zone } = look
      test.describe(`${screen.name} for ${viewer.login ?? 'a visitor'} in ${language} on ${width} in ${zone}`, () => {
        test.use({ ...use, timezoneId: zone, login: viewer.login })

        test('is rendered by the server and hydrated without changes', async ({ page, context, baseURL }) => {
          await context.addCookies([{ name: 'lang', value: language, url: String(baseURL) }])
          await holdCalls(page)
          await recordRendering(page)
          const said: string[] = []
          page.on('console', (message) => {
            // Chromium logs the 403, 404 or 500 status of the document.
            if (message.location().url !== page.url()) said.push(message.text())
          })
          page.on('pageerror', (error) => said.push(error.message))
          await page.goto(await addressOf(screen, page))
          if (viewer.login === null && screen.name === 'home') return
          const { rendered, textsBefore, textsAfter, isSameNode } = await hydratedPage(page)
          const { screen: landed } = landing(viewer, screen)
          expect(rendered).toBe(landed)
          expect(isSameNode).toBe(true)
          // Content that depends on the time zone of the device appears after hydration.
          if (zone === 'Europe/Moscow') expect(textsAfter).toEqual(textsBefore)
          else expect(textsAfter.filter((text) => textsBefore.includes(text))).toEqual(textsBefore)
          expect(totalShift(await shiftsOf(page))).toBeLessThanOrEqual(0.02)
          const isHome = new URL(page.url()).searchParams.get('tab') === 'today'
          // A course is named by its heading.
          const title = landed === 'catalog-course' ? page.getByRole('heading', { level: 1 }).innerText() : null
          expect(await page.title()).toContain((await title) ?? titleOf(screens[isHome ? 'home' : landed], language))
          expect(said).toEqual([])
        })
      })
    }
}

/** Holds all calls: the page renders only data of its document. */
async function holdCalls(page: Page): Promise<void> {
  await page.route(/\/(api|auth\/sign-out)\b/, () => new Promise(() => undefined))
}

function has(viewer: Viewer, screen: Screen): boolean {
  const { screen: landed, isForOtherGroup } = landing(viewer, screen)
  return landed === screen.name && !isForOtherGroup
}

function landing({ login, roles, group }: Viewer, screen: Screen) {
  return decideAccess(screen, login === null ? null : { roles, group, isImpersonating: false })
}

/** Of a screen with a parameter: a course of the catalog's, a contract of the person's, a link that no message has. */
async function addressOf({ name, address }: Screen, page: Page): Promise<string> {
  if (address === null || !address.includes('$')) return address ?? '/'
  const isOfCourse = name === 'catalog-course' || name === 'purchase'
  const call = isOfCourse ? '/api/v1/catalog/course/list' : '/api/v1/profile/contract/list'
  const answer = await page.request.get(call)
  const found: { uuid: string }[] | { items: { uuid: string }[] } = answer.ok() ? await answer.json() : []
  const [first] = Array.isArray(found) ? found : found.items
  const id = first?.uuid ?? '00000000-0000-4000-8000-000000000000'
  return address.replace('$secret', 'A'.repeat(43)).replace('$id', id)
}

function titleOf({ title }: Screen, language: Locale): string {
  return title[language]
}
