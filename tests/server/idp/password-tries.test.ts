import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOidcClient } from '#server/auth/oidc/client.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import { limitCounts } from '#server/db/schema/limits.ts'
import { type Env, readEnv } from '#server/environment/env.ts'
import { addProviderAccounts } from '#server/idp/accounts/accounts.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { hashPassword } from '#server/idp/accounts/password-hash.ts'
import { type EmbeddedProvider, startEmbeddedProvider } from '#server/idp/provider.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'

const home = 'http://localhost:4999'
const log = pino({ level: 'silent' })
const attempt = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
const minutes = 60_000
const pupils = Array.from({ length: 24 }, (_, at) => `pupil-${at}`)

let opened: OpenDatabase
let provider: EmbeddedProvider
let now: Date
const clock = () => now

beforeAll(async () => {
  opened = await openTestDatabase()
  const passwordHash = await hashPassword(demoPassword)
  await addProviderAccounts(opened.database, [
    { subject: 'olga', login: 'olga', name: 'Ольга Соколова', passwordHash },
    { subject: 'petr', login: 'petr', name: 'Пётр Гостев', passwordHash },
    ...pupils.map((login) => ({ subject: login, login, name: 'Иван Петров', passwordHash })),
  ])
  now = new Date('2035-09-03T09:00:00.000Z')
  provider = await start()
})

afterAll(async () => {
  await provider.close()
  await opened.close()
})

beforeEach(async () => {
  await opened.database.delete(limitCounts)
})

function start(changes: Partial<Env> = {}): Promise<EmbeddedProvider> {
  const env = { ...readEnv({ IDP_PORT: '0', PUBLIC_URL: home, TRUST_PROXY: '1' }), ...changes }
  return startEmbeddedProvider({ env, database: opened.database, clock, log })
}

async function restart(): Promise<void> {
  const port = Number(new URL(provider.issuer).port)
  await provider.close()
  provider = await start({ IDP_PORT: port, IDP_PUBLIC_URL: provider.issuer })
}

type Tried = 'in' | 'wrong' | { wait: number }

/** A browser behind the only trusted proxy. The forwarded headers that it sends come before those of the proxy. */
function browserAt(address: string) {
  const { theirs, visitProvider } = visitorAt(home)
  let page: string | null = null

  async function openPage({ issuer, clientSecret } = provider): Promise<string> {
    const client = { issuer, clientId: 'account', clientSecret, publicUrl: home, clock, log }
    return (await visitProvider(await createOidcClient(client).authorizationUrl(attempt, 'ru'))).url
  }

  return {
    theirs,
    openPage,
    async try(login: string, password: string, { from = address, at = provider } = {}): Promise<Tried> {
      page ??= await openPage(at)
      const reply = await fetch(page, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: theirs.header(new URL(page).pathname),
          'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 256)}, ${from}`,
        },
        body: new URLSearchParams({ login, password }),
      })
      theirs.keep(reply.headers.getSetCookie())
      if (reply.status === 303) {
        page = null
        // The next sign-in of this browser asks for the password again.
        for (const name of theirs.names().filter((name) => name.startsWith('idp_session'))) theirs.delete(name)
        return 'in'
      }
      if (reply.status === 422) return 'wrong'
      expect(reply.status).toBe(429)
      const wait = Number(reply.headers.get('retry-after'))
      expect(await reply.text()).toContain(`Попробуйте снова через ${Math.ceil(wait / 60)} мин.`)
      return { wait }
    },
    /** Replaces the number of minutes, which changes while the tests run. */
    leavePage(): void {
      page = null
    },
  }
}

type Browser = ReturnType<typeof browserAt>

const own = '198.51.100.1'
const strangers = Array.from({ length: 110 }, (_, at) => `192.0.2.${at}`)

async function knownBrowser(login = 'olga'): Promise<Browser> {
  const browser = browserAt(own)
  expect(await browser.try(login, demoPassword)).toBe('in')
  return browser
}

async function guess(times: number, { from, login = 'olga' }: { from: (at: number) => string; login?: string }) {
  const stranger = browserAt('192.0.2.0')
  const tried: Tried[] = []
  for (let at = 0; at < times; at += 1) tried.push(await stranger.try(login, 'wrong', { from: from(at) }))
  return tried
}

