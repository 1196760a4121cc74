import { beforeAll, expect, it } from 'vitest'
import { declaredCalls } from '#contract/calls.ts'
import { readEnv } from '#server/environment/env.ts'
import { fileNames } from '#server/integration/formats/units.ts'
import type { OpenApiDocument, Operation } from '#server/plugins/openapi.ts'
import { startupBanner } from '#server/startup-banner.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ env: { API_DOCS: 'on' } }))
let document: OpenApiDocument
beforeAll(async () => {
  document = (await server.visitor.open('/api/openapi.json')).json()
})

function operations(isForPrograms = false): [string, Operation][] {
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/integration/') === isForPrograms)
  return paths.flatMap(([path, methods]) =>
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

it('Every call that changes data declares the rate-limit error', () => {
  const unlimited = operations().filter(([address, { responses }]) => !address.startsWith('GET') && !responses['429'])
  expect(unlimited).toEqual([])
  expect(document.paths['/v1/storage/avatar']?.post?.description).toContain(
    'At most 20 in 3600 seconds from one person',
  )
})

it('Every collection of the import is in the document, with the columns of its records', () => {
  const ids = [...operations(), ...operations(true)].map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(operations(true)).toHaveLength(1 + 5 * fileNames.length)
  expect(document.paths['/integration/v1/users']?.put?.requestBody?.content['application/json']?.schema).toMatchObject({
    items: {
      required: ['sourcedId', 'givenName', 'familyName'],
      properties: { email: { type: ['string', 'null'] }, agentSourcedIds: { type: 'array' } },
    },
  })
  const unlimited = operations(true).filter(([, { responses }]) => !responses['429'])
  expect(unlimited).toEqual([])
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
    'image/jpg',
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
  const quiet = { canSignIn: true, appointed: null, warnings: [] }
  const unpublished = await openTestApp({ env })
  for (const path of ['/api/docs', '/api/openapi.json']) {
    const { statusCode, headers } = await unpublished.visitor.open(path)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json'])
  }
  expect(startupBanner(readEnv(env), quiet).ru).not.toContain('/api/docs')
  expect(startupBanner(readEnv({}), quiet).ru).toContain('/api/docs')
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
