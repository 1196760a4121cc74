import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import { test as base, expect } from 'playwright/test'
import type { Consents } from '#contract/people/consents.ts'
import type { Profile } from '#contract/people/profile.ts'
import { type Screen, screens } from '#contract/screens.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { waitForHydration, waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { screens as shown } from '#tests/support/browser/screens.ts'
import { newSession, type SessionCookie, seededSchool } from '#tests/support/browser/story.ts'
import { screensWithoutThirdParties } from '#tests/support/pages/screens-without-third-parties.ts'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'

// One after the other: each worker would start a server.
base.describe.configure({ mode: 'default' })

type Fixtures = { server: ServerProcess; sessionOf: (login: DemoLogin) => Promise<SessionCookie> }

const test = base.extend<object, Fixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({
        dataFrom: seededSchool(),
        env: {
          COUNTER_IDS: '101',
          TAG_MANAGER_ID: 'GTM-1',
          CHAT_SCRIPT_URL: 'https://chat.example/widget.js',
          PROFILE_SERVICE_URL: 'https://profiles.example/in',
        },
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sessionOf: [
    async ({ server }, use) => {
      const known = new Map<DemoLogin, Promise<SessionCookie>>()
      await use((login) => {
        const session = known.get(login) ?? newSession(server, login)
        known.set(login, session)
        return session
      })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
})

/** What the scripts of the third parties do: they report what is passed to them, and the chat keeps a connection open. */
const scripts: Record<string, string> = {
  'https://mc.yandex.ru/metrika/tag.js': `
    const waiting = window.ym.a
    window.ym = (counter, method, ...rest) => {
      if (method === 'hit') fetch('https://mc.yandex.ru/watch/' + counter + '?' + new URLSearchParams({ url: rest[0], ref: rest[1].referer }))
    }
    for (const call of waiting) window.ym(...call)`,
  'https://www.googletagmanager.com/gtm.js': `
    const send = ({ page_location: url, page_referrer: ref, page_title: title }) =>
      fetch('https://www.google-analytics.com/collect?' + new URLSearchParams({ url, ref, title }))
    window.dataLayer.forEach(send)
    window.dataLayer.push = send`,
  'https://chat.example/widget.js': `setInterval(() => fetch('https://chat.example/ping'), 100)`,
}

/** Every request of the context to another origin, as «METHOD address». */
async function recordForeign(context: BrowserContext, server: ServerProcess): Promise<string[]> {
  const seen: string[] = []
  const own = [server.address, server.providerAddress].map((address) => new URL(address).origin)
  await context.route(
    (url) => url.protocol.startsWith('http') && !own.includes(url.origin),
    async (route) => {
      const request = route.request()
      const address = new URL(request.url())
      seen.push(`${request.method()} ${request.url()}`)
      const body = scripts[address.origin + address.pathname] ?? ''
      await route.fulfill({ body, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' } })
    },
  )
  return seen
}

const send = (page: Page, server: ServerProcess, body: object) =>
  page.request.post('/api/v1/profile/consent', {
    headers: { origin: server.address, 'x-requested-with': 'lk', 'sec-fetch-site': 'same-origin' },
    data: body,
  })

/** Consents to the counters for everyone for whom the signed-in person answers. */
async function consent(page: Page, server: ServerProcess): Promise<void> {
  const { language, texts, subjects }: Consents = await (await page.request.get('/api/v1/profile/consent/list')).json()
  const hash = texts.find(({ purpose }) => purpose === 'counters')?.hash
  const answers = subjects
    .filter(({ mayAnswer, consents }) => mayAnswer && consents.some(({ purpose }) => purpose === 'counters'))
    .map(({ id }) => ({ subjectId: id, purpose: 'counters', hash, isGiven: true }))
  // A minor answers nothing.
  if (answers.length > 0) expect((await send(page, server, { answers, language })).status()).toBe(204)
}

/** The screen at an address; null for pages of the server itself. */
function screenAt(path: string): Screen | null {
  const { pathname } = new URL(path, 'http://localhost')
  const fits = ({ address }: Screen) =>
    address !== null && new RegExp(`^${address.replace(/\/$/, '').replace(/\$\w+/, '[^/]+')}/?$`).test(pathname)
  const found = Object.values<Screen>(screens).filter(fits)
  return found.find(({ address }) => !address?.includes('$')) ?? found[0] ?? null
}

/** By the list that is written by hand. */
function isKeptOut({ address }: Screen, url: string): boolean {
  const [named] = /(?:section|dialog)=[\w-]+/.exec(url) ?? []
  return screensWithoutThirdParties.includes([address, named].filter(Boolean).join('?'))
}

type Row = readonly [login: DemoLogin | null, at: string | ((page: Page) => Promise<string>)]

/** Every screen at least once; the first address of a screen counts. */
const rows: readonly Row[] = [
  ['family', '/schedule?dialog=feed'],
  // Elsewhere they are seen by a visitor, or are where another address leads.
  ...(['/', '/verify', '/403', '/404', '/auth/oauth-result'] as const).map((address): Row => ['family', address]),
  ...Object.values(shown).map(([login, at]): Row => [login, at]),
]

/** The name of the screen at an address, with the section of the profile and the dialog of the schedule. */
function keyOf(address: string): string {
  const section = /section=\w+|dialog=feed/.exec(address)?.[0] ?? ''
  return `${screenAt(address)?.name ?? address} ${section}`.trim()
}

/** One screen of each kind: with a secret, and of a family, a student and the staff. */
const usualRows: readonly Row[] = [
  ['family', '/schedule?dialog=feed'],
  ...['a contract with operations', 'a student’s grade book', 'the administrator’s panel'].map((name): Row => {
    const screen = shown[name]
    if (screen === undefined) throw new Error(`no screen «${name}»`)
    return [screen[0], screen[1]]
  }),
]

// The nightly run visits every screen in both states: first without, because the server of the file keeps a consent.
for (const [visited, state] of [
  ['every screen', 'without'],
  ['a screen of each kind', 'with'],
  ['every screen', 'with'],
] as const) {
  const isWhole = visited === 'every screen'
  test(`${visited}, ${state} the consent: what it requests from other origins`, {
    tag: isWhole ? '@nightly' : [],
  }, async ({ context, page, server, sessionOf }) => {
    test.setTimeout(900_000)
    const seen = await recordForeign(context, server)
    const withRequests = new Set<string>()
    const done = new Set<string>()
    const answered = new Set<DemoLogin>()
    for (const [login, at] of isWhole ? rows : usualRows) {
      if (typeof at === 'string' && done.has(keyOf(at))) continue
      await page.goto('about:blank')
      await context.clearCookies({ name: 'lk_session' })
      if (login !== null) await context.addCookies([await sessionOf(login)])
      const address = typeof at === 'string' ? at : await at(page)
      const key = keyOf(address)
      if (done.has(key)) continue
      done.add(key)
      if (state === 'with' && login !== null && !answered.has(login)) await consent(page, server)
      if (login !== null) answered.add(login)
      seen.length = 0
      await page.goto(address)
      await waitForHydration(page)
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })))
      await pause(300)
      const profile = login === null ? null : ((await (await page.request.get('/api/v1/profile')).json()) as Profile)
      const here = screenAt(page.url())
      const isStaff = login === 'teacher' || login === 'administrator'
      const mayRun = here !== null && !isStaff && profile?.consents?.counters === true && !isKeptOut(here, page.url())
      const requests = mayRun ? requestsOf(server.address, here.page ?? here.name) : []
      await expect
        .poll(() => ({ key, state, requests: [...new Set(seen)].toSorted() }))
        .toEqual({ key, state, requests })
      if (mayRun) withRequests.add(key)
    }
    expect(withRequests.size > (isWhole ? 2 : 0)).toBe(state === 'with')
    if (!isWhole) return
    const names = new Set([...done].map((key) => key.split(' ')[0]))
    const missing = Object.values<Screen>(screens).filter(({ name, address }) => address !== null && !names.has(name))
    expect(missing.map(({ name }) => name)).toEqual([])
  })
}

