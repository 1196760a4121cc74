import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'

async function headersAt(env: Record<string, string>, path = '/healthz'): Promise<Record<string, unknown>> {
  const server = await openTestApp({ env })
  const answer = await server.visitor.open(path)
  await server.close()
  return headersOf(answer)
}

/** The security headers; the other headers belong to the response itself. */
function headersOf({ headers }: { headers: Record<string, unknown> }): Record<string, unknown> {
  const rest = ['cache-control', 'connection', 'content-length', 'content-type', 'date', 'etag', 'vary', 'x-request-id']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !rest.includes(name)))
}

const everywhere = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

it('Every response restricts sources to our own origin', async () => {
  expect(await headersAt({})).toEqual({
    ...everywhere,
    'content-security-policy':
      "default-src 'self';base-uri 'none';object-src 'none';frame-ancestors 'none';form-action 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob: https:;font-src 'self';connect-src 'self';frame-src 'none'",
  })
})

it('Over https the response has Strict-Transport-Security and allows the configured third parties', async () => {
  const thirdParties = {
    TAG_MANAGER_ID: 'GTM-1',
    COUNTER_IDS: '101',
    CHAT_SCRIPT_URL: 'https://chat.example/chat.js',
    PROFILE_SERVICE_URL: 'https://profiles.example/in',
  }
  expect(await headersAt({ PUBLIC_URL: 'https://lk.school.example', ...thirdParties })).toEqual({
    ...everywhere,
    'content-security-policy':
      "default-src 'self';base-uri 'none';object-src 'none';frame-ancestors 'none';form-action 'self';script-src 'self' https://www.googletagmanager.com https://mc.yandex.ru https://mc.yandex.com https://chat.example;style-src 'self' 'unsafe-inline';img-src 'self' data: blob: https:;font-src 'self' https://chat.example;connect-src 'self' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com https://mc.yandex.ru https://mc.yandex.com https://chat.example https://profiles.example;frame-src https://chat.example;upgrade-insecure-requests",
    'strict-transport-security': 'max-age=31536000',
  })
})

it('hosts of third parties that no page may load are not allowed', async () => {
  const headers = await headersAt({ DEMO: 'off', ...payeeVariables, COUNTER_IDS: '101' })
  expect(headers['content-security-policy']).not.toContain('mc.yandex')
})

const ofCalls = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

describe('Without https', () => {
  let server: TestApp
  let person: Person
  beforeAll(async () => {
    server = await openTestApp({ env: { API_DOCS: 'on' } })
    person = await server.signInAs({ roles: ['parent'] })
  })
  afterAll(() => server.close())

  it('API responses and errors have no headers for documents', async () => {
    const answers = [
      await server.visitor.call('GET /v1/content/footer'),
      await person.call('GET /v1/profile'),
      await server.visitor.call('GET /v1/profile'),
      await person.call('PATCH /v1/profile', { body: { firstName: 7 } }),
      await person.call('GET /v1/admin/user/list'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 422, 403])
    for (const answer of answers) expect(headersOf(answer)).toEqual(ofCalls)
  })

  it.each(['/api/no/such/call', '/api/docs', '/nothing'])(
    'everything else is treated as a document: %s',
    async (path) => {
      const headers = headersOf(await server.visitor.open(path))
      expect(headers).toEqual({
        ...everywhere,
        'content-security-policy': expect.stringContaining("script-src 'self'"),
      })
    },
  )

  it('every response has a request id, except the files of the build', async () => {
    const paths = ['/healthz', '/api/v1/profile', '/nothing', '/assets/gone.js']
    const answers = await Promise.all(paths.map((path) => server.visitor.open(path)))
    const isNamed = answers.map(({ headers }) => /^[0-9a-f-]{36}$/.test(String(headers['x-request-id'])))
    expect(isNamed).toEqual([true, true, true, false])
  })
})
