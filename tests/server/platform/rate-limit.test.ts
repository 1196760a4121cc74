import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { callLimits } from '#contract/call-limits.ts'
import type { App } from '#server/app-types.ts'
import { limitCounts } from '#server/db/schema/limits.ts'
import { consume, deleteExpiredCounters, refund } from '#server/security/rate-limit-counters.ts'
import { openTestApp, type Person, type TestApp, type TestAppOptions } from '#tests/support/server/app.ts'
import { forgetLimits } from '#tests/support/server/limits.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ routes }))
/** Other servers of a test. */
async function serverWith(options: TestAppOptions): Promise<TestApp> {
  const app = await openTestApp(options)
  onTestFinished(() => app.close())
  return app
}

function routes(app: App): void {
  app.get('/api/test', { config: { access: { who: 'anyone' }, limit: 'upload' } }, async () => 'answer')
}

beforeEach(() => forgetLimits(server.opened))

const logoutLink = 'GET /v1/auth/logout-link'

async function statusesOf(times: number, ask: () => Promise<{ statusCode: number }>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let asked = 0; asked < times; asked += 1) {
    const { statusCode } = await ask()
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  return statuses
}

function pass(seconds: number): void {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000)
}

it('Sign-in calls over the limit of an address get Retry-After; other calls and addresses are not affected', async () => {
  const { visitor } = await serverWith({ env: { SIGN_INS_PER_MINUTE: '3', TRUST_PROXY: '1' } })
  const ask = (address: string, from: string) => visitor.call(address, { headers: { 'x-forwarded-for': from } })

  for (const _ of [1, 2, 3]) expect((await ask(logoutLink, '192.0.2.1')).statusCode).toBe(200)
  const refused = await ask(logoutLink, '192.0.2.1')
  expect([refused.statusCode, refused.json<{ type: string }>().type]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)

  expect((await ask('POST /v1/auth/oauth-result', '192.0.2.1')).statusCode).toBe(429)
  expect((await ask('GET /v1/system/config', '192.0.2.1')).statusCode).toBe(200)
  expect((await ask(logoutLink, '192.0.2.2')).statusCode).toBe(200)
})

it('Without a trusted proxy the forwarded address is ignored', async () => {
  const { visitor } = await serverWith({ env: { SIGN_INS_PER_MINUTE: '1' } })
  const ask = (from: string) => visitor.call(logoutLink, { headers: { 'x-forwarded-for': from } })
  expect((await ask('192.0.2.1')).statusCode).toBe(200)
  expect((await ask('192.0.2.2')).statusCode).toBe(429)
})

