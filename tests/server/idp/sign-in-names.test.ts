import { eq } from 'drizzle-orm'
import { Piscina } from 'piscina'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { providerAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { hashPassword } from '#server/idp/accounts/password-hash.ts'
import { filterByPassword, findAccountsByName, parseSignInName } from '#server/idp/accounts/sign-in-names.ts'
import { startAccountServer } from '#tests/support/server/account-server.ts'
import { codeSentTo } from '#tests/support/server/codes.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const server = openForSuite(() => startAccountServer())
let visitor: Visitor
let count = 0

beforeEach(() => {
  // Past every rate-limit window of the previous test.
  server.pass({ hours: 2 })
  visitor = visitorOf(server.app)
  count += 1
})

type Contacts = { email?: string | null; phone?: string | null; isConfirmed?: boolean; password?: string }

/** Creates a user with these names and returns the login. */
async function someone({ email = null, phone = null, isConfirmed = true, password }: Contacts): Promise<string> {
  const login = `person-${count}-${Math.random().toString(36).slice(2, 8)}`
  const id = await server.addPerson({ login, name: `Имя ${login}`, roles: ['parent'] })
  const phoneVerifiedAt = phone !== null && isConfirmed ? server.now() : null
  await server.database.update(users).set({ email, phone, phoneVerifiedAt, hasPassword: true }).where(eq(users.id, id))
  if (password) {
    const passwordHash = await hashPassword(password)
    await server.database.update(providerAccounts).set({ passwordHash }).where(eq(providerAccounts.login, login))
  }
  return login
}

const signInPage = async () => visitor.visitProvider(await visitor.startSignIn())

async function enter(login: string, password = demoPassword) {
  const { url } = await signInPage()
  return visitor.visitProvider(url, { login, password })
}

/** The login of the user whose profile opens, read from the name. */
async function whoIsIn(result: { url: string }): Promise<unknown> {
  await visitor.sendResult(result.url)
  return (await visitor.ask('GET', '/api/v1/profile')).json().lastName
}

describe('A typed name', () => {
  test.each([
    ['  Anna@Example.ORG ', { kind: 'email', value: 'anna@example.org' }],
    ['anna@xn--80atdl2c.xn--p1ai', { kind: 'email', value: 'anna@школа.рф' }],
    [' anna@ШКОЛА.рф', { kind: 'email', value: 'anna@школа.рф' }],
    ['+7 916 123-45-67', { kind: 'phone', value: '+79161234567' }],
    ['8 (916) 123 45 67', { kind: 'phone', value: '+79161234567' }],
    ['79161234567', { kind: 'phone', value: '+79161234567' }],
    ['(916)\u00a0123–45–67', { kind: 'phone', value: '+79161234567' }],
    ['+44 20 7946 0958', { kind: 'phone', value: '+442079460958' }],
    [' Family', { kind: 'login', value: 'family' }],
    ['user-2035', { kind: 'login', value: 'user-2035' }],
    ['2035', { kind: 'login', value: '2035' }],
  ])('%s is parsed as %j, and parsing is idempotent', (typed, name) => {
    expect(parseSignInName(typed)).toEqual(name)
    expect(parseSignInName(name.value)).toEqual(name)
  })
})

describe('A person signs in', () => {
  test.each(['anna@example.org', ' ANNA@Example.org ', '+7 916 123-45-67', '8 (916) 123-45-67', '79161234567'])(
    'by «%s»',
    async (typed) => {
      const login = await someone({ email: 'Anna@example.org', phone: '+79161234567' })
      expect(await whoIsIn(await enter(typed))).toBe(login)
      await server.database.update(users).set({ email: null, phone: null })
    },
  )

  test('by a phone only after it was confirmed by a code', async () => {
    const login = await someone({ phone: '+79165550002', isConfirmed: false })
    expect((await enter('+79165550002')).status).toBe(422)
    expect(await whoIsIn(await enter(login))).toBe(login)
    await visitor.ask('POST', '/api/v1/profile/two-factor/send')
    const code = await codeSentTo(server.database, '+79165550002')
    expect((await visitor.ask('POST', '/api/v1/profile/two-factor/check', { code })).status).toBe(200)
    visitor = visitorOf(server.app)
    expect(await whoIsIn(await enter('8 916 555 00 02'))).toBe(login)
  })
})

describe('Account enumeration is prevented', () => {
  test('an unknown email or phone looks like a wrong password', async () => {
    await someone({ email: 'known@example.org', phone: '+79165550003' })
    const { url } = await signInPage()
    const pages = await Promise.all(
      ['known@example.org', 'unknown@example.org', '+79165550003', '+79165550004'].map(async (login) => {
        const page = await visitor.visitProvider(url, { login, password: 'not the password' })
        return [page.status, page.text.replaceAll(login, '…')]
      }),
    )
    expect(pages[0]?.[0]).toBe(422)
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1)
  })

  test('the number of comparisons does not depend on the accounts', async () => {
    await someone({ email: 'shared@example.org' })
    await someone({ email: 'shared@example.org' })
    const login = await someone({ email: 'alone@example.org' })
    const derivations = vi.spyOn(Piscina.prototype, 'run')
    const made = async (typed: string) => {
      derivations.mockClear()
      const name = parseSignInName(typed)
      const named = await findAccountsByName(server.database, name)
      await filterByPassword(server.database, named, name, 'not the password')
      return derivations.mock.calls.map(([keys]) => (keys as unknown[]).length)
    }
    expect(await made('shared@example.org')).toEqual([4])
    expect(await made('alone@example.org')).toEqual([4])
    expect(await made('nobody@example.org')).toEqual([4])
    expect(await made('+79990000000')).toEqual([4])
    expect(await made(login)).toEqual([1])
    expect(await made('nobody')).toEqual([1])
  })

  test('attempts of one phone share a counter in any notation', async () => {
    const { url } = await signInPage()
    const notations = ['+7 916 555-00-09', '8 (916) 555-00-09', '79165550009', '9165550009', '+79165550009']
    for (const login of [...notations, ...notations]) await visitor.visitProvider(url, { login, password: 'wrong' })
    expect((await visitor.visitProvider(url, { login: '8-916-555-00-09', password: 'wrong' })).status).toBe(429)
  })
})

