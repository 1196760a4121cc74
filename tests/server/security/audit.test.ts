import { eq, gte } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntries, linkedAccounts, providerAccounts, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { runWithVisitorContext } from '#server/http/request-context.ts'
import { addProviderAccounts } from '#server/idp/accounts/accounts.ts'
import { demoPassword, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { audit, auditRejection } from '#server/security/audit-log.ts'
import { externalProviders } from '#tests/support/providers/only-provider.ts'
import { addUser, startAccountServer } from '#tests/support/server/account-server.ts'
import { codeSentTo, otherThan } from '#tests/support/server/codes.ts'
import { impersonate } from '#tests/support/server/impersonation.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

const server = openForSuite(() => startAccountServer())
let login: string
let olgaId: string
let began: Date
let people = 0

beforeEach(async () => {
  people += 1
  login = `olga-${people}`
  olgaId = await server.addPerson({ login, name: 'Ольга Соколова', roles: ['parent'] })
  await server.database
    .update(users)
    .set({ hasPassword: true, email: `${login}@mail.example` })
    .where(eq(users.id, olgaId))
  // Entries and rate-limit counters persist across tests, so each test uses its own day.
  server.pass({ hours: 25 })
  began = server.now()
})

/** The audit entries that this test has added, oldest first. */
async function written() {
  return server.database.select().from(auditEntries).where(gte(auditEntries.at, began)).orderBy(auditEntries.at)
}

/** The same entries in short: kind, actor, subject and reason. */
async function entries(kind?: string) {
  const nameOf = (id: string | null) => (id === olgaId ? 'olga' : id)
  const entries = await written()
  return entries
    .filter(({ action }) => kind === undefined || action.startsWith(`${kind}.`))
    .map(({ action, actorId, subjectId, detail, problem }) => {
      return [action, nameOf(actorId), nameOf(subjectId), ...[detail, problem].filter((part) => part !== null)]
    })
}

async function signedIn(): Promise<Visitor> {
  const visitor = visitorOf(server.app)
  await visitor.signIn(login)
  await server.database.update(sessions).set({ twoFactorLastCheck: server.now() }).where(eq(sessions.userId, olgaId))
  return visitor
}

/** Submits the sign-in form and returns the page that follows. */
async function trySignIn(typed: string, password: string, visitor = visitorOf(server.app)) {
  const page = await visitor.visitProvider(await visitor.startSignIn())
  return visitor.visitProvider(page.url, { login: typed, password })
}

describe('Sign-ins are audited', () => {
  test('with user, time, address, device and request', async () => {
    const visitor = visitorOf(server.app)
    const result = await visitor.signInAtProvider(await visitor.startSignIn(), login)
    const body = Object.fromEntries(new URL(result).searchParams)
    await visitor.ask('POST', '/api/v1/auth/oauth-result', body, { 'user-agent': firefox })
    expect(await written()).toEqual([
      {
        id: expect.any(String),
        at: server.now(),
        action: 'sign-in.password',
        actorId: olgaId,
        subjectId: olgaId,
        command: null,
        reason: null,
        detail: null,
        address: '127.0.0.1',
        browser: 'Firefox 144',
        system: 'Linux',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        impersonationId: null,
        problem: null,
      },
    ])
  })

  test('by method: demo button, linked account, external issuer', async () => {
    await server.database
      .insert(linkedAccounts)
      .values({ userId: olgaId, provider: 'vk', externalSubject: login, login, linkedAt: began })
    const own = await server.build({ PROVIDERS: externalProviders(server.provider.issuer) })
    await visitorOf(own).signIn(login)
    const visitor = visitorOf(server.app)
    const page = await visitor.visitProvider(await visitor.startSignIn())
    const [, href = ''] = /href="(\/interaction\/[\w-]+\/through\/vk\?lang=ru)"/.exec(page.text) ?? []
    const choice = await visitor.visitProvider(new URL(href, page.url).href)
    await server.database
      .update(linkedAccounts)
      .set({ externalSubject: 'olga.sokolova' })
      .where(eq(linkedAccounts.userId, olgaId))
    await visitor.sendResult((await visitor.visitProvider(choice.url, { login: 'olga.sokolova' })).url)
    const clicked = visitorOf(server.app)
    const subject = demoSubject('teacher')
    await addProviderAccounts(server.database, [
      { subject, login: 'teacher', name: 'Ирина Белова', passwordHash: null },
    ])
    const teacherId = await addUser(server.database, { subject, name: 'Ирина Белова', roles: ['teacher'] })
    const form = await clicked.visitProvider(await clicked.startSignIn())
    await clicked.sendResult((await clicked.visitProvider(form.url, { demo: 'teacher' })).url)
    // The same `sub` of another issuer is another account.
    const { issuer } = server.provider
    const [external] = await server.database.select({ id: users.id }).from(users).where(eq(users.issuer, issuer))
    expect(await entries()).toEqual([
      ['sign-in.issuer', external?.id, external?.id],
      ['sign-in.linked', 'olga', 'olga'],
      ['sign-in.demo', teacherId, teacherId],
    ])
  })

  test('also if they fail, with the matching account and without the input', async () => {
    await trySignIn(login.toUpperCase(), 'not the password')
    await trySignIn('Пароль-в-поле-логина', 'not the password')
    expect(await entries()).toEqual([
      ['sign-in.password', null, 'olga', 'wrong-password'],
      ['sign-in.password', null, null, 'unknown-login'],
    ])
    expect(await written()).toMatchObject([{ address: expect.stringMatching(/127\.0\.0\.1$/) }, { requestId: null }])
    expect(JSON.stringify(await written())).not.toMatch(/поле|password"?:?\s?not|olga-/i)
  })

  test('and if the limit is reached: once a minute', async () => {
    for (let tries = 0; tries < 14; tries += 1) await trySignIn(login, 'not the password')
    const locked = async () => (await entries()).filter((fact) => fact.at(-1) === 'too-many-requests')
    expect(await locked()).toEqual([['sign-in.password', null, 'olga', 'too-many-requests']])
    server.pass({ seconds: 61 })
    for (let tries = 0; tries < 3; tries += 1) await trySignIn(login, demoPassword)
    expect(await locked()).toHaveLength(2)
  })

  test('and those of visitors in a limited number', async () => {
    const { database } = server
    const reject = (times: number, address: string, at: Date, detail: string) =>
      runWithVisitorContext({ address, userAgent: '' }, async () => {
        const event = { at, action: 'sign-in.password', subjectId: null, problem: 'unknown-login', detail } as const
        for (let time = 0; time < times; time += 1) await auditRejection(database, event)
      })
    const count = async () => {
      const found = await entries()
      return found.length
    }
    const before = await count()
    await reject(12, '192.0.2.1', server.now(), 'one network')
    // Ten of them, and one for the rest.
    expect((await count()) - before).toBe(11)
    for (let network = 2; network < 20; network += 1) await reject(10, `192.0.2.${network}`, server.now(), 'many')
    // Sixty of them in all, and one for the rest.
    expect((await count()) - before).toBe(62)
    server.pass({ seconds: 61 })
    await reject(1, '192.0.2.1', server.now(), 'later')
    expect((await count()) - before).toBe(63)
  })

  test('and if the external account is not linked', async () => {
    const visitor = visitorOf(server.app)
    const page = await visitor.visitProvider(await visitor.startSignIn())
    const [, href = ''] = /href="(\/interaction\/[\w-]+\/through\/vk\?lang=ru)"/.exec(page.text) ?? []
    const choice = await visitor.visitProvider(new URL(href, page.url).href)
    await visitor.visitProvider(choice.url, { login: 'guest-2035' })
    expect(await entries()).toEqual([['sign-in.linked', null, null, 'vk', 'not-linked']])
  })

  test('and if the authorization response is rejected', async () => {
    const visitor = visitorOf(server.app)
    const result = new URL(await visitor.signInAtProvider(await visitor.startSignIn(), login))
    result.searchParams.set('code', 'another')
    expect((await visitor.sendResult(result.href)).status).toBe(409)
    const line =
      'PUBLIC_URL: expected: the code is redeemed once, in time, with the redirect address below http://localhost:4999; seen: 400 invalid_grant: grant request is invalid'
    expect(await entries()).toEqual([['sign-in.issuer', null, null, line, 'code-rejected']])
  })
})

describe('Ends of sessions are audited', () => {
  test('signed out, replaced by a new sign-in, ended from another device', async () => {
    const visitor = await signedIn()
    await visitor.signIn(login)
    const other = await signedIn()
    await visitor.ask('DELETE', '/api/v1/profile/session/others')
    const { url } = (await visitor.ask('GET', '/api/v1/auth/logout-link')).json()
    await visitor.ask('GET', new URL(String(url)).pathname)
    expect((await other.ask('GET', '/api/v1/profile')).status).toBe(401)
    expect(await entries('session')).toEqual([
      ['session.replaced', 'olga', 'olga'],
      ['session.ended', 'olga', 'olga'],
      ['session.signed-out', 'olga', 'olga'],
    ])
  })
})

describe('Credential changes are audited', () => {
  const newPassword = 'Сирень под окном 7'

  test('a changed password, and why a change was rejected', async () => {
    const visitor = await signedIn()
    const change = (body: object) => visitor.ask('PATCH', '/api/v1/profile/password/change', body)
    await change({ currentPassword: 'not mine', newPassword })
    await change({ currentPassword: demoPassword, newPassword: 'Qwertyuiop' })
    await change({ currentPassword: demoPassword, newPassword: 'short' })
    await change({ currentPassword: demoPassword, newPassword })
    expect(await entries('password')).toEqual([
      ['password.changed', 'olga', 'olga', 'wrong-password'],
      ['password.changed', 'olga', 'olga', 'common-password'],
      ['password.changed', 'olga', 'olga'],
    ])
    expect(JSON.stringify(await written())).not.toMatch(/Сирень|not mine|qwerty/i)
  })

  test('a first password', async () => {
    const visitor = await signedIn()
    await server.database.update(users).set({ hasPassword: false }).where(eq(users.id, olgaId))
    await server.database
      .update(providerAccounts)
      .set({ passwordHash: null })
      .where(eq(providerAccounts.subject, `sub-${login}`))
    await visitor.ask('POST', '/api/v1/profile/password/set-first', { password: newPassword })
    expect(await entries('password')).toEqual([['password.set', 'olga', 'olga']])
  })

  test('an account that is linked, taken or unlinked', async () => {
    const visitor = await signedIn()
    await server.database.delete(linkedAccounts)
    const link = async () => {
      const { url } = (await visitor.ask('GET', '/api/v1/profile/account/iam-oauth-url/vk')).json()
      const page = await visitor.visitProvider(String(url))
      const back = new URL((await visitor.visitProvider(page.url, { login: 'guest-2035' })).url)
      await visitor.ask('GET', back.pathname + back.search)
    }
    await link()
    const [mine] = await server.database.select().from(linkedAccounts)
    await server.database.update(users).set({ hasPassword: false }).where(eq(users.id, olgaId))
    await visitor.ask('DELETE', `/api/v1/profile/account/${mine?.id}`)
    await server.database.update(users).set({ hasPassword: true }).where(eq(users.id, olgaId))
    await visitor.ask('DELETE', `/api/v1/profile/account/${mine?.id}`)
    const someone = await server.addPerson({ login: `${login}-2`, name: 'Анна Белова', roles: [] })
    await server.database
      .insert(linkedAccounts)
      .values({ userId: someone, provider: 'vk', externalSubject: 'guest-2035', login: 'guest', linkedAt: began })
    await link()
    expect(await entries('account')).toEqual([
      ['account.linked', 'olga', 'olga', 'vk'],
      ['account.unlinked', 'olga', 'olga', 'last-sign-in-method'],
      ['account.unlinked', 'olga', 'olga', 'vk'],
      ['account.linked', 'olga', 'olga', 'vk', 'account-taken'],
    ])
  })

  test('codes that are sent, wrong, right and locked, and the verified email; all masked', async () => {
    const visitor = await signedIn()
    const email = `new-${login}@mail.example`
    await visitor.ask('POST', '/api/v1/profile/account/verification/send', { email })
    const code = await codeSentTo(server.database, email)
    const verify = (typed: string) =>
      visitor.ask('POST', '/api/v1/profile/account/verification/verify', { email, code: typed })
    await verify(otherThan(code))
    await verify(code)
    await visitor.ask('PATCH', '/api/v1/profile', { email })
    expect(await entries()).toEqual([
      ['sign-in.password', 'olga', 'olga'],
      ['code.sent', 'olga', 'olga', 'n***@mail.example'],
      ['code.checked', 'olga', 'olga', 'code-wrong'],
      ['code.checked', 'olga', 'olga', 'n***@mail.example'],
      ['contact.email', 'olga', 'olga', 'o***@mail.example → n***@mail.example'],
    ])
    expect(JSON.stringify(await written())).not.toContain(code)
  })

  test('password recovery: codes sent, wrong, right and locked, also for an unknown name', async () => {
    const email = `${login}@mail.example`
    const recover = async (name: string) => {
      const visitor = visitorOf(server.app)
      const signIn = await visitor.visitProvider(await visitor.startSignIn())
      const page = await visitor.visitProvider(`${signIn.url}/recovery`, { name })
      return (code: string) => visitor.visitProvider(page.url, { code })
    }
    const enter = await recover(email)
    const code = await codeSentTo(server.database, email)
    for (let tries = 0; tries < 5; tries += 1) await enter(otherThan(code))
    await enter(code)
    server.pass({ minutes: 2 })
    const again = await recover(email)
    await again(await codeSentTo(server.database, email))
    server.pass({ minutes: 2 })
    const wrong = await recover(login)
    for (let tries = 0; tries < 5; tries += 1) await wrong(otherThan(await codeSentTo(server.database, email)))
    const sent = ['code.sent', null, 'olga', 'o***@mail.example']
    const checked = (...came: string[]) => ['code.checked', null, 'olga', ...came]
    const fourWrong = Array.from({ length: 4 }, () => checked('code-wrong'))
    expect(await entries('code')).toEqual([
      sent,
      ...fourWrong,
      checked('code-expired'),
      sent,
      checked(),
      sent,
      ...fourWrong,
      checked('code-expired'),
    ])
    const before = (await entries('code')).length
    const unknown = await recover('nobody@mail.example')
    await unknown('000000')
    expect((await entries('code')).slice(before)).toEqual([
      ['code.sent', null, null, 'unknown-login'],
      ['code.checked', null, null, 'code-wrong'],
    ])
    expect(JSON.stringify(await written())).not.toMatch(new RegExp(`${code}|nobody@`))
  })

  test('the lock of recovery, and repeated attempts once a minute', async () => {
    const visitor = visitorOf(server.app)
    const signIn = await visitor.visitProvider(await visitor.startSignIn())
    for (let sent = 0; sent < 2; sent += 1) {
      const page = await visitor.visitProvider(`${signIn.url}/recovery`, { name: login })
      const code = otherThan(await codeSentTo(server.database, `${login}@mail.example`))
      for (let tries = 0; tries < 7; tries += 1) await visitor.visitProvider(page.url, { code })
      server.pass({ minutes: 2 })
    }
    const codes = await entries('code')
    expect(codes.filter(([action]) => action === 'code.locked')).toEqual([['code.locked', null, 'olga']])
    expect(codes.filter((fact) => fact.at(-1) === 'factor-locked')).toHaveLength(1)
  })

  test('a confirmed phone, because it becomes a sign-in name', async () => {
    const visitor = await signedIn()
    const phone = '+79161112233'
    await server.database.update(users).set({ phone }).where(eq(users.id, olgaId))
    await visitor.ask('POST', '/api/v1/profile/two-factor/send')
    const code = await codeSentTo(server.database, phone)
    await visitor.ask('POST', '/api/v1/profile/two-factor/check', { code })
    expect(await entries('contact')).toEqual([['contact.phone-confirmed', 'olga', 'olga', '+7 ••• •••-22-33']])
  })

  test('the lock of codes', async () => {
    const visitor = await signedIn()
    for (let sent = 0; sent < 4; sent += 1) {
      await visitor.ask('POST', '/api/v1/profile/two-factor/send')
      const code = otherThan(await codeSentTo(server.database, `${login}@mail.example`))
      for (let tries = 0; tries < 5; tries += 1) await visitor.ask('POST', '/api/v1/profile/two-factor/check', { code })
      server.pass({ minutes: 2 })
    }
    const codes = await entries('code')
    expect(codes.filter(([action]) => action === 'code.locked')).toEqual([['code.locked', 'olga', 'olga']])
    expect(codes.at(-1)).toEqual(['code.checked', 'olga', 'olga', 'factor-locked'])
  })

  test('actions during an impersonation, with the administrator as actor', async () => {
    const pavel = `pavel-${people}`
    const pavelId = await server.addPerson({ login: pavel, name: 'Павел Жданов', roles: ['administrator'] })
    const visitor = visitorOf(server.app)
    await visitor.signIn(pavel)
    const administratorToken = visitor.ours.get('lk_session') ?? ''
    const options = { administratorToken, userId: olgaId, now: server.now() }
    visitor.ours.set('lk_session', await impersonate(server.database, options))
    await visitor.ask('POST', '/api/v1/profile/two-factor/send')
    expect(await entries('code')).toEqual([['code.sent', pavelId, 'olga', 'impersonation-forbids']])
  })
})

test('A rollback removes the entry of the change and keeps the entry of the rejection', async () => {
  const visitor = await signedIn()
  await server.database
    .transaction(async (transaction) => {
      await audit(transaction, { at: server.now(), action: 'roles.granted', subjectId: olgaId, detail: 'parent' })
      throw new Error('it did not come about')
    })
    .catch(() => undefined)
  await server.database.update(users).set({ hasPassword: false }).where(eq(users.id, olgaId))
  const [only] = await server.database
    .insert(linkedAccounts)
    .values({ userId: olgaId, provider: 'vk', externalSubject: login, login, linkedAt: began })
    .returning({ id: linkedAccounts.id })
  await visitor.ask('DELETE', `/api/v1/profile/account/${only?.id}`)
  expect(await entries('roles')).toEqual([])
  expect(await entries('account')).toEqual([['account.unlinked', 'olga', 'olga', 'last-sign-in-method']])
})