const fromAnywhere = (at: number) => strangers[at % strangers.length] ?? ''
const wrong = (tried: readonly Tried[]) => tried.filter((one) => one === 'wrong').length

describe('A browser without a device cookie that tries 110 passwords', () => {
  test('from one address is stopped after ten; other addresses are not affected', async () => {
    const tried = await guess(110, { from: () => '192.0.2.7' })
    expect([wrong(tried), tried.at(-1)]).toEqual([10, { wait: 300 }])
    expect(await browserAt('192.0.2.7').try('olga', demoPassword)).toEqual({ wait: 300 })
    expect(await browserAt('192.0.2.7').try('petr', demoPassword)).toBe('in')
    expect(await browserAt(own).try('olga', demoPassword)).toBe('in')
  })

  test('from many addresses does not lock the owner in a known browser', async () => {
    const known = await knownBrowser()
    expect(wrong(await guess(110, { from: fromAnywhere }))).toBe(50)
    expect(await known.try('olga', demoPassword)).toBe('in')
    expect(await known.try('olga', demoPassword, { from: '192.0.2.7' })).toBe('in')
  })

  test('from many addresses makes the owner in a new browser wait for minutes, however long the attack lasts', async () => {
    await guess(60, { from: fromAnywhere })
    now = new Date(now.getTime() + 5 * minutes)
    const owner = browserAt(own)
    expect(await owner.try('olga', demoPassword)).toEqual({ wait: 600 })
    await guess(50, { from: fromAnywhere })
    now = new Date(now.getTime() + 10 * minutes)
    owner.leavePage()
    expect(await owner.try('olga', demoPassword)).toBe('in')
    expect(await guess(3, { from: fromAnywhere })).toEqual(['wrong', 'wrong', 'wrong'])
  })

  test('meets the same limits after a restart and at another server, and so does the owner', async () => {
    const known = await knownBrowser()
    expect(wrong(await guess(30, { from: fromAnywhere }))).toBe(30)
    await restart()
    const another = await start()
    const stranger = browserAt('192.0.2.0')
    const tried: Tried[] = []
    for (let at = 0; at < 60; at += 1) {
      tried.push(await stranger.try('olga', 'wrong', { from: fromAnywhere(at + 40), at: another }))
    }
    await another.close()
    expect(wrong(tried)).toBe(20)
    expect(await known.try('olga', demoPassword)).toBe('in')
  })

  test('gains nothing by concurrent attempts', async () => {
    const stranger = browserAt('192.0.2.0')
    await stranger.try('olga', 'wrong')
    const here = await Promise.all(Array.from({ length: 64 }, () => stranger.try('olga', 'wrong')))
    expect(wrong(here)).toBe(9)
    const anywhere = await Promise.all(strangers.slice(1, 65).map((from) => stranger.try('olga', 'wrong', { from })))
    expect(wrong(anywhere)).toBe(40)
  })
})

