import { randomUUID } from 'node:crypto'
import { and, eq, like, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { replacePassword } from '#server/auth/credentials/passwords.ts'
import { providerAccounts, sessions } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { startAccountServer } from '#tests/support/server/account-server.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Answer, type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const newPassword = 'Сирень под окном 7'

const server = openForSuite(() => startAccountServer())
let person: Visitor
let userId: string
let login: string
let count = 0

beforeEach(async () => {
  count += 1
  login = `maria-${count}`
  userId = await server.addPerson({ login, name: 'Мария Соколова', roles: ['parent'] })
  await server.database
    .update(users)
    .set({ hasPassword: true, email: `${login}@example.org` })
    .where(eq(users.id, userId))
  person = await signedIn()
  await confirmTwoFactor()
})

async function signedIn(password = demoPassword): Promise<Visitor> {
  const visitor = visitorOf(server.app)
  await visitor.sendResult(await visitor.signInAtProvider(await visitor.startSignIn(), login, password))
  return visitor
}

const confirmTwoFactor = () =>
  server.database.update(sessions).set({ twoFactorLastCheck: server.now() }).where(eq(sessions.userId, userId))

async function haveNoPassword(): Promise<void> {
  await server.database.update(users).set({ hasPassword: false }).where(eq(users.id, userId))
  await server.database
    .update(providerAccounts)
    .set({ passwordHash: null })
    .where(eq(providerAccounts.subject, `sub-${login}`))
}

const change = (body: object, visitor = person) => visitor.ask('PATCH', '/api/v1/profile/password/change', body)
const setFirst = (password: string, visitor = person) =>
  visitor.ask('POST', '/api/v1/profile/password/set-first', { password })
const statusOf = async (visitor: Visitor) => (await visitor.ask('GET', '/api/v1/profile')).status

function refusalIn(answer: Answer): unknown[] {
  const { type, errors } = answer.json()
  return [answer.status, type, errors]
}

/** Fails between a change and its notification. */
async function refuseMessages(kind: string): Promise<void> {
  onTestFinished(acceptMessages)
  await server.database.execute(
    sql`alter table deliveries add constraint none_of_these check (kind <> ${sql.raw(`'${kind}'`)}) not valid`,
  )
}

async function acceptMessages(): Promise<void> {
  await server.database.execute(sql`alter table deliveries drop constraint if exists none_of_these`)
}

/** The notices about the password. New browsers cause notices too, and every browser here is new. */
const messages = () =>
  server.database
    .select({ kind: deliveries.kind, target: deliveries.target })
    .from(deliveries)
    .where(and(eq(deliveries.target, `${login}@example.org`), like(deliveries.kind, 'password-%')))

describe('Changing the password', () => {
  test('leaves only the new password valid, ends other sessions here and at the provider, and is notified', async () => {
    const other = await signedIn()
    await confirmTwoFactor()
    expect((await change({ currentPassword: demoPassword, newPassword })).status).toBe(204)
    expect([await statusOf(person), await statusOf(other)]).toEqual([200, 401])
    expect(await messages()).toEqual([{ kind: 'password-changed', target: `${login}@example.org` }])
    expect((await other.visitProvider(await other.startSignIn())).text).toContain('name="password"')
    expect([await statusOf(await signedIn(newPassword)), await statusOf(await signedIn(demoPassword))]).toEqual([
      200, 401,
    ])
  })

  test('needs the current password; a wrong one changes nothing', async () => {
    const other = await signedIn()
    await confirmTwoFactor()
    expect(refusalIn(await change({ currentPassword: 'не тот пароль', newPassword }))).toEqual([
      422,
      'invalid-values',
      [{ path: 'currentPassword', message: 'wrong' }],
    ])
    expect([await statusOf(other), await messages()]).toEqual([200, []])
    expect(await statusOf(await signedIn(demoPassword))).toBe(200)
  })

  test('is limited: after ten attempts the correct password is rejected too', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await change({ currentPassword: 'не тот пароль', newPassword })).status).toBe(422)
    }
    const refused = await change({ currentPassword: demoPassword, newPassword })
    expect([refused.status, refused.json().type, refused.headers.get('retry-after')]).toEqual([
      429,
      'too-many-requests',
      '300',
    ])
    server.pass({ minutes: 5 })
    expect((await change({ currentPassword: demoPassword, newPassword })).status).toBe(204)
  })

  test.each([
    ['nine characters', 'девять 99', 'too-short'],
    ['129 characters', 'x'.repeat(129), 'too-long'],
    ['one of the most common', 'qwertyuiop', 'too-common'],
    ['one of the most common in capitals', 'PASSWORD123', 'too-common'],
  ])('to %s is rejected, before a code is sent', async (_, tooWeak, message) => {
    server.pass({ minutes: 16 })
    const errors = [{ path: 'newPassword', message }]
    const answer = await change({ currentPassword: demoPassword, newPassword: tooWeak })
    expect(refusalIn(answer)).toEqual([422, 'invalid-values', errors])
  })

  test('is rolled back if the notice cannot be queued', async () => {
    await refuseMessages('password-changed')
    expect((await change({ currentPassword: demoPassword, newPassword })).status).toBe(500)
    expect([await statusOf(await signedIn(demoPassword)), await statusOf(await signedIn(newPassword))]).toEqual([
      200, 401,
    ])
  })

  test('by a session that has just ended is rejected', async () => {
    const asked = { session: { id: randomUUID(), userId }, language: 'ru', address: '192.0.2.1' } as const
    const changed = replacePassword(server.app, { ...asked, currentPassword: demoPassword, newPassword })
    await expect(changed).rejects.toThrow('unauthenticated')
    expect([await statusOf(await signedIn(demoPassword)), await messages()]).toEqual([200, []])
  })

  test('without an existing password is rejected', async () => {
    await haveNoPassword()
    const answer = await change({ currentPassword: demoPassword, newPassword })
    expect([answer.status, answer.json().type]).toEqual([409, 'state-conflict'])
  })

  test('by two concurrent requests with the same current password succeeds once', async () => {
    const answers = await Promise.all([
      change({ currentPassword: demoPassword, newPassword }),
      change({ currentPassword: demoPassword, newPassword: 'Другой пароль 8' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422])
  })
})

