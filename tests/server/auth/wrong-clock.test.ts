import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recoveries } from '#server/db/schema/identity.ts'
import { codeLocks } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { findRecoveryRefusal } from '#server/idp/recovery/recovery-limits.ts'
import { consume } from '#server/security/rate-limit-counters.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())

function pass(hours: number): void {
  server.clock.now = new Date(server.clock.now.getTime() + hours * 3_600_000)
}

/** Does something while the clock is 30 hours ahead. */
async function ahead<Result>(work: () => Promise<Result>): Promise<Result> {
  pass(30)
  const result = await work()
  pass(-30)
  return result
}

async function someone(twoFactorLastCheck?: Date) {
  const person = await server.signInAs({ roles: ['parent'], ...(twoFactorLastCheck && { twoFactorLastCheck }) })
  const email = `${person.userId}@mail.example`
  await server.opened.database.update(users).set({ email }).where(eq(users.id, person.userId))
  return { ...person, again: () => server.signInAs({ roles: [], userId: person.userId }) }
}

const send = 'POST /v1/profile/two-factor/send'
const check = 'POST /v1/profile/two-factor/check'

test('A code that was sent while the clock was ahead delays no other one', async () => {
  const { again } = await ahead(async () => {
    const person = await someone()
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await person.call(send)).statusCode).toBe(200)
      pass(1 / 59)
    }
    expect((await person.call(send)).json()).toMatchObject({ type: 'code-limit-reached' })
    pass(-5 / 59)
    return person
  })
  const person = await again()
  expect((await person.call(check, { body: { code: '123456' } })).json()).toMatchObject({ type: 'code-expired' })
  expect((await person.call(send)).json()).toMatchObject({ noResendExpiresIn: 60 })
  expect((await person.call(send)).json()).toMatchObject({ type: 'code-too-soon', retryAfter: 60 })
})

test('A lock that began while the clock was ahead is over', async () => {
  const person = await someone()
  const until = new Date(server.clock.now.getTime() + (30 + 24) * 3_600_000)
  const lock = { userId: person.userId, purpose: 'two-factor', until } as const
  await server.opened.database.insert(codeLocks).values(lock)
  expect((await person.call(send)).statusCode).toBe(200)
  await server.opened.database.update(codeLocks).set({ until: new Date(server.clock.now.getTime() + 24 * 3_600_000) })
  expect((await person.call(send)).json()).toMatchObject({ type: 'factor-locked', retryAfter: 24 * 3600 })
})

test('Limits that were reached while the clock was ahead do not hold', async () => {
  const { database } = server.opened
  const limit = { limit: 'test', key: 'one', max: 1, seconds: 60 }
  const count = () => consume(database, [limit], server.clock.now)
  expect(await ahead(async () => [await count(), await count()])).toEqual([null, 60])
  expect([await count(), await count()]).toEqual([null, 60])
})

test('A recovery that was asked for while the clock was ahead delays no other one', async () => {
  const { database } = server.opened
  const requester = { name: 'olga@mail.example', network: '192.0.2.1', browser: null }
  const sentAt = new Date(server.clock.now.getTime() + 30 * 3_600_000)
  const asked = { ...requester, address: requester.network, interaction: 'one', codeHash: '', triesLeft: 0 }
  const rows = Array.from({ length: 20 }, () => ({ ...asked, id: randomUUID(), sentAt, expiresAt: sentAt }))
  await database.insert(recoveries).values(rows)
  const refusal = () => database.transaction((each) => findRecoveryRefusal(each, requester, server.clock.now))
  expect(await refusal()).toBeNull()
})

test('Sessions and checks of the second factor that began while the clock was ahead are over', async () => {
  const later = await ahead(() => someone())
  expect((await later.call('GET /v1/profile')).statusCode).toBe(401)
  const checked = await someone(new Date(server.clock.now.getTime() + 30 * 3_600_000))
  const change = { body: { email: 'new@mail.example' } }
  expect((await checked.call('POST /v1/profile/account/verification/send', change)).json()).toMatchObject({
    type: 'two-factor-required',
  })
})
