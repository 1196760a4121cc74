import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { roleGroupCookieName } from '#contract/roles.ts'
import type { Session } from '#server/app-types.ts'
import { deleteEndedSessions } from '#server/auth/sessions/end-sessions.ts'
import { findSession, prepareSessionQuery } from '#server/auth/sessions/session-store.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { deviceFromRequest } from '#server/http/user-agent.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'
import { type AccountServer, startAccountServer } from '#tests/support/server/account-server.ts'
import { impersonate } from '#tests/support/server/impersonation.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

let server: AccountServer
let visitor: Visitor
let olgaId: string
let seen: Session | null

beforeAll(async () => {
  server = await startAccountServer({}, (app) => {
    app.addHook('preHandler', async ({ session }) => {
      seen = session
    })
  })
  olgaId = await server.addPerson({ login: 'olga', name: 'Ольга Соколова', roles: ['parent', 'teacher'] })
  await server.addPerson({ login: 'pavel', name: 'Павел Жданов', roles: ['administrator'] })
})

afterAll(() => server.close())

beforeEach(() => {
  server.pass({ hours: 13 })
  visitor = visitorOf(server.app)
})

function tokenOf({ ours }: Visitor): string {
  return ours.get('lk_session') ?? ''
}

async function storedOf(someone: Visitor) {
  const [row] = await server.database
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(tokenOf(someone))))
  return row
}

async function languageOf(id: string) {
  const [user] = await server.database.select({ language: users.language }).from(users).where(eq(users.id, id))
  return user?.language
}

async function nameOf(someone: Visitor): Promise<unknown> {
  const answer = await someone.ask('GET', '/api/v1/profile')
  return answer.status === 200 ? answer.json().firstName : answer.status
}

describe('A session (D-1)', () => {
  test('holds the user, roles and the selected group', async () => {
    await visitor.signIn('olga')
    await nameOf(visitor)
    expect(seen).toMatchObject({
      userId: olgaId,
      roles: ['parent', 'teacher'],
      group: 'parent',
      isImpersonating: false,
      administrator: null,
      twoFactorLastCheck: null,
    })
  })

  test('uses the role group of the cookie if the user has it (D-12)', async () => {
    await visitor.signIn('olga')
    visitor.ours.set(roleGroupCookieName(olgaId), 'teacher')
    await nameOf(visitor)
    expect(seen?.group).toBe('teacher')
    visitor.ours.set(roleGroupCookieName(olgaId), 'admin')
    await nameOf(visitor)
    expect(seen?.group).toBe('parent')
  })

  test.each(['', 'short', 'A'.repeat(43), 'A'.repeat(5000), '%00', "' or 1=1 --"])(
    'the token %j is rejected',
    async (token) => {
      visitor.ours.set('lk_session', token)
      expect(await nameOf(visitor)).toBe(401)
    },
  )

  test('its id or the hash of its token is not accepted', async () => {
    await visitor.signIn('olga')
    const row = await storedOf(visitor)
    for (const stolen of [row?.tokenHash, row?.id]) {
      const thief = visitorOf(server.app)
      thief.ours.set('lk_session', stolen ?? '')
      expect(await nameOf(thief)).toBe(401)
    }
  })
})

describe('Its end', () => {
  test('comes after 30 minutes without a request', async () => {
    await visitor.signIn('olga')
    server.pass({ minutes: 29, seconds: 59 })
    expect(await nameOf(visitor)).toBe('Ольга')
    server.pass({ minutes: 29, seconds: 59 })
    expect(await nameOf(visitor)).toBe('Ольга')
    server.pass({ minutes: 30 })
    expect(await nameOf(visitor)).toBe(401)
  })

  test('comes after 12 hours of activity', async () => {
    await visitor.signIn('olga')
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      server.pass({ minutes: 20 })
      expect(await nameOf(visitor)).toBe('Ольга')
    }
    server.pass({ minutes: 20 })
    expect(await nameOf(visitor)).toBe(401)
  })

  test('the time of the last request is written at most once a minute', async () => {
    await visitor.signIn('olga')
    const started = server.now()
    server.pass({ seconds: 59 })
    await nameOf(visitor)
    expect((await storedOf(visitor))?.lastSeenAt).toEqual(started)
    server.pass({ seconds: 1 })
    await nameOf(visitor)
    expect((await storedOf(visitor))?.lastSeenAt).toEqual(server.now())
  })

  test('stores the user’s language at sign-in and then at most once a minute', async () => {
    const use = (path: string, headers: Record<string, string>) => visitor.ask('GET', path, undefined, headers)
    await visitor.signIn('olga')
    expect(await languageOf(olgaId)).toBe('ru')
    await use('/api/v1/profile', { 'accept-language': 'en' })
    expect(await languageOf(olgaId)).toBe('ru')
    server.pass({ minutes: 1 })
    await use('/api/v1/profile', { 'accept-language': 'en' })
    expect(await languageOf(olgaId)).toBe('en')
    visitor.ours.set('lang', 'ru')
    await visitor.signIn('olga')
    expect(await languageOf(olgaId)).toBe('ru')
  })

  test('a page request does not change the stored language', async () => {
    await visitor.signIn('olga')
    visitor.ours.set('lang', 'ru')
    server.pass({ minutes: 1 })
    await visitor.ask('GET', '/profile', undefined, { 'accept-language': 'en-US' })
    expect(await languageOf(olgaId)).toBe('ru')
    server.pass({ minutes: 1 })
    visitor.ours.set('lang', 'en')
    await visitor.ask('GET', '/profile', undefined, { 'accept-language': 'ru' })
    expect(await languageOf(olgaId)).toBe('en')
  })

  test('expired sessions are deleted by a job', async () => {
    await visitor.signIn('olga')
    const id = (await storedOf(visitor))?.id ?? ''
    server.pass({ minutes: 31 })
    await deleteEndedSessions(server.database, server.now())
    expect(await server.database.select().from(sessions).where(eq(sessions.id, id))).toEqual([])
  })
})

