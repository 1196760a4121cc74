import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRemotePasswordStore } from '#server/auth/credentials/password-store.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'

const asked: { url: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = []
let answer: { status: number; headers?: Record<string, string> } | 'silence'

const iam = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  asked.push({ url: request.url, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
  if (answer === 'silence') request.socket.destroy()
  else response.writeHead(answer.status, answer.headers).end()
})

let server: TestApp
let person: Person

beforeAll(async () => {
  await once(iam.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(iam.address() as AddressInfo).port}/passwords/`
  const passwords = createRemotePasswordStore({ url, secret: 'between-us', log: pino({ level: 'silent' }) })
  server = await openTestApp({ passwords })
})
afterAll(async () => {
  await server.close()
  iam.close()
})

beforeEach(async () => {
  asked.length = 0
  const signedIn = await server.signInAs({ roles: ['student'], twoFactorLastCheck: server.clock.now })
  await server.opened.database
    .update(users)
    .set({ subject: `sub-${signedIn.userId}`, hasPassword: true })
    .where(eq(users.id, signedIn.userId))
  person = signedIn
})

const change = () =>
  person.call('PATCH /v1/profile/password/change', {
    body: { currentPassword: 'прежний пароль', newPassword: 'новый пароль 77' },
  })

test('An external IAM changes the password, authenticated by the shared secret', async () => {
  answer = { status: 204 }
  expect((await change()).statusCode).toBe(204)
  expect(asked).toMatchObject([
    {
      url: '/passwords/change',
      headers: { authorization: 'Bearer between-us', 'content-type': 'application/json' },
      body: {
        subject: `sub-${person.userId}`,
        currentPassword: 'прежний пароль',
        newPassword: 'новый пароль 77',
        address: '127.0.0.1',
      },
    },
  ])
})

test.each([
  [{ status: 422 }, 422, { type: 'invalid-values', errors: [{ path: 'currentPassword', message: 'wrong' }] }],
  [{ status: 429, headers: { 'retry-after': '90' } }, 429, { type: 'too-many-requests', retryAfter: 90 }],
  [{ status: 500 }, 502, { type: 'provider-unreachable' }],
  [{ status: 200 }, 502, { type: 'provider-unreachable' }],
  ['silence' as const, 502, { type: 'provider-unreachable' }],
])('Its response %j is %i for the user', async (given, status, problem) => {
  answer = given
  const refused = await change()
  expect([refused.statusCode, refused.json()]).toMatchObject([status, problem])
})

test('An external IAM sets the first password; an existing one is a conflict', async () => {
  await server.opened.database
    .update(users)
    .set({ hasPassword: false })
    .where(eq(users.id, person.userId ?? ''))
  const setFirst = () => person.call('POST /v1/profile/password/set-first', { body: { password: 'новый пароль 77' } })
  answer = { status: 409 }
  expect((await setFirst()).json()).toMatchObject({ type: 'state-conflict' })
  expect(asked[0]).toMatchObject({ url: '/passwords/set-first', body: { password: 'новый пароль 77' } })
  expect((await person.call('GET /v1/profile')).json()).toMatchObject({ hasPassword: true })
})

test('An external IAM removes a disowned password; if it fails, nothing changes', async () => {
  const { database } = server.opened
  const userId = person.userId ?? ''
  await database
    .update(users)
    .set({ email: `${userId}@mail.example` })
    .where(eq(users.id, userId))
  answer = { status: 204 }
  await change()
  const [message] = await database
    .select()
    .from(deliveries)
    .where(eq(deliveries.target, `${userId}@mail.example`))
  const { pathname } = new URL(message?.values?.link ?? '')
  answer = { status: 500 }
  const refused = await server.visitor.call(`POST /v1/auth${pathname}`)
  expect([refused.statusCode, refused.json<{ type: string }>().type]).toEqual([502, 'provider-unreachable'])
  expect((await person.call('GET /v1/profile')).statusCode).toBe(200)
  answer = { status: 204 }
  const done = await server.visitor.call(`POST /v1/auth${pathname}`)
  expect(done.json()).toMatchObject({ state: 'done', signInMethods: { hasPassword: false, accounts: [] } })
  expect(asked.at(-1)).toMatchObject({ url: '/passwords/drop', body: { subject: `sub-${userId}` } })
  expect((await person.call('GET /v1/profile')).statusCode).toBe(401)
})

test('Without IAM_PASSWORD_URL the error says that the password is stored elsewhere', async () => {
  const without = await openTestApp()
  const stranger = await without.signInAs({ roles: ['student'], twoFactorLastCheck: without.clock.now })
  const refused = await stranger.call('POST /v1/profile/password/set-first', { body: { password: 'новый пароль 77' } })
  expect([refused.statusCode, refused.json<{ type: string }>().type]).toEqual([409, 'password-kept-elsewhere'])
  await without.close()
})