describe('A family with one address', () => {
  test('signs in by it: the password selects the account', async () => {
    const mother = await someone({ email: 'family@example.org', password: 'пароль матери 1' })
    const son = await someone({ email: 'Family@example.org', password: 'пароль сына 22' })
    expect(await whoIsIn(await enter('family@example.org', 'пароль сына 22'))).toBe(son)
    visitor = visitorOf(server.app)
    expect(await whoIsIn(await enter('family@example.org', 'пароль матери 1'))).toBe(mother)
  })

  test('with one password chooses the account', async () => {
    const mother = await someone({ email: 'both@example.org' })
    const son = await someone({ email: 'both@example.org' })
    const stranger = await someone({})
    const page = await enter('both@example.org')
    expect(page.text).toContain('Кто входит?')
    const offered = [...page.text.matchAll(/name="who" value="([^"]+)"/g)].map(([, who = '']) => who)
    expect(offered.map((who) => who.split(' ')[1]).sort()).toEqual([mother, son].map((login) => `sub-${login}`).sort())
    const forged = offered[0]?.replace(/ .*/, ` sub-${stranger}`) ?? ''
    expect((await visitor.visitProvider(page.url, { who: forged })).status).toBe(422)
    const chosen = offered.find((who) => who.endsWith(son)) ?? ''
    expect(await whoIsIn(await visitor.visitProvider(page.url, { who: chosen }))).toBe(son)
  })

  test('of more than four accounts cannot be used to sign in', async () => {
    const logins = []
    for (let number = 0; number < 5; number += 1) logins.push(await someone({ email: 'class@example.org' }))
    expect((await enter('class@example.org')).status).toBe(422)
    expect(await whoIsIn(await enter(String(logins[2])))).toBe(logins[2])
  })
})

describe('The profile lists the sign-in names', () => {
  const names = async () => (await visitor.ask('GET', '/api/v1/profile/password/sign-in-names')).json()

  test('the e-mail, the confirmed phone, and the login', async () => {
    const login = await someone({ email: 'vera@example.org', phone: '+79165550010' })
    await whoIsIn(await enter(login))
    expect(await names()).toEqual({
      names: [
        { kind: 'email', value: 'vera@example.org' },
        { kind: 'phone', value: '+79165550010' },
        { kind: 'login', value: login },
      ],
    })
  })

  test('excludes unconfirmed phones and addresses shared by too many', async () => {
    for (let number = 0; number < 4; number += 1) await someone({ email: 'many@example.org' })
    const login = await someone({ email: 'many@example.org', phone: '+79165550011', isConfirmed: false })
    await whoIsIn(await enter(login))
    expect(await names()).toEqual({ names: [{ kind: 'login', value: login }] })
  })
})
