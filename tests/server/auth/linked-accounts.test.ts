import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#contract/system.ts'
import { linkAccount, removeLinkedAccount } from '#server/auth/linked-accounts.ts'
import { linkedAccounts, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { addUser, startAccountServer } from '#tests/support/server/account-server.ts'
import { startIssuer } from '#tests/support/server/issuer.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { tabRaceRounds } from '#tests/support/server/races.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const language = 'ru'
const list = '/api/v1/profile/account/list'

const server = openForSuite(() => startAccountServer())
let person: Visitor
let userId: string
let count = 0

beforeEach(async () => {
  await server.database.delete(linkedAccounts)
  ;({ visitor: person, userId } = await addVisitor())
})

async function addVisitor(): Promise<{ visitor: Visitor; userId: string }> {
  count += 1
  const login = `person-${count}`
  const id = await server.addPerson({ login, name: 'Мария Соколова', roles: ['parent'] })
  await server.database.update(users).set({ hasPassword: true }).where(eq(users.id, id))
  const visitor = visitorOf(server.app)
  await visitor.signIn(login)
  await server.database.update(sessions).set({ twoFactorLastCheck: server.now() }).where(eq(sessions.userId, id))
  return { visitor, userId: id }
}

const start = async (visitor: Visitor, provider = 'yandex') =>
  String((await visitor.ask('GET', `/api/v1/profile/account/iam-oauth-url/${provider}`)).json().url)

/** Selects an account at the provider and returns our URL that it redirects to. */
async function choose(visitor: Visitor, url: string, form: Record<string, string> = { login: 'olga.sokolova' }) {
  const page = await visitor.visitProvider(url)
  return (await visitor.visitProvider(page.url, form)).url
}

const comeBack = async (visitor: Visitor, url: string) => {
  const { pathname, search } = new URL(url)
  const answer = await visitor.ask('GET', pathname + search)
  return [answer.status, answer.headers.get('location')]
}

const link = async (visitor: Visitor, form?: Record<string, string>, provider?: string) =>
  comeBack(visitor, await choose(visitor, await start(visitor, provider), form))

const accounts = async (visitor: Visitor) =>
  JSON.parse((await visitor.ask('GET', list)).text) as { id: string; provider: string; login: string }[]

const remove = async (visitor: Visitor, id: string) => {
  const answer = await visitor.ask('DELETE', `/api/v1/profile/account/${id}`)
  return [answer.status, answer.status === 204 ? null : answer.json().type]
}

describe('Linking an account', () => {
  test('is offered for the configured providers', async () => {
    const config = (await person.ask('GET', '/api/v1/system/config')).json() as unknown as Config
    expect(config.ACCOUNT.LINK_PROVIDERS).toEqual(['yandex', 'vk'])
    expect((await person.ask('GET', '/api/v1/profile/account/iam-oauth-url/mailru')).status).toBe(404)
  })

  test('returns to the profile, which lists the account', async () => {
    expect(await link(person)).toEqual([303, '/profile?section=accounts&linked=yandex'])
    const linkedAt = server.now().toISOString()
    server.pass({ seconds: 1 })
    expect(await link(person, { login: 'guest-2035' }, 'vk')).toEqual([303, '/profile?section=accounts&linked=vk'])
    expect(await accounts(person)).toEqual([
      { id: expect.any(String), provider: 'yandex', login: 'olga.sokolova', linkedAt },
      { id: expect.any(String), provider: 'vk', login: 'guest-2035', linkedAt: server.now().toISOString() },
    ])
    expect(await accounts((await addVisitor()).visitor)).toEqual([])
  })

  test('is idempotent', async () => {
    await link(person)
    expect(await link(person)).toEqual([303, '/profile?section=accounts&linked=yandex'])
    expect(await accounts(person)).toHaveLength(1)
  })

  test('linked by another user is rejected as taken', async () => {
    await link((await addVisitor()).visitor)
    expect(await link(person)).toEqual([303, '/profile?section=accounts&linkError=taken'])
    expect(await accounts(person)).toEqual([])
  })

  test('cancelled by the user is not an error', async () => {
    expect(await link(person, { cancel: 'yes' })).toEqual([303, '/profile?section=accounts&linkError=cancelled'])
  })
})

describe('The provider’s response', () => {
  test('is rejected in the session of another user', async () => {
    const other = await addVisitor()
    const result = await choose(other.visitor, await start(other.visitor))
    expect(await comeBack(person, result)).toEqual([303, '/profile?section=accounts&linkError=expired'])
    expect(await comeBack(visitorOf(server.app), result)).toEqual([303, '/profile?section=accounts&linkError=expired'])
    expect([await accounts(person), await accounts(other.visitor)]).toEqual([[], []])
    expect(await comeBack(other.visitor, result)).toEqual([303, '/profile?section=accounts&linked=yandex'])
  })

  test('works once', async () => {
    const result = await choose(person, await start(person))
    expect(await comeBack(person, result)).toEqual([303, '/profile?section=accounts&linked=yandex'])
    expect(await comeBack(person, result)).toEqual([303, '/profile?section=accounts&linkError=expired'])
  })

  const page = 'http://localhost:4999/auth/link-result'
  test.each<[string, (url: string) => string, string]>([
    ['with a code that the provider did not issue', (url) => url.replace(/code=[^&]+/, 'code=made-up'), 'refused'],
    ['at the address of another provider', (url) => url.replace('/yandex', '/vk'), 'expired'],
    ['without a state', () => `${page}/yandex?code=x`, 'expired'],
    ['with two states', () => `${page}/nobody?state=a&state=b&code=x`, 'expired'],
  ])('%s is rejected', async (_, change, reason) => {
    const result = await choose(person, await start(person))
    expect(await comeBack(person, change(result))).toEqual([303, `/profile?section=accounts&linkError=${reason}`])
  })

  test('is rejected after ten minutes', async () => {
    const result = await choose(person, await start(person))
    server.pass({ minutes: 10 })
    expect(await comeBack(person, result)).toEqual([303, '/profile?section=accounts&linkError=expired'])
  })

  test('is rejected after signing out', async () => {
    const result = await choose(person, await start(person))
    await server.database.delete(sessions).where(eq(sessions.userId, userId))
    expect(await comeBack(person, result)).toEqual([303, '/profile?section=accounts&linkError=expired'])
  })

  test.each<[string, number | 'zero' | null, string]>([
    ['an account that the provider remembers from before', 60, 'linkError=refused'],
    ['one that was selected just now', 5, 'linked=yandex'],
    ['one of a provider that does not report the login time', null, 'linked=yandex'],
    ['one of a provider that reports 0 as the login time', 'zero', 'linked=yandex'],
  ])('depends on the age of the login: %s', async (_, ago, expected) => {
    const issuer = await startIssuer()
    onTestFinished(() => issuer.stop())
    const links = [{ name: 'yandex', issuer: issuer.issuer, clientId: 'client', clientSecret: 'hush' }]
    const visitor = visitorOf(await server.build({ links }))
    visitor.ours.set('lk_session', person.ours.get('lk_session') ?? '')
    const { searchParams } = new URL(await start(visitor))
    const iat = Math.floor(Date.now() / 1000)
    const reported = ago !== null && { auth_time: ago === 'zero' ? 0 : iat - ago }
    issuer.behaviour.claims = { nonce: searchParams.get('nonce'), iat, ...reported }
    const answer = new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '', iss: issuer.issuer })
    expect(await comeBack(visitor, `http://localhost:4999/auth/link-result/yandex?${answer}`)).toEqual([
      303,
      `/profile?section=accounts&${expected}`,
    ])
  })
})