describe('An impersonation (D-13, D-37)', () => {
  beforeEach(async () => {
    await visitor.signIn('pavel')
    const administratorToken = tokenOf(visitor)
    visitor.ours.set(
      'lk_session',
      await impersonate(server.database, { administratorToken, userId: olgaId, now: server.now() }),
    )
  })

  test('does not store the administrator’s language for the user', async () => {
    await server.database.update(users).set({ language: 'ru' }).where(eq(users.id, olgaId))
    server.pass({ minutes: 2 })
    await visitor.ask('GET', '/api/v1/profile', undefined, { 'accept-language': 'en' })
    expect(await languageOf(olgaId)).toBe('ru')
  })

  test('ends completely after half an hour of inactivity', async () => {
    server.pass({ minutes: 31 })
    expect(await nameOf(visitor)).toBe(401)
  })

  test('ends with the administrator’s own 12 hours', async () => {
    await server.database.update(sessions).set({ expiresAt: new Date(server.now().getTime() + 60_000) })
    server.pass({ minutes: 1 })
    expect(await nameOf(visitor)).toBe(401)
  })

  test('keeps the administrator’s suspended session', async () => {
    server.pass({ minutes: 20 })
    await nameOf(visitor)
    server.pass({ minutes: 9 })
    await nameOf(visitor)
    await deleteEndedSessions(server.database, server.now())
    server.pass({ minutes: 1 })
    expect(await nameOf(visitor)).toBe('Павел')
  })
})

describe('Reading a session', () => {
  test('is one statement', async () => {
    await visitor.signIn('olga')
    const query = prepareSessionQuery(server.database, { withLastWrite: false })
    const load = vi.spyOn(query, 'load')
    const database = new Proxy(server.database, { get: () => expect.unreachable('a second query') })
    const asked = { token: tokenOf(visitor), language: 'en', now: server.now() } as const
    await expect(findSession(database, query, asked)).resolves.toMatchObject({
      user: { id: olgaId },
    })
    expect(load).toHaveBeenCalledOnce()
  })

  test('tokens have 256 bits and are unique', () => {
    const secrets = new Set(Array.from({ length: 1000 }, createToken))
    expect(secrets.size).toBe(1000)
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url').length).toBe(32)
  })
})

describe('A device is named by its browser and system', () => {
  const blink = (system: string, rest: string) =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`
  const windows = 'Windows NT 10.0; Win64; x64'
  const safari = 'Version/18.5 Mobile/15E148 Safari/604.1'
  test.each<[agent: string, browser: string | null, system: string | null]>([
    [blink(windows, 'Chrome/141.0.0.0 Safari/537.36'), 'Chrome 141', 'Windows'],
    [blink(windows, 'Chrome/140.0.0.0 YaBrowser/25.8.0.0 Safari/537.36'), 'Yandex Browser 25', 'Windows'],
    [blink(windows, 'Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'), 'Edge 141', 'Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143', 'Linux'],
    [blink('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.5 Safari/605.1.15'), 'Safari 18', 'macOS'],
    [blink('iPhone; CPU iPhone OS 18_5 like Mac OS X', safari), 'Safari 18', 'iOS'],
    [blink('Linux; Android 15; Pixel 9', 'Chrome/141.0.0.0 Mobile Safari/537.36'), 'Chrome 141', 'Android'],
    ['curl/8.5.0', null, null],
    ['', null, null],
  ])('%s', (agent, browser, system) => {
    const request = { headers: { 'user-agent': agent }, ip: '::1' } as Parameters<typeof deviceFromRequest>[0]
    expect(deviceFromRequest(request)).toEqual({ browser, system, address: '::1' })
  })
})
