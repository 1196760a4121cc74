import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { InitialState, RenderPage, RenderRequest } from '#contract/render-page.ts'
import { users } from '#server/db/schema/people.ts'
import { createLog } from '#server/terminal/log.ts'
import { writeBuiltPages } from '#tests/support/documents/built-pages.ts'
import { initialStateIn } from '#tests/support/documents/documents.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { readStream } from '#tests/support/streams/stream-reader.ts'

// What the server does with a page that is rendered elsewhere: tests/routes/query/hydration.test.ts renders real ones.
const renderPage = vi.fn<RenderPage>()
const samplePage = {
  screen: 'events',
  title: 'Кто & <что>',
  markup: '<link rel="preload" as="image" href="/a.png"/><h1>$&</h1>',
} as const

let dist: string
let server: TestApp
beforeAll(async () => {
  dist = writeBuiltPages()
  server = await openTestApp({ dist, renderPage, env: { RENDER_TIMEOUT_MS: '1000' } })
})
beforeEach(() => {
  renderPage.mockReset().mockResolvedValue(samplePage)
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true })
})

const isShell = (html: string) => html.includes('<p>shell</p>')
const asked = () => renderPage.mock.calls[0]?.[0] as RenderRequest
const inEnglish = { 'accept-language': 'en-GB,en;q=0.9,ru;q=0.8' }
const pageFor = (person: Person, path: string, headers: Record<string, string> = {}) => person.open(path, headers)

describe('A rendered document', () => {
  it('has the page in its container, pictures and title in the head, inline styles, its fonts and scripts last', async () => {
    const { body, statusCode, headers } = await pageFor(server.visitor, '/events')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain('<title>Кто &amp; &lt;что></title><link rel="preload" as="image" href="/a.png"/>')
    expect(body).toContain('<div id="root" data-rendered="events"><h1>$&</h1></div>')
    expect(body).toContain('<style>body{margin:0}</style>')
    expect(body).not.toMatch(/stylesheet|shell/)
    expect(body.indexOf('golos-1.woff2')).toBeGreaterThan(body.indexOf('<h1>$&</h1>'))
    expect(body.trimEnd()).toMatch(/<script type="module" src="\/assets\/index-1.js"><\/script><\/body><\/html>$/)
  })

  it('is rendered from the data that it contains, and from no other user data', async () => {
    const person = await server.signInAs({ roles: ['parent', 'teacher'], group: 'teacher' })
    const { body } = await pageFor(person, '/profile?x=1')
    const { address, language, roleGroup, initialState } = asked()
    expect({ address, language, roleGroup }).toEqual({ address: '/profile?x=1', language: 'ru', roleGroup: 'teacher' })
    expect(JSON.parse(initialState)).toEqual(initialStateIn(body))
    expect((JSON.parse(initialState) as InitialState).now).toBe(server.clock.now.getTime())
  })

  it('has the data that it was rendered from', async () => {
    renderPage.mockImplementation(async (_, { onLoaded }) => {
      onLoaded('{"queries":[]}')
      return samplePage
    })
    const { body } = await pageFor(server.visitor, '/events')
    expect(initialStateIn(body).data).toEqual({ queries: [] })
  })

  it('names the moment before its first read: what changes while it is read and rendered is announced afterwards', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    renderPage.mockImplementation(async () => {
      const changed = await person.call('PATCH /v1/profile', { body: { firstName: 'Анна' } })
      expect(changed.statusCode).toBe(200)
      server.clock.now = new Date(server.clock.now.getTime() + 1_000)
      return samplePage
    })
    const state = initialStateIn((await pageFor(person, '/profile')).body)
    expect(state.profile?.firstName).toBe('Иван')
    expect(state.now).toBe(server.clock.now.getTime() - 1_000)
    if (!server.app.server.listening) await server.app.listen({ host: 'localhost', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const headers = { 'last-event-id': state.lastChangeId ?? '' }
    await using stream = await readStream(`http://localhost:${port}`, { ...person, headers })
    const calls = expect.arrayContaining(['GET /v1/profile'])
    expect((await stream.until(1))[0]).toMatchObject({ event: 'changed', data: { calls } })
  })

  it('escapes user input', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    const lastName = '</script><script>alert(1)</script>\u2028'
    await server.opened.database.update(users).set({ lastName }).where(eq(users.id, person.userId))
    const { body } = await pageFor(person, '/profile')
    expect(body).not.toContain('alert(1)</script>')
    expect(body).not.toContain('\u2028')
    expect(initialStateIn(body).profile).toMatchObject({ lastName })
  })

  it.each([
    ['of the cookie', { ...inEnglish, cookie: 'lang=ru' }, 'ru'],
    ['of Accept-Language without a cookie', inEnglish, 'en'],
    ['ru by default', { 'accept-language': 'fr, de' }, 'ru'],
  ])('is in the language %s', async (_, headers, language) => {
    expect((await pageFor(server.visitor, '/events', headers)).body).toContain(`<html lang="${language}">`)
    expect(asked().language).toBe(language)
  })

  it('has a noscript message in both languages, with links', async () => {
    const { body } = await pageFor(server.visitor, '/events')
    expect(body).toContain('Без JavaScript страницы можно только читать.')
    // Firefox before 121 ignores rules with :has().
    expect(body).not.toContain(':has(')
    expect((await pageFor(server.visitor, '/events', inEnglish)).body).toContain(
      'Without JavaScript pages can only be read.<a href="/">Home</a><a href="/profile">Profile</a>',
    )
  })

  it('names the telephone of the school wherever it says that the app does not start', async () => {
    const env = { RENDER_TIMEOUT_MS: '1000', SUPPORT_PHONE: '+7 (495) 000-20-35' }
    const school = await openTestApp({ dist, renderPage, env })
    onTestFinished(() => school.close())
    const link = '<a href="tel:+74950002035">+7 (495) 000-20-35</a>'
    const { body } = await pageFor(school.visitor, '/events')
    expect(body).toContain(`<a href="/profile">Профиль</a> Телефон школы: ${link}</p></noscript>`)
    expect(body).toContain(`<p lang="ru" hidden>? Телефон школы: ${link}</p>`)
    expect(body).toContain(`<p lang="en" hidden>? School phone: ${link}</p>`)
  })
})