describe('The first password', () => {
  beforeEach(haveNoPassword)

  test('can be used to sign in, is notified by email and shown in the profile', async () => {
    expect((await setFirst(newPassword)).status).toBe(204)
    expect(await statusOf(await signedIn(newPassword))).toBe(200)
    expect(await messages()).toEqual([{ kind: 'password-set', target: `${login}@example.org` }])
    expect((await person.ask('GET', '/api/v1/profile')).json()).toMatchObject({ hasPassword: true })
  })

  test('is rejected before a code is sent if it is common or already exists', async () => {
    server.pass({ minutes: 16 })
    expect((await setFirst('1234567890')).status).toBe(422)
    expect((await setFirst(newPassword)).status).toBe(428)
    await server.database.update(users).set({ hasPassword: true }).where(eq(users.id, userId))
    expect((await setFirst(newPassword)).status).toBe(409)
  })

  test('is rolled back if the notice cannot be queued; the next attempt succeeds', async () => {
    await refuseMessages('password-set')
    expect((await setFirst(newPassword)).status).toBe(500)
    await acceptMessages()
    expect([(await setFirst(newPassword)).status, await messages()]).toEqual([
      204,
      [{ kind: 'password-set', target: `${login}@example.org` }],
    ])
  })

  test('is set once by two concurrent requests', async () => {
    const answers = await Promise.all([setFirst(newPassword), setFirst('Другой пароль 8')])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect((await setFirst('Третий пароль 9')).json().type).toBe('state-conflict')
  })
})
