import { afterEach, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/app.ts'

let server: TestApp
afterEach(() => server.close())

it('Sign-in calls over the limit of an address are told when to come again; other calls and addresses are not', async () => {
  server = await openTestApp({ env: { SIGN_INS_PER_MINUTE: '3', TRUST_PROXY: '1' } })
  const ask = (address: string, from: string) => server.visitor.call(address, { headers: { 'x-forwarded-for': from } })
  const link = 'GET /v1/auth/logout-link'

  for (const _ of [1, 2, 3]) expect((await ask(link, '192.0.2.1')).statusCode).toBe(200)
  const refused = await ask(link, '192.0.2.1')
  expect([refused.statusCode, refused.json<{ type: string }>().type]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)

  expect((await ask('POST /v1/auth/oauth-result', '192.0.2.1')).statusCode).toBe(429)
  expect((await ask('GET /v1/system/config', '192.0.2.1')).statusCode).toBe(200)
  expect((await ask(link, '192.0.2.2')).statusCode).toBe(200)
})

it('Without a proxy the forwarded address is a claim of the client and counts for nothing', async () => {
  server = await openTestApp({ env: { SIGN_INS_PER_MINUTE: '1' } })
  const ask = (from: string) =>
    server.visitor.call('GET /v1/auth/logout-link', { headers: { 'x-forwarded-for': from } })
  expect((await ask('192.0.2.1')).statusCode).toBe(200)
  expect((await ask('192.0.2.2')).statusCode).toBe(429)
})

it('A body beyond 64 KiB is not read', async () => {
  server = await openTestApp()
  const answer = await server.visitor.call('POST /v1/auth/oauth-result', { body: { code: 'x'.repeat(70_000) } })
  expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([413, 'too-large'])
})