describe('The route guard', () => {
  it('redirects by an uncached HTTP redirect', async () => {
    renderPage.mockResolvedValue({ leadsTo: '/403?from=%2Fadm-panel%2F' })
    const { statusCode, headers } = await pageFor(server.visitor, '/adm-panel/')
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      303,
      '/403?from=%2Fadm-panel%2F',
      'no-store',
    ])
  })

  it('leaves a visitor’s home page to the browser, which asks for a sign-in', async () => {
    expect(isShell((await pageFor(server.visitor, '/')).body)).toBe(true)
    expect(renderPage).not.toHaveBeenCalled()
  })

  it('renders the 404 page for an unknown address, without user data', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    expect((await pageFor(person, '/no/such?page=1')).statusCode).toBe(404)
    expect(asked().address).toBe('/404')
    expect(JSON.parse(asked().initialState)).not.toHaveProperty('profile')
  })
})

describe('The page of unknown addresses', () => {
  it('is rendered once per language for any number of addresses', async () => {
    const fresh = await openTestApp({ dist, renderPage })
    const person = await fresh.signInAs({ roles: ['parent'] })
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => (n % 2 ? person : fresh.visitor).open(`/scan-${n}.php?x=${n}`)),
    )
    answers.push(await fresh.visitor.open('/404'))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(renderPage).toHaveBeenCalledOnce()
    await fresh.visitor.open('/other', inEnglish)
    expect(renderPage.mock.calls.map(([{ language }]) => language)).toEqual(['ru', 'en'])
    await fresh.close()
  })
})

describe('The shell is sent instead', () => {
  it.each<[string, () => ReturnType<RenderPage>]>([
    ['of a page that takes too long', () => new Promise(() => undefined)],
    ['of a page that cannot be rendered', async () => null],
    ['of a page whose render fails', async () => Promise.reject(new Error('a component broke'))],
  ])('%s, with the data that were loaded before', async (_, slowRender) => {
    renderPage.mockImplementation(async (_, { read, onLoaded }) => {
      onLoaded(`{"queries":[${await read?.('/api/v1/profile/events')}]}`)
      return slowRender()
    })
    const person = await server.signInAs({ roles: ['parent'] })
    const { body, statusCode } = await pageFor(person, '/events')
    expect([statusCode, isShell(body)]).toEqual([200, true])
    expect(initialStateIn(body).profile).toMatchObject({ id: person.userId })
    expect(initialStateIn(body).data).toEqual({ queries: [[]] })
  })
})

it('A failure of rendering is logged by its route, without the address', async () => {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) })
  const logging = await openTestApp({ dist, renderPage, log })
  renderPage.mockImplementation(async ({ address }) => Promise.reject(new TypeError(`Invalid URL: ${address}`)))
  await logging.visitor.open('/not-me/ONE-TIME-SECRET?%00=a')
  await logging.visitor.open('/auth/oauth-result?code=ONE-TIME-SECRET&state=ONE-TIME-SECRET')
  await logging.close()
  const logged = lines.join('')
  expect(logged).toContain('"route":"/not-me/:secret([^/]+)"')
  expect(logged).toContain('"type":"TypeError"')
  expect(logged).not.toContain('ONE-TIME-SECRET')
})
