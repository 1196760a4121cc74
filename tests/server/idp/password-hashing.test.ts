import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { Piscina } from 'piscina'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { providerAccounts } from '#server/db/schema/identity.ts'
import { hashCost, hashPassword, verifyPassword } from '#server/idp/accounts/password-hash.ts'
import { startAccountServer } from '#tests/support/server/account-server.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const server = openForSuite(() => startAccountServer())
const password = 'correct horse battery'
let visitor: Visitor

beforeEach(() => {
  server.pass({ hours: 2 })
  visitor = visitorOf(server.app)
})

async function otherHash(): Promise<string> {
  const usual = { ...hashCost }
  Object.assign(hashCost, { passes: usual.passes + 1 })
  const made = await hashPassword(password)
  Object.assign(hashCost, usual)
  return made
}

async function signIn(login: string, typed = password) {
  const page = await visitor.visitProvider(await visitor.startSignIn())
  return visitor.visitProvider(page.url, { login, password: typed })
}

async function costlyHashes(count: number): Promise<PromiseSettledResult<string>[]> {
  const cheap = { ...hashCost }
  Object.assign(hashCost, { memory: 19_456, passes: 2 })
  const made = Array.from({ length: count }, () => hashPassword(password))
  Object.assign(hashCost, cheap)
  return Promise.allSettled(made)
}

describe('Hashing passwords', () => {
  test('leaves the threads that compress pages free', async () => {
    const ended: string[] = []
    const hashes = Array.from({ length: 8 }, () => costlyHashes(1).then(() => ended.push('hash')))
    await promisify(brotliCompress)(Buffer.alloc(1000))
    ended.push('page')
    await Promise.all(hashes)
    expect(ended[0]).toBe('page')
  })

  test('refuses more sign-ins than its queue holds', async () => {
    const made = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword(password)))
    const problems = made.flatMap((one) =>
      one.status === 'rejected' ? [[one.reason.type, one.reason.retryAfter]] : [],
    )
    expect(problems.length).toBeGreaterThan(0)
    expect(new Set(problems.map(String))).toEqual(new Set(['unavailable,5']))
  })

  test('does not count a refused sign-in as an attempt', async () => {
    await server.addLogin('queued', 'Ольга Соколова')
    const page = await visitor.visitProvider(await visitor.startSignIn())
    const guess = () => visitor.visitProvider(page.url, { login: 'queued', password: 'wrong' })
    const waiting = vi.spyOn(Piscina.prototype, 'queueSize', 'get').mockReturnValue(64)
    const refused = await guess()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(refused.text).toContain('Сейчас входит очень много людей')
    waiting.mockRestore()
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })

  test('replaces a hash of another cost at the next sign-in', async () => {
    const { database } = server
    const passwordHash = await otherHash()
    await database
      .insert(providerAccounts)
      .values({ subject: 'sub-old', login: 'old', name: 'Ольга Соколова', passwordHash })
    const stored = async () => {
      const [account] = await database.select().from(providerAccounts).where(eq(providerAccounts.login, 'old'))
      return account?.passwordHash ?? null
    }
    expect((await signIn('old', 'wrong password')).status).toBe(422)
    expect(await stored()).toBe(passwordHash)
    expect((await signIn('old')).url).toContain('/auth/oauth-result')
    expect(await stored()).toContain(`t=${hashCost.passes},`)
    expect(await verifyPassword(await stored(), password)).toBe(true)
  })

  test('compares a name without an account with the hash of another account', async () => {
    await server.database.delete(providerAccounts)
    await server.database
      .insert(providerAccounts)
      .values({ subject: 'z', login: 'other', name: 'Ольга Соколова', passwordHash: await otherHash() })
    const derivations = vi.spyOn(Piscina.prototype, 'run')
    expect((await signIn('nobody')).status).toBe(422)
    expect(derivations.mock.calls).toMatchObject([[[{ passes: hashCost.passes + 1 }]]])
  })
})

describe('The link of an invitation', () => {
  const post = (token: string) =>
    fetch(`${server.provider.issuer}/invitation/${token}`, { method: 'POST', body: new URLSearchParams({ password }) })

  test('that does not exist hashes nothing', async () => {
    const derivations = vi.spyOn(Piscina.prototype, 'run')
    expect((await post('A'.repeat(43))).status).toBe(404)
    expect(derivations).not.toHaveBeenCalled()
  })
})