describe('A rate-limit counter', () => {
  it('is exact for concurrent requests at several servers, and survives a restart', async () => {
    const { opened } = server
    const env = { SIGN_INS_PER_MINUTE: '20' }
    const at = [await serverWith({ opened, env }), await serverWith({ opened, env })] as const
    const asked = Array.from({ length: 64 }, (_, number) => (number % 2 ? at[0] : at[1]).visitor.call(logoutLink))
    expect((await Promise.all(asked)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
    const later = await serverWith({ opened, env })
    expect((await later.visitor.call(logoutLink)).statusCode).toBe(429)
    const next = await serverWith({ opened, env, now: new Date(later.clock.now.getTime() + 60_000) })
    expect(await statusesOf(21, () => next.visitor.call(logoutLink))).toEqual({ 200: 20, 429: 1 })
  })

  it('does not extend the block for further requests, and is deleted when the block is over', async () => {
    const { database } = server.opened
    const ask = () => consume(database, [{ limit: 'test', key: 'one', max: 2, seconds: 10 }], server.clock.now)
    expect([await ask(), await ask(), await ask()]).toEqual([null, null, 10])
    pass(9.5)
    expect([await ask(), await ask()]).toEqual([1, 1])
    await deleteExpiredCounters(database, server.clock.now)
    expect(await database.$count(limitCounts)).toBe(1)
    pass(0.5)
    await deleteExpiredCounters(database, server.clock.now)
    expect(await database.$count(limitCounts)).toBe(0)
    expect([await ask(), await ask(), await ask()]).toEqual([null, null, 10])
  })

  it('is increased for all limits or none, can be reset, and stores no plain subject', async () => {
    const { database } = server.opened
    const [wide, narrow] = [
      { limit: 'wide', key: 'olga 192.0.2.1', max: 5, seconds: 60 },
      { limit: 'narrow', key: 'olga', max: 1, seconds: 30 },
    ]
    const ask = () => consume(database, [wide, narrow], server.clock.now)
    expect([await ask(), await ask(), await ask()]).toEqual([null, 30, 30])
    const counts = async () =>
      Object.fromEntries((await database.select().from(limitCounts)).map(({ limit, count }) => [limit, count]))
    expect(await counts()).toEqual({ wide: 1, narrow: 1 })
    await refund(database, [wide, narrow], server.clock.now)
    await refund(database, [wide, narrow], server.clock.now)
    expect(await counts()).toEqual({ wide: 0, narrow: 0 })
    expect(JSON.stringify(await database.select().from(limitCounts))).not.toMatch(/olga|192/)
  })
})

describe('The rate limit of a user', () => {
  /** Each call is rejected for another reason, and counted all the same. */
  it.each<[keyof typeof callLimits, (person: Person) => Promise<{ statusCode: number }>, number]>([
    [
      'login-as',
      (person) =>
        person.call('POST /v1/admin/auth/login-as', { body: { userId: randomUUID(), reason: 'Не видно договора' } }),
      404,
    ],
    ['document', (person) => person.open(`/api/v1/document/bill/${randomUUID()}/1/x`), 404],
    ['change', (person) => person.call('PATCH /v1/profile', { body: { firstName: 7 } }), 422],
  ])('applies to “%s” and leaves other users unaffected', appliesAlone)

  it('applies to “search” and leaves other users unaffected', { tags: ['nightly'] }, () =>
    appliesAlone('search', (person) => person.call('GET /v1/admin/user/list', { query: 'search=ива' }), 200),
  )

  async function appliesAlone(
    name: keyof typeof callLimits,
    ask: (person: Person) => Promise<{ statusCode: number }>,
    status: number,
  ): Promise<void> {
    const { max, seconds } = callLimits[name]
    const person = await server.signInAs({ roles: ['administrator'] })
    expect(await statusesOf(max + 2, () => ask(person))).toEqual({ [status]: max, 429: 2 })
    const again = await server.signInAs({ roles: ['administrator'], userId: person.userId })
    expect((await ask(again)).statusCode).toBe(429)
    const other = await server.signInAs({ roles: ['administrator'] })
    expect((await ask(other)).statusCode).toBe(status)
    pass(seconds)
    const later = await server.signInAs({ roles: ['administrator'], userId: person.userId })
    expect((await ask(later)).statusCode).toBe(status)
  }

  it('is not used up by an administrator who impersonates the user', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const seen = await server.signInAs({ roles: ['parent'], seenBy: administrator.userId })
    const ask = (person: Person) => person.open(`/api/v1/document/bill/${randomUUID()}/1/x`)
    expect(await statusesOf(callLimits.document.max + 1, () => ask(seen))).toEqual({ 404: 60, 429: 1 })
    const own = await server.signInAs({ roles: ['parent'], userId: seen.userId })
    expect((await ask(own)).statusCode).toBe(404)
    expect((await ask(administrator)).statusCode).toBe(429)
  })

  it('does not count calls that the user may not make', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const ask = () => parent.call('GET /v1/admin/user/list')
    expect((await ask()).statusCode).toBe(403)
    expect((await server.visitor.call('GET /v1/admin/user/list')).statusCode).toBe(401)
    expect(await server.opened.database.$count(limitCounts)).toBe(0)
  })
})

it('Visitors at one address have ten times the limit of a user, and an IPv6 /64 network is one address', async () => {
  const ask = (remoteAddress: string) => server.app.inject({ url: '/api/test', remoteAddress })
  const { max } = callLimits.upload
  expect(await statusesOf(max * 10 + 1, () => ask('2001:db8:1:2::7'))).toEqual({ 200: 200, 429: 1 })
  expect((await ask('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await ask('2001:db8:1:3::7')).statusCode).toBe(200)
  expect((await ask('192.0.2.1')).statusCode).toBe(200)
  const person = await server.signInAs({ roles: ['parent'] })
  const signedIn = () =>
    server.app.inject({ url: '/api/test', remoteAddress: '2001:db8:1:2::7', cookies: person.cookies })
  expect(await statusesOf(max + 1, signedIn)).toEqual({ 200: 20, 429: 1 })
})
