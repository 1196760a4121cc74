import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role, RoleGroup } from '#contract/roles.ts'
import { users } from '#server/db/schema/people.ts'
import { escapedForScript } from '#server/ssr/html-document.ts'
import { inlineScript, inlineScriptOfAll, writeBuiltPages } from '#tests/support/documents/built-pages.ts'
import { initialStateIn } from '#tests/support/documents/documents.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

let dist: string
let server: TestApp
beforeAll(async () => {
  dist = writeBuiltPages()
  server = await openTestApp({ dist, env: { API_DOCS: 'on' } })
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true })
})

function preloadsIn(html: string): string[] {
  return [...html.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g)].map(([, href = '']) => href)
}

async function pageFor(person: Person, path: string, cookies: Record<string, string> = {}) {
  const url = path
  return server.app.inject({ method: 'GET', url, cookies: { ...person.cookies, ...cookies } })
}

it('The address of a call of the release before leads to the call of this one', async () => {
  for (const url of [
    '/api/v1/catalog/queue/list',
    '/api/v1/schedule/group/queue/list',
    '/api/v1/schedule/group/move/list',
    '/api/v1/profile/contract/payee',
  ]) {
    const { statusCode } = await pageFor(server.visitor, url)
    // Not signed in: 404 would be an unknown address.
    expect([url, statusCode]).toEqual([url, 401])
  }
})

describe('An address that is not UTF-8 in percent-encoding', () => {
  it.each(['/catalog/100%', '/%EA%E0%F2', '/schedule%', '/%', '/%C0%AF?a=%', '/100%25%'])(
    '%s is the page of unknown addresses',
    async (url) => {
      for (const [language, lang] of [
        ['ru', '<html lang="ru"'],
        ['en', '<html lang="en"'],
      ] as const) {
        const headers = { 'accept-language': language }
        const answer = await server.app.inject({ method: 'GET', url, headers })
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
        expect(answer.body).toContain(lang)
        expect(answer.headers).toMatchObject({
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'permissions-policy': expect.any(String),
        })
      }
    },
  )

  it('keeps the query of a page', async () => {
    const answer = await pageFor(server.visitor, '/catalog?search=100%')
    expect(answer.statusCode).toBe(200)
  })
})

