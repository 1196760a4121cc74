import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { declaredCalls } from '#contract/calls.ts'
import { createRemotePasswordStore } from '#server/auth/credentials/password-store.ts'
import { users } from '#server/db/schema/people.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'

const id = '11111111-1111-4111-8111-111111111111'
const addressOf = (address: string) =>
  address
    .replace('{provider}', 'yandex')
    .replaceAll(/\{\w*(id|Id)\}/g, id)
    .replace('{queue}', 'overdue')
    .replace('{token}', 'A'.repeat(22))
    .replace('{secret}', 'A'.repeat(43))

let server: TestApp
beforeAll(async () => {
  const passwords = createRemotePasswordStore({
    url: 'http://localhost:9',
    secret: 'unasked',
    log: pino({ level: 'silent' }),
  })
  server = await openTestApp({ passwords })
})
afterAll(() => server.close())

async function problemOf(person: Person, address: string, body?: object): Promise<string> {
  const answer = await person.call(addressOf(address), { body })
  return answer.statusCode < 400 ? 'none' : answer.json<{ type: string }>().type
}

it('During an impersonation every call that changes data is rejected, except those that end it, report an error or renew the push address of the browser (D-13)', async () => {
  const administrator = await server.signInAs({ roles: ['administrator'] })
  const looking = await server.signInAs({
    roles: ['parent'],
    seenBy: administrator.userId,
    twoFactorLastCheck: server.clock.now,
  })
  const wayBack = 'POST /v1/admin/auth/logout-as'
  const pushRenewal = 'POST /v1/push-subscription/renewal'
  const byOthers = 'POST /v1/payment-notification/{provider}'
  const exceptions: string[] = [
    wayBack,
    'POST /v1/auth/oauth-result',
    'POST /v1/system/page-error',
    pushRenewal,
    byOthers,
  ]
  const addresses = declaredCalls.map(({ call }) => call.address).filter((address) => !exceptions.includes(address))
  const refused: string[] = []
  for (const address of addresses) {
    if ((await problemOf(looking, address)) === 'impersonation-forbids') refused.push(address)
  }
  const changing = addresses.filter((address) => !address.startsWith('GET '))
  expect(refused.sort()).toEqual(
    [...changing, 'GET /v1/profile/account/iam-oauth-url/{provider}', 'GET /v1/profile/join/preview'].sort(),
  )
  expect(changing).toContain('PATCH /v1/profile')
  expect(changing).toContain('POST /v1/storage/avatar')
  expect((await looking.call(wayBack)).statusCode).toBe(204)
})

it('Password and linked accounts need a two-factor check not older than 15 minutes (D-26)', async () => {
  const newPassword = 'dostatochno-dlinny'
  const guarded: Record<string, object | undefined> = {
    'DELETE /v1/profile/account/{id}': undefined,
    'GET /v1/profile/account/iam-oauth-url/{provider}': undefined,
    'PATCH /v1/profile/password/change': { currentPassword: 'prezhny', newPassword },
    'POST /v1/profile/data-export': undefined,
    'POST /v1/profile/data-export/{id}/link': undefined,
    'POST /v1/profile/password/set-first': { password: newPassword },
  }
  const { now } = server.clock
  /**
   * A user with a password and one without. A call that does not apply to the user is rejected before the two-factor
   * check.
   */
  const both = async (minutes: number | null) => {
    const checked = minutes === null ? {} : { twoFactorLastCheck: new Date(now.getTime() - minutes * 60_000) }
    const [owner, other] = [
      await server.signInAs({ roles: [], ...checked }),
      await server.signInAs({ roles: [], ...checked }),
    ]
    await server.opened.database.update(users).set({ hasPassword: true }).where(eq(users.id, owner.userId))
    return async (address: string) => [
      await problemOf(owner, address, guarded[address]),
      await problemOf(other, address, guarded[address]),
    ]
  }
  const [never, stale, fresh] = [await both(null), await both(16), await both(14)]

  const found: string[] = []
  for (const { call } of declaredCalls) {
    if ((await never(call.address)).includes('two-factor-required')) found.push(call.address)
  }
  expect(found.sort()).toEqual(Object.keys(guarded))
  for (const address of found) {
    expect(await stale(address)).toContain('two-factor-required')
    expect(await fresh(address)).not.toContain('two-factor-required')
  }
})

it('A tab of another user gets an error before it reads data (D-5)', async () => {
  const person = await server.signInAs({ roles: ['parent'] })
  const stale = await person.call('GET /v1/profile', { headers: { 'x-acting-user': randomUUID() } })
  expect([stale.statusCode, stale.json<{ type: string }>().type]).toEqual([409, 'session-changed'])
  const own = await person.call('GET /v1/profile', { headers: { 'x-acting-user': person.userId } })
  expect(own.statusCode).toBe(200)
  const visitor = await server.visitor.call('GET /v1/profile', { headers: { 'x-acting-user': person.userId } })
  expect(visitor.statusCode).toBe(401)
})