describe('A browser that has signed in before', () => {
  test('has its own limit of ten attempts in five minutes', async () => {
    const known = await knownBrowser()
    for (let count = 0; count < 10; count += 1) expect(await known.try('olga', 'wrong')).toBe('wrong')
    expect(await known.try('olga', demoPassword)).toEqual({ wait: 300 })
    expect(await browserAt(own).try('olga', demoPassword)).toBe('in')
    now = new Date(now.getTime() + 5 * minutes)
    expect(await known.try('olga', demoPassword)).toBe('in')
  })

  test('is unknown for other logins, and can know several', async () => {
    const [familys, olgas] = [await knownBrowser(), await knownBrowser()]
    expect(await familys.try('petr', demoPassword)).toBe('in')
    for (const login of ['olga', 'petr']) await guess(60, { from: fromAnywhere, login })
    expect([await familys.try('olga', demoPassword), await familys.try('petr', demoPassword)]).toEqual(['in', 'in'])
    expect(await olgas.try('olga', demoPassword)).toBe('in')
    expect(await olgas.try('petr', demoPassword)).toEqual({ wait: 900 })
  })

  test('is unknown after 90 days', async () => {
    const known = await knownBrowser()
    now = new Date(now.getTime() + 90 * 24 * 60 * minutes)
    await guess(60, { from: fromAnywhere })
    expect(await known.try('olga', demoPassword)).toMatchObject({ wait: expect.any(Number) })
  })

  test('is unknown after a password change', async () => {
    const known = await knownBrowser()
    await setPassword('новый-пароль-2036')
    await guess(60, { from: fromAnywhere })
    expect(await known.try('olga', 'новый-пароль-2036')).toEqual({ wait: 900 })
    await setPassword(demoPassword)
    expect(await known.try('olga', demoPassword)).toEqual({ wait: 900 })
  })

  test('cannot be forged or copied from another login', async () => {
    const known = await knownBrowser('petr')
    const value = known.theirs.get('idp_known') ?? ''
    const [browser, until, signature = ''] = value.split('.')
    await guess(60, { from: fromAnywhere })
    const lent = browserAt('192.0.2.200')
    for (const forged of [value, `${browser}.${Number(until) + 1}.${signature}`, 'a.9999999999.b', '~~~', '..', '']) {
      lent.theirs.set('idp_known', forged)
      expect(await lent.try('olga', demoPassword)).toMatchObject({ wait: expect.any(Number) })
    }
  })

  test('keeps a small HttpOnly cookie that is not sent to other sites', async () => {
    const browser = browserAt(own)
    const url = await browser.openPage()
    const reply = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `${browser.theirs.header(new URL(url).pathname)}; idp_known=${'a.1.b~'.repeat(500)}` },
      body: new URLSearchParams({ login: 'olga', password: demoPassword }),
    })
    const set = reply.headers.getSetCookie().find((line) => line.startsWith('idp_known=')) ?? ''
    expect(set).toMatch(
      /^idp_known=[\w-]{16}\.\d+\.[\w-]{43}(~a\.1\.b){7}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    )
  })
})

describe('A school behind one address', () => {
  test('is not limited by correct passwords', async () => {
    const small = await start({ SIGN_INS_PER_MINUTE: 12 })
    for (const some of [pupils.slice(0, 12), pupils.slice(12)]) {
      const tried = await Promise.all(some.map((login) => browserAt(own).try(login, demoPassword, { at: small })))
      expect(tried).toEqual(some.map(() => 'in'))
    }
    await small.close()
    const wrong = (await opened.database.select().from(limitCounts)).filter(({ limit }) => limit.startsWith('password'))
    expect(new Set(wrong.map(({ count }) => count))).toEqual(new Set([0]))
  })

  test('waits at most a minute if a user inside tries many logins', async () => {
    const known = await knownBrowser()
    const small = await start({ SIGN_INS_PER_MINUTE: 5 })
    const inside = browserAt(own)
    for (const login of pupils.slice(0, 5)) expect(await inside.try(login, 'wrong', { at: small })).toBe('wrong')
    expect(await inside.try('petr', demoPassword, { at: small })).toEqual({ wait: 60 })
    expect(await known.try('olga', demoPassword, { at: small })).toBe('in')
    now = new Date(now.getTime() + minutes)
    expect(await inside.try('petr', demoPassword, { at: small })).toBe('in')
    await small.close()
  })
})

test('The link of an invitation is opened a limited number of times per address', async () => {
  const small = await start({ SIGN_INS_PER_MINUTE: 3 })
  const open = (from: string) =>
    fetch(`${small.issuer}/invitation/${'A'.repeat(43)}`, { headers: { 'x-forwarded-for': from } })
  const statuses = []
  for (let visit = 0; visit < 4; visit += 1) statuses.push((await open('192.0.2.10')).status)
  expect(statuses).toEqual([404, 404, 404, 429])
  expect((await open('192.0.2.10')).headers.get('retry-after')).toBe('60')
  expect((await open('192.0.2.11')).status).toBe(404)
  await small.close()
})

async function setPassword(password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await opened.database.update(providerAccounts).set({ passwordHash }).where(eq(providerAccounts.subject, 'olga'))
}