describe('The document', () => {
  it('contains config for a visitor, without a profile', async () => {
    const answer = await pageFor(server.visitor, '/catalog')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers['cache-control']).toBe('no-store')
    const initialState = initialStateIn(answer.body)
    expect(initialState.config).toEqual((await server.visitor.call('GET /v1/system/config')).json())
    expect(initialState.profile).toBeNull()
  })

  it('opens an address without a search with the child that the parent has chosen last', async () => {
    const [parent, student] = await Promise.all([
      server.signInAs({ roles: ['parent'] }),
      server.signInAs({ roles: ['student'] }),
    ])
    const child = '22222222-2222-4222-8222-222222222222'
    const locationOf = async (person: typeof parent, path: string, chosen = child) =>
      (await pageFor(person, path, { [`child_${person.userId}`]: chosen })).headers.location
    expect(await locationOf(parent, '/progress')).toBe(`/progress?child=${child}`)
    expect(await locationOf(parent, '/grade-book/?')).toBe(`/grade-book/?child=${child}`)
    expect(await locationOf(parent, '/schedule')).toBe(`/schedule?filter[child]=${child}`)
    expect(await locationOf(parent, '/schedule?view=week')).toBeUndefined()
    expect(await locationOf(parent, '/events')).toBeUndefined()
    expect(await locationOf(parent, '/progress', '//evil.example')).toBeUndefined()
    expect(await locationOf(student, '/schedule')).toBeUndefined()
  })

  it('escapes names', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    const lastName = '</script><script>alert(1)</script><!--<script>\u2028$&$1'
    await server.opened.database.update(users).set({ lastName }).where(eq(users.id, person.userId))
    const { body } = await pageFor(person, '/profile')
    expect(body).not.toContain('alert(1)</script>')
    expect(initialStateIn(body).profile).toMatchObject({ lastName })
    expect(escapedForScript(JSON.stringify('<\u2028\u2029'))).toBe('"\\u003c\\u2028\\u2029"')
  })

  it('has its language in `lang`, from the cookie', async () => {
    const russian = await pageFor(server.visitor, '/')
    expect(russian.body).toContain('<html lang="ru">')
    const english = await pageFor(server.visitor, '/', { lang: 'en' })
    expect(english.body).toContain('<html lang="en">')
    const unknown = await pageFor(server.visitor, '/', { lang: '"><script>' })
    expect(unknown.body).toContain('<html lang="ru">')
  })

  it('allows inline scripts by hash only', async () => {
    const { headers } = await pageFor(server.visitor, '/')
    const hashes = [inlineScriptOfAll, inlineScript].map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes.join(' ')};`)
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('is served without the database, and says that the profile could not be read', async () => {
    const opened = await openTestDatabase()
    const failing = await openTestApp({ dist, opened })
    await opened.close()
    const cookies = { lk_session: 'A'.repeat(43) }
    const answer = await failing.app.inject({ method: 'GET', url: '/contracts-and-payments', cookies })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    const { profile, data } = initialStateIn(answer.body)
    expect([profile, data]).toEqual([undefined, undefined])
    expect(preloadsIn(answer.body)).toContain('/assets/failed-1.js')
    await failing.close()
  })
})

describe('A page whose session cannot be read', () => {
  it('is the error page, without the failed statement', async () => {
    const broken = await openTestApp({ dist })
    try {
      const person = await broken.signInAs({ roles: ['parent'] })
      await broken.opened.database.execute('alter table sessions rename column user_id to person_id')
      const answer = await broken.app.inject({ method: 'GET', url: '/events', cookies: person.cookies })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
      expect(answer.body).not.toMatch(/select|sessions/)
    } finally {
      await broken.close()
    }
  })
})

describe('The code of the requested page is preloaded with its messages', () => {
  const homeTexts = '/assets/home-ru-1.js'
  it.each<[string, string, readonly Role[], RoleGroup | undefined, string[]]>([
    ['an address', '/contracts-and-payments', ['student'], undefined, ['/assets/contracts-1.js', '/assets/table-1.js']],
    [
      'an address with a slash at its end',
      '/profile/',
      ['student'],
      undefined,
      ['/assets/profile-1.js', '/assets/profile-ru-1.js'],
    ],
    ['the schedule', '/schedule?view=week', ['student'], undefined, ['/assets/schedule-1.js']],
    ['home of a parent', '/', ['parent'], undefined, ['/assets/parent-home-1.js', '/assets/table-1.js', homeTexts]],
    ['home of a teacher', '/', ['teacher'], undefined, ['/assets/today-1.js', homeTexts]],
    ['the address that it leads to', '/profile?tab=today', ['teacher'], undefined, ['/assets/today-1.js', homeTexts]],
    ['home of a student', '/', ['student'], undefined, ['/assets/today-1.js', homeTexts]],
    [
      'home of a spo_parent, who passes no parent check',
      '/',
      ['spo_parent'],
      undefined,
      ['/assets/today-1.js', homeTexts],
    ],
    ['another screen with such a search', '/schedule?tab=today', ['student'], undefined, ['/assets/schedule-1.js']],
    ['any address of an administrator', '/events', ['administrator'], undefined, ['/assets/admin-1.js']],
    [
      'an administrator in the teacher group',
      '/',
      ['administrator', 'teacher'],
      'teacher',
      ['/assets/today-1.js', homeTexts],
    ],
    ['an unknown address', '/nothing/here', ['student'], undefined, ['/assets/not-found-1.js']],
  ])('%s', async (_, path, roles, group, expected) => {
    const person = await server.signInAs({ roles, ...(group && { group }) })
    const preloads = preloadsIn((await pageFor(person, path)).body)
    expect(preloads.sort()).toEqual(['/assets/ru-1.js', ...expected].sort())
  })
})

describe('An address of the server', () => {
  it.each([
    ['/', 200],
    ['/schedule/?view=week', 200],
    ['/contracts-and-payments/1', 200],
    ['/403', 403],
    ['/404', 404],
    ['/500', 500],
    ['/no/such/page', 404],
  ])('%s is a page with the status %i', async (path, status) => {
    const answer = await pageFor(server.visitor, path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
  })

  it.each(['/no/such/page', '/404', '/404?lost=document'])('%s contains no user data', async (path) => {
    const person = await server.signInAs({ roles: ['parent'] })
    const initialState = initialStateIn((await pageFor(person, path)).body)
    const { config, now, lastChangeId } = initialState
    expect(initialState).toEqual({ config, now, lastChangeId })
  })

  it.each(['/assets/gone-2.js', '/assets/', '/assets/..%2f.vite/manifest.json', '/api/nothing'])(
    '%s is not a page',
    async (path) => {
      const answer = await pageFor(server.visitor, path)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json'])
    },
  )

  it.each(['/.vite/manifest.json', '/index.html', '/assets/../.vite/manifest.json', '/%2e%2e/package.json'])(
    '%s does not expose files of the build',
    async (path) => {
      const answer = await pageFor(server.visitor, path)
      expect(answer.body).not.toContain('src/routes')
      expect(answer.body).not.toContain('<!--initial-state-->')
    },
  )
})

describe('A file of the build', () => {
  it('is compressed as the browser accepts, and immutable', async () => {
    const ask = (encoding: string) =>
      server.app.inject({ method: 'GET', url: '/assets/index-1.js', headers: { 'accept-encoding': encoding } })
    const brotli = await ask('gzip, deflate, br')
    const zipped = await ask('gzip')
    const plain = await ask('identity')
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload)
    // Each file needs only the headers that concern files.
    const security = ['cross-origin-resource-policy', 'x-content-type-options']
    const own = ['cache-control', 'connection', 'content-encoding', 'content-length', 'content-type', 'date', 'vary']
    expect(Object.keys(brotli.headers).sort()).toEqual([...own, ...security].sort())
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload)).toEqual(plain.rawPayload)
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  it('without a hash in its name is revalidated after an hour', async () => {
    const answer = await pageFor(server.visitor, '/favicon.svg')
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=3600', 'content-type': 'image/svg+xml' })
    const headers = { 'if-none-match': String(answer.headers.etag) }
    expect((await server.app.inject({ method: 'GET', url: '/favicon.svg', headers })).statusCode).toBe(304)
  })
})

it('Dynamic responses are compressed', async () => {
  const ask = (encoding: string) =>
    server.app.inject({ method: 'GET', url: '/api/openapi.json', headers: { 'accept-encoding': encoding } })
  const plain = await ask('identity')
  const brotli = await ask('br')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  const zipped = await ask('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
})

it('A refused encoding is not used', async () => {
  const encodingOf = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted }
    const answer = await server.app.inject({ method: 'GET', url: '/api/openapi.json', headers })
    return answer.headers['content-encoding']
  }
  expect(await encodingOf('br;q=0, gzip')).toBe('gzip')
  expect(await encodingOf('br;q=0, gzip;q=0')).toBeUndefined()
})