describe('Unlinking', () => {
  test('removes the account, which another user can then link', async () => {
    await link(person)
    const [account] = await accounts(person)
    expect(await remove(person, account?.id ?? '')).toEqual([204, null])
    expect(await accounts(person)).toEqual([])
    expect(await link((await addVisitor()).visitor)).toEqual([303, '/profile?section=accounts&linked=yandex'])
  })

  test('of another user’s or an unknown account is not found', async () => {
    const other = await addVisitor()
    await link(other.visitor)
    const [account] = await accounts(other.visitor)
    expect(await remove(person, account?.id ?? '')).toEqual([404, 'not-found'])
    expect(await remove(person, randomUUID())).toEqual([404, 'not-found'])
    expect(await accounts(other.visitor)).toHaveLength(1)
  })

  test('of the last credential is rejected; with another one it is not', async () => {
    await server.database.update(users).set({ hasPassword: false }).where(eq(users.id, userId))
    await link(person)
    await link(person, { login: 'guest-2035' }, 'vk')
    const [yandex, vk] = await accounts(person)
    expect(await remove(person, yandex?.id ?? '')).toEqual([204, null])
    expect(await remove(person, vk?.id ?? '')).toEqual([409, 'last-sign-in-method'])
    await server.database.update(users).set({ hasPassword: true }).where(eq(users.id, userId))
    expect(await remove(person, vk?.id ?? '')).toEqual([204, null])
  })
})

describe('Races', () => {
  test('two users link one account: exactly one gets it', async () => {
    const { database, now, app } = server
    const other = await addUser(database, { name: 'Глеб Фомин' })
    const own = { userId, sessionId: await server.addSession(userId) }
    const theirs = { userId: other, sessionId: await server.addSession(other) }
    for (let round = 0; round < tabRaceRounds; round += 1) {
      const account = {
        provider: 'vk',
        externalSubject: `racer-${round}`,
        login: 'racer',
        now: now(),
        language,
      } as const
      const outcomes = await Promise.all([
        linkAccount(app, { ...own, ...account }),
        linkAccount(app, { ...theirs, ...account }),
      ])
      expect(outcomes.sort()).toEqual(['linked', 'taken'])
    }
  })

  test('the last two accounts are unlinked concurrently: exactly one is removed', async () => {
    const { database, now, app } = server
    const lonely = await addUser(database, { name: 'Глеб Фомин' })
    const sessionId = await server.addSession(lonely)
    for (let round = 0; round < tabRaceRounds; round += 1) {
      await database.delete(linkedAccounts).where(eq(linkedAccounts.userId, lonely))
      const both = await database
        .insert(linkedAccounts)
        .values(
          ['yandex', 'vk'].map((provider) => ({
            userId: lonely,
            provider,
            externalSubject: `lonely-${round}`,
            login: 'lonely',
            linkedAt: now(),
          })),
        )
        .returning({ id: linkedAccounts.id })
      const outcomes = await Promise.allSettled(
        both.map(({ id }) => removeLinkedAccount(app, { userId: lonely, sessionId, id, language, now: now() })),
      )
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})
