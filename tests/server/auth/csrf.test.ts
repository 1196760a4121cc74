import { describe, expect, it } from 'vitest'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ env: { PUBLIC_URL: 'https://lk.school.example' } }))

async function postWith(headers: Record<string, string>): Promise<string> {
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/admin/auth/logout-as', headers })
  return answer.json<{ type: string }>().type
}

const own = 'https://lk.school.example'

describe('An unsafe call (D-34)', () => {
  it.each([
    ['from our own page', { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }],
    ['from our own page in a browser without Fetch Metadata', { origin: own, 'x-requested-with': 'lk' }],
  ])('%s is accepted', async (_, headers) => {
    expect(await postWith(headers)).toBe('unauthenticated')
  })

  it.each([
    ['without headers about its origin', { 'x-requested-with': 'lk' }],
    ['of another site', { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'lk' }],
    ['of a neighbour on the same site', { 'sec-fetch-site': 'same-site', 'x-requested-with': 'lk' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none', 'x-requested-with': 'lk' }],
    [
      'of another site that claims our origin',
      { 'sec-fetch-site': 'cross-site', origin: own, 'x-requested-with': 'lk' },
    ],
    ['of another origin', { origin: 'https://evil.example', 'x-requested-with': 'lk' }],
    ['of our host without TLS', { origin: 'http://lk.school.example', 'x-requested-with': 'lk' }],
    ['of an opaque origin', { origin: 'null', 'x-requested-with': 'lk' }],
    ['of an HTML form', { 'sec-fetch-site': 'same-origin' }],
    ['of a script in another mode', { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'XMLHttpRequest' }],
  ])('%s is refused', async (_, headers) => {
    expect(await postWith(headers)).toBe('origin-refused')
  })

  it.each([
    ['POST', '/somewhere'],
    ['DELETE', '/api/v1/somewhere'],
    ['POST', '/api/integration/v1/pupils'],
    ['PATCH', '/api/integration/v1/users'],
    ['POST', '/api/integration/v1/users/1'],
  ] as const)('that does not exist, %s %s, is not found', async (method, url) => {
    const { statusCode, headers, json } = await server.app.inject({ method, url })
    const { type } = json<{ type: string }>()
    expect([statusCode, headers['content-type'], type]).toEqual([404, 'application/problem+json', 'not-found'])
  })
})

it('Safe methods need no such headers', async () => {
  expect((await server.visitor.call('GET /v1/system/config')).statusCode).toBe(200)
})
