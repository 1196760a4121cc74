import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredCalls } from '#contract/calls.ts'
import { seedDemo } from '#server/db/demo/seed.ts'
import { openTestApp, type TestApp } from '#tests/support/app.ts'

const now = new Date('2026-10-14T09:00:00Z')
const footer = 'GET /v1/content/footer'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ now })
  await seedDemo(server.opened.database, { clock: () => now })
})
afterAll(() => server.close())

describe('What rarely changes', () => {
  test('is kept by the browser, and asked for again comes as 304 without a body', async () => {
    const first = await server.visitor.call(footer)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')

    const again = await server.visitor.call(footer, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers).not.toHaveProperty('content-type')
  })

  test('comes whole where something else is held: another tag, or the words of another language', async () => {
    const russian = await server.visitor.call(footer, { headers: { 'accept-language': 'ru' } })
    const held = { 'if-none-match': String(russian.headers.etag) }
    const english = await server.visitor.call(footer, { headers: { ...held, 'accept-language': 'en' } })
    expect(english.statusCode).toBe(200)
    expect(english.json()).toMatchObject({ groups: [{ title: 'Learning' }, {}, {}, {}] })
    const other = await server.visitor.call(footer, { headers: { 'if-none-match': '"0123"', 'accept-language': 'ru' } })
    expect([other.statusCode, other.payload]).toEqual([200, russian.payload])
  })

  test('has the same tag compressed and not', async () => {
    const plain = await server.visitor.call(footer)
    const compressed = await server.visitor.call(footer, { headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.headers.etag).toBe(plain.headers.etag)
  })

  test('is told to nobody without a session who needs one, whatever is held', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    const { headers } = await person.call('GET /v1/profile/events')
    const held = { 'if-none-match': String(headers.etag) }
    expect((await person.call('GET /v1/profile/events', { headers: held })).statusCode).toBe(304)
    const refused = await server.visitor.call('GET /v1/profile/events', { headers: held })
    expect([refused.statusCode, refused.headers['cache-control'], refused.headers.etag]).toEqual([
      401,
      'no-store',
      undefined,
    ])
  })

  const kept = declaredCalls.map(({ call }) => call).filter(({ revalidated }) => revalidated)
  const withoutParameters = kept.map(({ address }) => address).filter((address) => !address.includes('{'))
  test.each(withoutParameters)('is the same for everybody: %s', async (address) => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const [one, other] = [await parent.call(address), await administrator.call(address)]
    expect(one.statusCode).toBe(200)
    expect(one.payload).toBe(other.payload)
  })
})

test('What is a person’s own is kept nowhere and has no tag', async () => {
  const person = await server.signInAs({ roles: ['parent'] })
  const { headers } = await person.call('GET /v1/profile')
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
})
