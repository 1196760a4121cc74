import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createOidcClient } from '#server/auth/oidc/client.ts'
import { readEnv } from '#server/environment/env.ts'
import { createTrustFunction, normalizeForwardedHeaders } from '#server/http/trust-proxy.ts'
import { addProviderAccounts } from '#server/idp/accounts/accounts.ts'
import { startEmbeddedProvider } from '#server/idp/provider.ts'
import { networkOfAddress } from '#server/security/rate-limit-counters.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'

const proxy = '10.0.0.1'
const forged = '203.0.113.66'

describe('The client address', () => {
  test.each([
    ['off', '192.0.2.1', `${forged}`, '192.0.2.1'],
    ['1', '192.0.2.1', undefined, '192.0.2.1'],
    ['1', proxy, '192.0.2.1', '192.0.2.1'],
    ['1', proxy, `${forged}, 192.0.2.1`, '192.0.2.1'],
    ['1', proxy, `${forged}, ${forged},${forged} , 192.0.2.1`, '192.0.2.1'],
    ['2', proxy, `${forged}, 192.0.2.1, 10.0.0.2`, '192.0.2.1'],
    ['2', proxy, '192.0.2.1', '192.0.2.1'],
    ['10.0.0.0/8', proxy, `${forged}, 192.0.2.1`, '192.0.2.1'],
    ['10.0.0.0/8', `::ffff:${proxy}`, `${forged}, 192.0.2.1, 10.0.0.2`, '192.0.2.1'],
    ['10.0.0.0/8', '192.0.2.1', `${forged}, ${proxy}`, '192.0.2.1'],
    ['10.0.0.1,10.0.0.2', proxy, `${forged}, 10.0.0.3, 10.0.0.2`, '10.0.0.3'],
    ['2001:db8::/32', '2001:db8::1', `${forged}, 2001:db9::5`, '2001:db9::5'],
    ['10.0.0.0/8', proxy, '10.0.0.7', '10.0.0.7'],
    ['1', proxy, `${forged}, not an address`, 'not an address'],
  ])(
    'with TRUST_PROXY %s, from %s with X-Forwarded-For «%s», is the same to both servers: %s',
    async (said, from, claimed, address) => {
      const trust = createTrustFunction(readEnv({ TRUST_PROXY: said }).TRUST_PROXY)
      const headers = claimed === undefined ? {} : { 'x-forwarded-for': claimed }

      const app = Fastify({ trustProxy: trust })
      app.get('/', async (request) => request.ip)
      expect((await app.inject({ url: '/', remoteAddress: from, headers })).payload).toBe(address)

      expect(settled({ from, headers }, said)['x-forwarded-for']).toBe(address)
    },
  )

  test('ignores forwarded scheme and host except the last values of the proxy', () => {
    const headers = { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, id.school.example' }
    expect(settled({ from: proxy, headers }, '1')).toMatchObject({
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'id.school.example',
    })
    for (const setting of ['off', '10.1.0.0/16']) {
      expect(Object.keys(settled({ from: proxy, headers }, setting))).toEqual(['x-forwarded-for'])
    }
  })

  test('is the network of an IPv6 address, without the port that some proxies add', () => {
    const addresses = [
      '192.0.2.7',
      '192.0.2.7:5123',
      '::ffff:192.0.2.7',
      '::ffff:c000:207',
      '2001:0db8::1',
      'fe80::1%eth0',
      '[2001:db8::2]:443',
      'unknown',
    ]
    expect(addresses.map(networkOfAddress)).toEqual([
      '192.0.2.7',
      '192.0.2.7',
      '192.0.2.7',
      '192.0.2.7',
      '2001:db8:0:0::/64',
      'fe80:0:0:0::/64',
      '2001:db8:0:0::/64',
      'unknown',
    ])
  })
})

function settled({ from, headers }: { from: string; headers: Record<string, string> }, said: string) {
  const request = { headers: { ...headers }, socket: { remoteAddress: from } } as unknown as IncomingMessage
  normalizeForwardedHeaders(request, createTrustFunction(readEnv({ TRUST_PROXY: said }).TRUST_PROXY))
  return request.headers
}

test('The sign-in page counts by the address that the proxy saw, whatever the client claims', async () => {
  const opened = await openTestDatabase()
  const { database } = opened
  await addProviderAccounts(database, [{ subject: 'olga', login: 'olga', name: 'Ольга', passwordHash: null }])
  const home = 'http://localhost:4999'
  const log = pino({ level: 'silent' })
  const clock = () => new Date('2035-09-03T09:00:00.000Z')
  const env = readEnv({ IDP_PORT: '0', PUBLIC_URL: home, TRUST_PROXY: '1', SIGN_INS_PER_MINUTE: '2' })
  const provider = await startEmbeddedProvider({ env, database, clock, log })
  const { issuer, clientSecret } = provider
  const client = createOidcClient({ issuer, clientId: 'account', clientSecret, publicUrl: home, clock, log })
  const visitor = visitorAt(home)
  const attempt = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
  const { url } = await visitor.visitProvider(await client.authorizationUrl(attempt, 'ru'))

  const tryFrom = async (claimed: string) => {
    const cookie = visitor.theirs.header(new URL(url).pathname)
    const body = new URLSearchParams({ login: 'olga', password: 'wrong' })
    return (await fetch(url, { method: 'POST', headers: { cookie, 'x-forwarded-for': claimed }, body })).status
  }
  expect(await tryFrom('203.0.113.1, 192.0.2.1')).toBe(422)
  expect(await tryFrom('203.0.113.2, 192.0.2.1')).toBe(422)
  expect(await tryFrom('203.0.113.3, 192.0.2.1')).toBe(429)
  expect(await tryFrom('192.0.2.1, 203.0.113.3')).toBe(422)
  await provider.close()
  await opened.close()
})
