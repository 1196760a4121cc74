import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Boot } from '#contract/boot.ts'
import type { Paint, ToPaint } from '#contract/painting.ts'
import { users } from '#server/db/schema/people.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/app.ts'
import { inlineScriptOfAll, writeBuiltPages } from '#tests/support/built-pages.ts'
import { bootIn } from '#tests/support/documents.ts'

// What the server does with a page that is painted elsewhere: tests/routes/drawn.test.ts paints real ones.
const paint = vi.fn<Paint>()
const asPainted = {
  screen: 'events',
  title: 'Кто & <что>',
  markup: '<link rel="preload" as="image" href="/a.png"/><h1>$&</h1>',
} as const

let dist: string
let server: TestApp
beforeAll(async () => {
  dist = writeBuiltPages()
  server = await openTestApp({ dist, paint, env: { PAINT_WITHIN_MS: '1000' } })
})
beforeEach(() => {
  paint.mockReset().mockResolvedValue(asPainted)
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true })
})

const isShell = (html: string) => html.includes('<p>shell</p>')
const asked = () => paint.mock.calls[0]?.[0] as ToPaint
const inEnglish = { 'accept-language': 'en-GB,en;q=0.9,ru;q=0.8' }
const pageFor = (person: Person, path: string, headers: Record<string, string> = {}) => person.open(path, headers)

describe('A painted document', () => {
  it('has the page in its place, its pictures and title in the head, its styles in it and its scripts last', async () => {
    const { body, statusCode, headers } = await pageFor(server.visitor, '/events')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain('<title>Кто &amp; &lt;что></title><link rel="preload" as="image" href="/a.png"/>')
    expect(body).toContain('<div id="root" data-painted="events"><h1>$&</h1></div>')
    expect(body).toContain('<style>body{margin:0}</style>')
    expect(body).not.toMatch(/stylesheet|shell/)
    expect(body.trimEnd()).toMatch(/<script type="module" src="\/assets\/index-1.js"><\/script><\/body><\/html>$/)
  })

  it('is painted from what it brings along, and from nothing else of the person', async () => {
    const person = await server.signInAs({ roles: ['parent', 'teacher'], group: 'teacher' })
    const { body } = await pageFor(person, '/profile?x=1')
    const { address, language, roleGroup, boot } = asked()
    expect({ address, language, roleGroup }).toEqual({ address: '/profile?x=1', language: 'ru', roleGroup: 'teacher' })
    expect(JSON.parse(boot)).toEqual(bootIn(body))
    expect((JSON.parse(boot) as Boot).now).toBe(server.clock.now.getTime())
  })

  it('cannot be broken out of by what a person has written', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    const lastName = '</script><script>alert(1)</script>\u2028'
    await server.opened.database.update(users).set({ lastName }).where(eq(users.id, person.userId))
    const { body } = await pageFor(person, '/profile')
    expect(body).not.toContain('alert(1)</script>')
    expect(body).not.toContain('\u2028')
    expect(bootIn(body).profile).toMatchObject({ lastName })
  })

  it('runs nothing that stands in it but what says that its code does not come', async () => {
    const { body, headers } = await pageFor(server.visitor, '/events')
    const scripts = body.matchAll(/<script(?![^>]*(?: src=|type="application\/json"))[^>]*>(.*?)<\/script>/gs)
    expect(Array.from(scripts, ([, code]) => code)).toEqual([inlineScriptOfAll])
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  })

  it.each([
    ['what the device remembers', { ...inEnglish, cookie: 'lang=ru' }, 'ru'],
    ['else what the browser asks for', inEnglish, 'en'],
    ['else Russian', { 'accept-language': 'fr, de' }, 'ru'],
  ])('is in the language of %s', async (_, headers, language) => {
    expect((await pageFor(server.visitor, '/events', headers)).body).toContain(`<html lang="${language}">`)
    expect(asked().language).toBe(language)
  })

  it('says in both languages what it is without scripts, with the ways on', async () => {
    expect((await pageFor(server.visitor, '/events')).body).toContain('Без JavaScript страницы можно только читать.')
    expect((await pageFor(server.visitor, '/events', inEnglish)).body).toContain(
      'Without JavaScript pages can only be read.<a href="/">Home</a><a href="/profile">Profile</a>',
    )
  })
})

describe('The guard', () => {
  it('leads on by a real redirect, that nobody keeps', async () => {
    paint.mockResolvedValue({ leadsTo: '/403?from=%2Fadm-panel%2F' })
    const { statusCode, headers } = await pageFor(server.visitor, '/adm-panel/')
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      303,
      '/403?from=%2Fadm-panel%2F',
      'no-store',
    ])
  })

  it('leaves a visitor’s home to the browser, which asks them to sign in', async () => {
    expect(isShell((await pageFor(server.visitor, '/')).body)).toBe(true)
    expect(paint).not.toHaveBeenCalled()
  })

  it('has an address that nobody knows painted as the page that says so, for nobody', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    expect((await pageFor(person, '/no/such?page=1')).statusCode).toBe(404)
    expect(asked().address).toBe('/404')
    expect(JSON.parse(asked().boot)).not.toHaveProperty('profile')
  })
})

describe('The shell goes out instead', () => {
  it.each<[string, Paint]>([
    ['of a page that takes too long', () => new Promise(() => undefined)],
    ['of one that cannot be painted', async () => null],
    ['of one whose painting fails', async () => Promise.reject(new Error('a component broke'))],
  ])('%s, with all that was known by then', async (_, painting) => {
    paint.mockImplementation(painting)
    const person = await server.signInAs({ roles: ['parent'] })
    const { body, statusCode } = await pageFor(person, '/events')
    expect([statusCode, isShell(body)]).toEqual([200, true])
    expect(bootIn(body).profile).toMatchObject({ id: person.userId })
    expect(bootIn(body).answers.map(({ asked: { call } }) => call)).toContain('GET /v1/profile/events')
  })
})
