import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { Refusal, refuse } from '#server/refusal.ts'
import { openTestApp, type TestApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const own = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }

describe('A request that is wrong is told how, as a problem document (D-21)', () => {
  it.each([
    [
      'broken JSON',
      { payload: '{"code":', headers: { 'content-type': 'application/json' } },
      400,
      'unreadable-request',
    ],
    [
      'a poisoned prototype',
      { payload: '{"__proto__":{}}', headers: { 'content-type': 'application/json' } },
      400,
      'unreadable-request',
    ],
    [
      'a form',
      { payload: 'code=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'wrong-media-type',
    ],
    ['plain text', { payload: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'wrong-media-type'],
    ['XML', { payload: '<a/>', headers: { 'content-type': 'application/xml' } }, 415, 'wrong-media-type'],
  ])('%s', async (_, { payload, headers }, status, type) => {
    const url = '/api/v1/auth/oauth-result'
    const answer = await server.app.inject({ method: 'POST', url, payload, headers: { ...own, ...headers } })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.headers['cache-control']).toBe('no-store')
    const { title, detail, ...rest } = answer.json<Record<string, unknown>>()
    expect([typeof title, typeof detail]).toEqual(['string', 'string'])
    expect(rest).toEqual({ type, status, requestId: answer.headers['x-request-id'] })
  })

  it('invalid values name the field and what is wrong with it', async () => {
    const body = { code: 5, state: 'x'.repeat(9000), extra: 1 }
    const answer = await server.visitor.call('POST /v1/auth/oauth-result', { body })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ errors: unknown }>().errors).toEqual([
      { path: 'code', message: 'wrong-type' },
      { path: 'state', message: 'too-long' },
      { path: 'extra', message: 'unknown-field' },
    ])
  })

  it('a missing body and a missing field are required', async () => {
    const empty = await server.visitor.call('POST /v1/auth/oauth-result', {
      headers: { 'content-type': 'application/json' },
    })
    expect([empty.statusCode, empty.json<{ errors: unknown }>().errors]).toEqual([
      422,
      [{ path: '', message: 'required' }],
    ])
    const student = await server.signInAs({ roles: ['student'] })
    const query = await student.call('GET /v1/student/schedule/list')
    expect([query.statusCode, query.json<{ errors: unknown }>().errors]).toEqual([
      422,
      [{ path: 'month_date', message: 'required' }],
    ])
  })

  it.each(['/api/v1/nothing', '/api/v1', '/api', '/api/', '/api/V1/profile', '/api/v1/profile/', '/api/short-token'])(
    '%s is no call',
    async (url) => {
      const answer = await server.app.inject({ method: 'GET', url })
      expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([404, 'not-found'])
    },
  )

  it('an address that is not even an address', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/v1/%zz' })
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json<{ type: string }>().type).toBe('unreadable-request')
  })

  it('a parameter that cannot be an id is not there, rather than invalid', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    const answer = await person.call(`GET /v1/profile/contract/1%27or%201/payment/${randomUUID()}/bill-link`)
    expect(answer.statusCode).toBe(404)
  })
})

describe('Of a failure of our own the visitor learns nothing but its id', () => {
  let failing: TestApp
  beforeAll(async () => {
    const opened = await openTestDatabase()
    failing = await openTestApp({ opened })
    await opened.close()
  })
  afterAll(() => failing.close())

  it('a database that is gone is 503', async () => {
    const cookie = { lk_session: 'A'.repeat(43) }
    const answer = await failing.app.inject({ method: 'GET', url: '/api/v1/profile', cookies: cookie })
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([503, 'unavailable'])
    expect(answer.body).not.toMatch(/select|pool|sessions/i)
  })
})

it('Every type of problem carries its own status, tries left and the time to come again', () => {
  for (const [type, status] of Object.entries(problemTypes)) {
    expect(new Refusal(type as ProblemType, 'why').status).toBe(status)
  }
  expect(() => refuse('invalid-values', 'Wrong code', { triesLeft: 2 })).toThrow(
    expect.objectContaining({ problem: 'invalid-values', triesLeft: 2 }),
  )
})
