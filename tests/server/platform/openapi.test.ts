import { beforeAll, expect, it } from 'vitest'
import { declaredCalls } from '#contract/calls.ts'
import { readEnv } from '#server/env.ts'
import type { OpenApiDocument, Operation } from '#server/plugins/openapi.ts'
import { startupBanner } from '#server/startup-banner.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
let document: OpenApiDocument
beforeAll(async () => {
  document = (await server.visitor.open('/api/openapi.json')).json()
})

function operations(): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
}

it('Every declared call is in the document once, with a unique id', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(
    operations()
      .map(([address]) => address)
      .sort(),
  ).toEqual(declaredCalls.map(({ call }) => call.address).sort())
  expect(new Set(operations().map(([, { operationId }]) => operationId)).size).toBe(declaredCalls.length)
})

it('Added calls are marked (D-19)', () => {
  const marked = operations().filter(([, operation]) => operation['x-added'])
  expect(marked.map(([address]) => address).sort()).toEqual([
    'DELETE /v1/catalog/basket/{id}',
    'DELETE /v1/catalog/queue/{id}',
    'DELETE /v1/profile/session/{id}',
    'DELETE /v1/schedule/feed-link',
    'DELETE /v1/schedule/group/move/{id}',
    'DELETE /v1/schedule/group/queue/{id}',
    'GET /v1/admin/audit/list',
    'GET /v1/admin/user/list',
    'GET /v1/admin/user/{id}',
    'GET /v1/auth/not-me/{secret}',
    'GET /v1/catalog/basket/list',
    'GET /v1/catalog/basket/{id}',
    'GET /v1/catalog/course/list',
    'GET /v1/catalog/course/{id}',
    'GET /v1/catalog/course/{id}/student/list',
    'GET /v1/catalog/queue/list',
    'GET /v1/learning/mark/newest',
    'GET /v1/learning/news',
    'GET /v1/learning/record-book-link',
    'GET /v1/parent/children/grade-book/journal-days',
    'GET /v1/parent/children/progress/overview',
    'GET /v1/parent/children/progress/trend',
    'GET /v1/profile/contract/payee',
    'GET /v1/profile/contract/{contractId}/document-link',
    'GET /v1/profile/contract/{contractId}/history',
    'GET /v1/profile/password/sign-in-names',
    'GET /v1/profile/session/list',
    'GET /v1/profile/tax-deduction',
    'GET /v1/profile/visit/list',
    'GET /v1/schedule/change/list',
    'GET /v1/schedule/feed-link',
    'GET /v1/schedule/group/move/list',
    'GET /v1/schedule/group/preview',
    'GET /v1/schedule/group/queue/list',
    'GET /v1/schedule/offer/{token}/student/list',
    'GET /v1/schedule/ticket/list',
    'GET /v1/student/grade-book/books',
    'GET /v1/student/grade-book/courses-without-journals',
    'GET /v1/student/grade-book/journal-days',
    'GET /v1/student/grade-book/mark-details',
    'GET /v1/student/grade-book/marks',
    'GET /v1/student/grade-book/score-journal',
    'GET /v1/student/grade-book/settings',
    'PATCH /v1/profile/tax-deduction/particulars',
    'POST /v1/admin/auth/login-as',
    'POST /v1/auth/not-me/{secret}',
    'POST /v1/catalog/basket',
    'POST /v1/catalog/queue/join',
    'POST /v1/learning/news/seen',
    'POST /v1/profile/tax-deduction/certificate',
    'POST /v1/schedule/feed-link',
    'POST /v1/schedule/group/queue/join',
  ])
})

it('Every call that changes data declares the rate-limit error', () => {
  const unlimited = operations().filter(([address, { responses }]) => !address.startsWith('GET') && !responses['429'])
  expect(unlimited).toEqual([])
  expect(document.paths['/v1/storage/avatar']?.post?.description).toContain(
    'At most 20 in 3600 seconds from one person',
  )
})

it('A call declares its parameters, body, response and errors', () => {
  const unlink = document.paths['/v1/profile/account/{id}']?.delete
  expect(unlink?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }])
  expect(Object.keys(unlink?.responses ?? {})).toEqual(['204', '401', '403', '404', '409', '428', '429', '500', '503'])
  expect(unlink?.security).toEqual([{ session: [] }])

  const enroll = document.paths['/v1/schedule/group/enroll']?.post
  expect(enroll?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: true }])
  expect(enroll?.requestBody?.content['application/json']?.schema).toMatchObject({
    additionalProperties: false,
    required: ['campaignUuid', 'opportunityUuid', 'groupUuid'],
  })

  const catalog = document.paths['/v1/catalog/course/list']?.get
  expect(catalog?.security).toBeUndefined()
  expect(catalog?.parameters?.find(({ name }) => name === 'filter')).toMatchObject({
    style: 'deepObject',
    required: false,
  })

  const avatar = document.paths['/v1/storage/avatar']?.post
  expect(Object.keys(avatar?.requestBody?.content ?? {})).toEqual([
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/gif',
  ])
  expect(avatar?.parameters).toMatchObject([{ name: 'x-file-extension', in: 'header', required: true }])
  expect(Object.keys(avatar?.responses ?? {})).toEqual([
    '200',
    '401',
    '403',
    '408',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ])
})

it('Without a published API there is no document and no reference, and the start log mentions neither', async () => {
  const env = { API_DOCS: 'off' }
  const unpublished = await openTestApp({ env })
  for (const path of ['/api/docs', '/api/openapi.json']) {
    const { statusCode, headers } = await unpublished.visitor.open(path)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json'])
  }
  expect(startupBanner(readEnv(env))).not.toContain('/api/docs')
  expect(startupBanner(readEnv({}))).toContain('/api/docs')
  await unpublished.close()
})

it('Swagger UI is served from our own origin, without inline scripts', async () => {
  const page = await server.visitor.open('/api/docs/')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const scripts = [...page.body.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
  expect(scripts.length).toBeGreaterThan(0)
  for (const [, attributes = '', code = ''] of scripts) {
    expect([/src="([^"]+)"/.exec(attributes)?.[1]?.startsWith('http'), code.trim()]).toEqual([false, ''])
  }
  expect(page.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  const initializer = await server.visitor.open('/api/docs/static/swagger-initializer.js')
  expect(initializer.body).toContain('/api/openapi.json')
})
