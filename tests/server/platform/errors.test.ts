import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { HttpError, throwProblem } from '#server/http/http-error.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())

const own = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }

describe('An invalid request is answered with a problem document (D-21)', () => {
  it.each([
    ['broken JSON', '{"code":', 'application/json', 400, 'unreadable-request'],
    ['a poisoned prototype', '{"__proto__":{}}', 'application/json', 400, 'unreadable-request'],
    ['more than 64 KiB', JSON.stringify({ code: 'x'.repeat(70_000) }), 'application/json', 413, 'too-large'],
    ['a form', 'code=1', 'application/x-www-form-urlencoded', 415, 'wrong-media-type'],
    ['plain text', '{}', 'text/plain', 415, 'wrong-media-type'],
  ])('%s', async (_, payload, type, status, problem) => {
    const headers = { ...own, 'content-type': type }
    const url = '/api/v1/auth/oauth-result'
    const answer = await server.app.inject({ method: 'POST', url, payload, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.headers['cache-control']).toBe('no-store')
    const { title, detail, ...rest } = answer.json<Record<string, unknown>>()
    expect([typeof title, typeof detail]).toEqual(['string', 'string'])
    expect(rest).toEqual({ type: problem, status, requestId: answer.headers['x-request-id'] })
  })

  it('invalid values are reported with field and reason', async () => {
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

  it.each([
    ['PATCH /v1/profile', { body: { firstName: 'Ан\0на' } }, 'firstName'],
    ['PATCH /v1/profile', { body: { avatar: '/storage/avatars/\0.webp' } }, 'avatar'],
    ['POST /v1/admin/auth/login-as', { body: { userId: randomUUID(), reason: 'Родитель не видит \0' } }, 'reason'],
    ['GET /v1/admin/user/list', { query: 'search=%00' }, 'search'],
    ['GET /v1/admin/audit/list', { query: 'search=%00' }, 'search'],
    ['GET /v1/catalog/course/list', { query: 'filter[subject][]=%00' }, 'filter.subject.0'],
    ['POST /v1/auth/oauth-result', { body: { code: '\0', state: 'x' } }, 'code'],
    ['PATCH /v1/profile/password/change', { body: { currentPassword: '\ud800', newPassword: 'x' } }, 'currentPassword'],
  ])('%s names the field with text that the database cannot store (%#)', async (address, asking, path) => {
    const twoFactorLastCheck = server.clock.now
    const person = await server.signInAs({ roles: ['parent', 'administrator'], twoFactorLastCheck })
    const answer = await person.call(address, asking)
    expect([answer.statusCode, answer.json<{ errors: unknown }>().errors]).toEqual([
      422,
      [{ path, message: 'wrong-characters' }],
    ])
  })

  it.each([
    '/api/v1/catalog/course/%00',
    '/api/%00',
    '/api/v1/profile/account/iam-oauth-url/%00',
    '/storage/avatars/%00.webp',
    '/auth/sign-out/%00',
    '/auth/link-result/%00',
  ])('%s cannot be read', async (url) => {
    const answer = await server.app.inject({ method: 'GET', url })
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([400, 'unreadable-request'])
  })

  it.each([
    ['GET', '/api/v1/catalog/course/100%'],
    ['GET', '/api/%EA%E0%F2'],
    ['POST', '/api/v1/%C0%AF'],
    ['GET', '/storage/avatars/%EA.webp'],
    ['GET', '/auth/sign-out/%'],
  ] as const)('%s %s with a broken escape cannot be read, with security headers', async (method, url) => {
    const answer = await server.app.inject({ method, url, headers: own })
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([400, 'unreadable-request'])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  })

  it('a body that is not UTF-8 cannot be read', async () => {
    const headers = { ...own, 'content-type': 'application/json' }
    const payload = Buffer.from('{"code":"\xff"}', 'latin1')
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/auth/oauth-result', payload, headers })
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([400, 'unreadable-request'])
  })

  it.each([
    ['0000-01-01', 'too-small'],
    ['1899-12-31', 'too-small'],
    ['2200-01-01', 'too-big'],
    ['9999-12-31', 'too-big'],
    ['2026-02-30', 'wrong-format'],
  ])('the day %s is %s', async (day, message) => {
    const person = await server.signInAs({ roles: ['administrator', 'parent'] })
    const listed = await person.call('GET /v1/admin/audit/list', { query: `to=${day}` })
    expect([listed.statusCode, listed.json<{ errors: unknown }>().errors]).toEqual([422, [{ path: 'to', message }]])
    const body = { section: 'schedule', at: `${day}T00:00:00Z` }
    const seen = await person.call('POST /v1/learning/unseen/seen', { body })
    expect([seen.statusCode, seen.json<{ errors: unknown }>().errors]).toEqual([422, [{ path: 'at', message }]])
  })

  it.each(['/api/v1/nothing', '/api/v1', '/api', '/api/', '/api/V1/profile', '/api/v1/profile/', '/api/short-token'])(
    '%s is not a call',
    async (url) => {
      const answer = await server.app.inject({ method: 'GET', url })
      expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([404, 'not-found'])
    },
  )

  it('an id with an invalid format is not found rather than invalid', async () => {
    const person = await server.signInAs({ roles: ['parent'] })
    const answer = await person.call(`GET /v1/profile/contract/1%27or%201/payment/${randomUUID()}/bill-link`)
    expect(answer.statusCode).toBe(404)
  })
})

describe('An internal error exposes only its id', () => {
  let failing: TestApp
  beforeAll(async () => {
    const opened = await openTestDatabase()
    failing = await openTestApp({ opened })
    await opened.close()
  })
  afterAll(() => failing.close())

  it('an unavailable database gives 503', async () => {
    const cookie = { lk_session: 'A'.repeat(43) }
    const answer = await failing.app.inject({ method: 'GET', url: '/api/v1/profile', cookies: cookie })
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([503, 'unavailable'])
    expect(answer.body).not.toMatch(/select|pool|sessions/i)
  })
})

it('Every problem type has its own status, remaining attempts and retry time', () => {
  for (const [type, status] of Object.entries(problemTypes)) {
    expect(new HttpError(type as ProblemType, 'why').status).toBe(status)
  }
  expect(() => throwProblem('invalid-values', 'Wrong code', { triesLeft: 2 })).toThrow(
    expect.objectContaining({ type: 'invalid-values', triesLeft: 2 }),
  )
})
