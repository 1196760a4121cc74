import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { declaredCalls } from '#contract/calls.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'

const footer = 'GET /v1/content/footer'

const { server } = openDemoSchool()

describe('A cacheable response', () => {
  test('is answered with 304 without a body if unchanged', async () => {
    const first = await server.visitor.call(footer)
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"[\w+/=-]{20,}"$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')

    const again = await server.visitor.call(footer, { headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag])
  })

  test('is sent in full for another tag or in another language', async () => {
    const russian = await server.visitor.call(footer, { headers: { 'accept-language': 'ru' } })
    const held = { 'if-none-match': String(russian.headers.etag) }
    const english = await server.visitor.call(footer, { headers: { ...held, 'accept-language': 'en' } })
    expect(english.statusCode).toBe(200)
    expect(english.json()).toMatchObject({ groups: [{ title: 'Learning' }, {}, {}, {}] })
    const other = await server.visitor.call(footer, { headers: { 'if-none-match': '"0123"', 'accept-language': 'ru' } })
    expect([other.statusCode, other.payload]).toEqual([200, russian.payload])
  })

  test('has the same tag with and without compression', async () => {
    const plain = await server.visitor.call(footer)
    const compressed = await server.visitor.call(footer, { headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.headers.etag).toBe(plain.headers.etag)
  })

  test('requires a session, whatever tag the client holds', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    const { headers } = await person.call('GET /v1/profile/events')
    const held = { 'if-none-match': String(headers.etag) }
    expect((await person.call('GET /v1/profile/events', { headers: held })).statusCode).toBe(304)
    const refused = await server.visitor.call('GET /v1/profile/events', { headers: held })
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([401, 'no-store'])
  })

  const kept = declaredCalls.map(({ call }) => call).filter(({ revalidated }) => revalidated)
  const withoutParameters = kept.map(({ address }) => address).filter((address) => !address.includes('{'))
  const queries: Record<string, string> = { 'GET /v1/catalog/group/list': `groupUuids[]=${randomUUID()}` }
  test.each(withoutParameters)('is the same for all users: %s', async (address) => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const asked = { query: queries[address] ?? '' }
    const [one, other] = [await parent.call(address, asked), await administrator.call(address, asked)]
    expect(one.statusCode).toBe(200)
    expect(one.payload).toBe(other.payload)
  })
})

test('A private response is not stored and has no tag', async () => {
  const person = await server.signInAs({ roles: ['parent'] })
  const { headers } = await person.call('GET /v1/profile')
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
})