/** All that a page with the consent requests: nothing has a path, a search or an id of the page. */
function requestsOf(address: string, label: string): string[] {
  const passed = new URLSearchParams({ url: `${address}/${label}`, ref: `${address}/` })
  return [
    'GET https://chat.example/ping',
    'GET https://chat.example/widget.js',
    `GET https://mc.yandex.ru/watch/101?${passed}`,
    'GET https://mc.yandex.ru/metrika/tag.js',
    `GET https://www.google-analytics.com/collect?${passed}&title=${label}`,
    'GET https://www.googletagmanager.com/gtm.js?id=GTM-1',
    'POST https://profiles.example/in',
  ].toSorted()
}

test('a withdrawal stops them in the open page and in the second tab', async ({ context, page, server, sessionOf }) => {
  const seen = await recordForeign(context, server)
  await context.addCookies([await sessionOf('parent')])
  await consent(page, server)
  const second = await context.newPage()
  await second.goto('/events')
  await page.goto('/profile?section=consents')
  await waitForHydration(page)
  await expect.poll(() => seen.filter((request) => request.endsWith('/ping')).length).toBeGreaterThan(3)
  // An answered question is folded.
  const question = page.getByRole('heading', { name: /^Статистика посещений/ })
  await question.click()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: /^Отозвать согласие: Статистика посещений.*, Вы$/ }).click()
  await reloaded
  await waitForHydration(page)
  await question.click()
  await expect(page.getByRole('button', { name: /^Даю согласие: Статистика посещений.*, Вы$/ })).toBeVisible()
  // Requests that were under way.
  await pause(500)
  seen.length = 0
  await pause(1_000)
  expect(seen).toEqual([])
  // The widget still runs in the second tab, and reaches nothing; the next page has a document without it.
  const reached = () =>
    second.evaluate(() =>
      fetch('https://chat.example/ping').then(
        () => true,
        () => false,
      ),
    )
  expect(await reached()).toBe(false)
  await second.getByRole('link', { name: 'Каталог курсов' }).first().click()
  await expect(second.getByRole('heading', { level: 1, name: 'Каталог курсов' })).toBeVisible()
  await waitForHydration(second)
  await waitForIdleNetwork(second)
  expect(await second.locator('script[src^="https://"]').count()).toBe(0)
  expect(seen).toEqual([])
})

test('a link to a page with codes opens a document without them', async ({ context, page, server, sessionOf }) => {
  const seen = await recordForeign(context, server)
  await context.addCookies([await sessionOf('parent')])
  await consent(page, server)
  await page.goto('/profile?section=devices')
  await waitForHydration(page)
  await expect.poll(() => seen).toContain('GET https://chat.example/ping')
  await page.getByRole('link', { name: 'Вход и защита' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Вход и защита' })).toBeVisible()
  await waitForHydration(page)
  await pause(500)
  seen.length = 0
  await pause(500)
  expect(seen).toEqual([])
  expect(await page.locator('script[src^="https://"]').count()).toBe(0)
})

test('an administrator who acts as a user loads none, though both have consented', async ({
  context,
  page,
  server,
  sessionOf,
}) => {
  const seen = await recordForeign(context, server)
  for (const login of ['parent', 'administrator'] as const) {
    await context.clearCookies({ name: 'lk_session' })
    await context.addCookies([await sessionOf(login)])
    await consent(page, server)
  }
  const { items } = (await (await page.request.get('/api/v1/admin/user/list?group=parent&search=Морозов')).json()) as {
    items: { id: string }[]
  }
  expect(items.length).toBeGreaterThan(0)
  const started = await page.request.post('/api/v1/admin/auth/login-as', {
    headers: { origin: server.address, 'x-requested-with': 'lk', 'sec-fetch-site': 'same-origin' },
    data: { userId: items[0]?.id, reason: 'Не видит расписания', ticketNumber: '' },
  })
  expect(started.ok()).toBe(true)
  await page.goto('/events')
  await expect(page.getByRole('button', { name: 'Выйти из-под пользователя' })).toBeVisible()
  await waitForIdleNetwork(page)
  expect(seen).toEqual([])
})
