import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { demoPassword } from '#server/db/demo/accounts.ts'
import { type Env, readEnv } from '#server/env.ts'
import { addProviderAccounts } from '#server/identity/embedded-provider/accounts.ts'
import { hashPassword, isPasswordOf } from '#server/identity/embedded-provider/password.ts'
import { type EmbeddedProvider, startEmbeddedProvider } from '#server/identity/embedded-provider/provider.ts'
import { createOidcClient, type OidcClient, type ProviderAnswer } from '#server/identity/oidc-client.ts'
import { cheap } from '#tests/support/account-server.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Visitor, visitorAt } from '#tests/support/sign-in.ts'

const home = 'http://localhost:4999'
const attempt = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
const log = pino({ level: 'silent' })
const family = { subject: 'demo-family', login: 'family', name: 'Ольга Соколова', email: 'olga@example.org' }
const noRole = { subject: 'demo-no-role', login: 'no-role', name: 'Пётр Гостев' }

let opened: OpenDatabase
let provider: EmbeddedProvider
let client: OidcClient
let visitor: Visitor
let now: Date

beforeAll(async () => {
  opened = await openTestDatabase()
  const passwordHash = await hashPassword(demoPassword, cheap)
  await addProviderAccounts(opened.database, [
    { ...family, passwordHash },
    { ...noRole, passwordHash },
    { subject: 'not-demo', login: 'Director', name: 'Анна', passwordHash },
    { subject: 'fresh', login: 'fresh', name: 'Без Пароля', passwordHash: null },
  ])
  now = new Date()
  provider = await start()
  client = clientOf(provider)
})

afterAll(async () => {
  await provider.close()
  await opened.close()
})

beforeEach(() => {
  // Past every window of tries of the test before.
  now = new Date(now.getTime() + 61 * 60_000)
  visitor = visitorAt(home)
})

function start(changes: Partial<Env> = {}): Promise<EmbeddedProvider> {
  const env = { ...readEnv({ IDP_PORT: '0', PUBLIC_URL: home }), ...changes }
  return startEmbeddedProvider({ env, database: opened.database, clock: () => now, log })
}

function clientOf({ issuer, clientSecret }: EmbeddedProvider): OidcClient {
  return createOidcClient({
    issuer,
    clientId: 'account',
    clientSecret,
    publicUrl: home,
    clock: () => now,
    log,
  })
}

function answerIn(url: string): ProviderAnswer {
  return Object.fromEntries(new URL(url).searchParams)
}

async function openSignIn(language: 'ru' | 'en' = 'ru') {
  return visitor.visitProvider(await client.authorizationUrl(attempt, language))
}

test('While its database is away every page and every answer says when to come again', async () => {
  const away = await openTestDatabase()
  const env = readEnv({ IDP_PORT: '0', PUBLIC_URL: home })
  const alone = await startEmbeddedProvider({ env, database: away.database, clock: () => now, log })
  onTestFinished(() => alone.close())
  const address = await clientOf(alone).authorizationUrl(attempt, 'ru')
  const { url } = await visitor.visitProvider(address)
  await away.close()
  const token = { grant_type: 'authorization_code', code: 'a-code', redirect_uri: `${home}/auth/oauth-result` }
  const client = { client_id: 'account', client_secret: alone.clientSecret, code_verifier: 'v'.repeat(43) }
  const answers = []
  for (const [place, form] of [
    [address, null],
    [url, null],
    [url, { login: 'family', password: demoPassword }],
    [`${url}/recovery`, null],
    [`${url}/recovery`, { name: 'family' }],
    [`${alone.issuer}/token`, { ...token, ...client }],
  ] as const) {
    const { status, headers } = await fetch(place, {
      headers: { cookie: visitor.theirs.header(new URL(place).pathname) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    answers.push([status, headers.get('retry-after')])
  }
  expect(answers).toEqual(Array.from({ length: 6 }, () => [503, '5']))
})

test('Whoever starts signing in without end is told to wait; those at other addresses are not', async () => {
  const limited = await start({ SIGN_INS_PER_MINUTE: 1, TRUST_PROXY: 1 })
  onTestFinished(() => limited.close())
  const address = await clientOf(limited).authorizationUrl(attempt, 'ru')
  const ask = async (from: string) => {
    const { status, headers } = await fetch(address, { redirect: 'manual', headers: { 'x-forwarded-for': from } })
    return [status, headers.get('retry-after')]
  }
  const answers = []
  for (const last of [1, 1, 1, 1, 1, 2]) answers.push(await ask(`192.0.2.${last}`))
  expect(answers).toEqual([...Array(4).fill([303, null]), [429, '60'], [303, null]])
})

describe('Signing in', () => {
  test('the right password leads back with a code that is good for who it was', async () => {
    const result = await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family')
    expect(result).toMatch(/^http:\/\/localhost:4999\/auth\/oauth-result\?/)
    expect(Object.keys(answerIn(result)).sort()).toEqual(['code', 'iss', 'state'])
    await expect(client.redeem(answerIn(result), attempt)).resolves.toMatchObject({
      subject: 'demo-family',
      firstName: 'Ольга',
      lastName: 'Соколова',
      email: 'olga@example.org',
    })
  })

  test('a code is good once', async () => {
    const answer = answerIn(await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family'))
    await client.redeem(answer, attempt)
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ problem: 'sign-in-attempt-refused' })
  })

  test('a code is worth nothing without the verifier it was asked for with', async () => {
    const answer = answerIn(await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family'))
    const thief = { ...attempt, codeVerifier: 'w'.repeat(43) }
    await expect(client.redeem(answer, thief)).rejects.toMatchObject({ problem: 'sign-in-attempt-refused' })
  })

  test('a request without PKCE is refused', async () => {
    const address = new URL(await client.authorizationUrl(attempt, 'ru'))
    address.searchParams.delete('code_challenge')
    address.searchParams.delete('code_challenge_method')
    expect(answerIn((await visitor.visitProvider(address.href)).url)).toMatchObject({ error: 'invalid_request' })
  })

  test('who is signed in is not asked again, also after the provider has been restarted', async () => {
    await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family')
    expect((await openSignIn()).url).toMatch(/code=/)
    const port = Number(new URL(provider.issuer).port)
    await provider.close()
    provider = await start({ IDP_PORT: port, IDP_PUBLIC_URL: provider.issuer })
    const back = await openSignIn()
    await expect(client.redeem(answerIn(back.url), attempt)).resolves.toMatchObject({ subject: 'demo-family' })
  })

  test('the login is taken in any case', async () => {
    const result = await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'DIRECTOR')
    await expect(client.redeem(answerIn(result), attempt)).resolves.toMatchObject({ subject: 'not-demo' })
  })

  test('going back to the page after signing in leads to the application', async () => {
    const page = await openSignIn()
    await visitor.visitProvider(page.url, { demo: 'family' })
    expect((await visitor.visitProvider(page.url)).url).toBe(`${home}/`)
  })

  test('of two tabs that sign in different people, the last one counts', async () => {
    const first = await openSignIn()
    const second = await openSignIn()
    await visitor.visitProvider(second.url, { demo: 'family' })
    const result = await visitor.visitProvider(first.url, { demo: 'no-role' })
    await expect(client.redeem(answerIn(result.url), attempt)).resolves.toMatchObject({ subject: 'demo-no-role' })
    const later = await openSignIn()
    await expect(client.redeem(answerIn(later.url), attempt)).resolves.toMatchObject({ subject: 'demo-no-role' })
  })
})

describe('Refusing', () => {
  test('a wrong password shows the page again, says so, and keeps the login and not the password', async () => {
    const { url } = await openSignIn()
    const page = await visitor.visitProvider(url, { login: 'family', password: 'no-such-"password' })
    expect(page.status).toBe(422)
    expect(page.url).toBe(url)
    expect(page.text).toContain('Неверный логин или пароль')
    expect(page.text).toContain('value="family"')
    expect(page.text).not.toContain('no-such-')
    const right = await visitor.visitProvider(url, { login: 'family', password: demoPassword })
    expect(right.url).toMatch(/code=/)
  })

  test('a login that does not exist, one without a password, and a wrong password look the same', async () => {
    const { url } = await openSignIn()
    const pages = await Promise.all(
      ['director', 'nobody', 'fresh'].map(async (login) => {
        const page = await visitor.visitProvider(url, { login, password: 'wrong' })
        return [page.status, page.text.replaceAll(login, '…')]
      }),
    )
    expect(pages[1]).toEqual(pages[0])
    expect(pages[2]).toEqual(pages[0])
  })

  test('what was typed is text and never markup', async () => {
    const { url } = await openSignIn()
    const page = await visitor.visitProvider(url, { login: '"><script>alert(1)</script>', password: 'x' })
    expect(page.text).not.toContain('<script>alert')
    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  })

  test('nothing typed is said to be missing', async () => {
    const { url } = await openSignIn()
    const page = await visitor.visitProvider(url, { login: ' ', password: '' })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Заполните оба поля')
  })

  test('after ten wrong passwords even the right one waits, and the page says how long', async () => {
    const { url } = await openSignIn()
    for (let count = 0; count < 10; count += 1) await visitor.visitProvider(url, { login: 'family', password: 'wrong' })
    const page = await visitor.visitProvider(url, { login: 'Family', password: demoPassword })
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(page.text).toContain('Попробуйте снова через 5 мин.')
    now = new Date(now.getTime() + 5 * 60_000)
    expect((await visitor.visitProvider(url, { login: 'family', password: demoPassword })).url).toMatch(/code=/)
  })

  test('a form from another site is refused', async () => {
    const { url } = await openSignIn()
    const reply = await fetch(url, {
      method: 'POST',
      headers: { cookie: visitor.theirs.header(new URL(url).pathname), 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ demo: 'family' }),
    })
    expect(reply.status).toBe(400)
  })

  test.each([
    ['a form too large', { login: 'a'.repeat(10_000), password: 'x' }],
    ['a NUL character', { login: 'fam\0ily', password: 'x' }],
  ])('%s is refused', async (_what, form) => {
    const { url } = await openSignIn()
    expect((await visitor.visitProvider(url, form)).status).toBe(400)
  })

  test('a sign-in page of another browser, or of long ago, offers to start again', async () => {
    const { url } = await openSignIn()
    const page = await visitorAt(home).visitProvider(url)
    expect(page.status).toBe(400)
    expect(page.text).toContain('Страница входа устарела')
    expect(page.text).toContain(`href="${home}/"`)
  })
})

describe('The page', () => {
  test('has a strict policy, and no script or inline style beside those allowed by their hash', async () => {
    const page = await openSignIn()
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${home}`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.text).not.toMatch(/<script[^>]|javascript:|\son\w+=|\sstyle=/)
    const scripts = [...page.text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code)
    const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    expect(policy).toContain(`script-src ${hashes.join(' ')};`)
    expect(hashes.length).toBe(1)
  })

  test('speaks the language the application asks for, and the one chosen on it', async () => {
    expect((await openSignIn('ru')).text).toContain('<html lang="ru">')
    const { url, text } = await openSignIn('en')
    expect(text).toContain('<html lang="en">')
    expect((await visitor.visitProvider(`${url}?lang=ru`)).text).toContain('<html lang="ru">')
    const wrong = await visitor.visitProvider(url, { login: 'family', password: 'x', lang: 'en' })
    expect(wrong.text).toContain('Wrong login or password')
  })

  test('lists the demo accounts that exist, one click away', async () => {
    const { url, text } = await openSignIn()
    expect([...text.matchAll(/name="demo" value="([^"]+)"/g)].map(([, login]) => login)).toEqual(['family', 'no-role'])
    const result = await visitor.visitProvider(url, { demo: 'no-role' })
    await expect(client.redeem(answerIn(result.url), attempt)).resolves.toMatchObject({ subject: 'demo-no-role' })
  })

  test('a click opens no account outside the demo', async () => {
    const { url } = await openSignIn()
    expect((await visitor.visitProvider(url, { demo: 'director' })).status).toBe(422)
  })

  test('without the demo there is neither list nor click', async () => {
    const plain = await start({ DEMO: false })
    const page = await visitor.visitProvider(await clientOf(plain).authorizationUrl(attempt, 'ru'))
    expect(page.text).not.toContain('name="demo"')
    expect((await visitor.visitProvider(page.url, { demo: 'family' })).status).toBe(422)
    await plain.close()
  })

  test('going back without signing in is told to the application', async () => {
    const { url } = await openSignIn()
    const back = await visitor.visitProvider(url, { cancel: 'yes' })
    expect(answerIn(back.url)).toMatchObject({ error: 'access_denied', state: 'the-state', iss: provider.issuer })
  })
})

describe('Signing out', () => {
  test('who comes with an ID token of their own is signed out and back at / without a question', async () => {
    const answer = answerIn(await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family'))
    const { idToken } = await client.redeem(answer, attempt)
    const left = await visitor.visitProvider((await client.endSessionUrl(idToken, 'ru')) ?? '')
    expect(left.url).toBe(`${home}/`)
    expect((await openSignIn()).url).toContain('/interaction/')
  })

  test('without an ID token the provider asks first, and can be told to stay', async () => {
    await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family')
    const question = await visitor.visitProvider((await client.endSessionUrl(null, 'en')) ?? '')
    expect(question.text).toContain('End the session at the sign-in service?')
    const [, action = ''] = /action="([^"]+)"/.exec(question.text) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(question.text) ?? []
    expect((await visitor.visitProvider(action, { xsrf })).url).toBe(`${home}/`)
    const again = await visitor.visitProvider((await client.endSessionUrl(null, 'ru')) ?? '')
    const [, secret = ''] = /name="xsrf" value="([^"]+)"/.exec(again.text) ?? []
    expect((await visitor.visitProvider(action, { xsrf: secret, logout: 'yes' })).url).toBe(`${home}/`)
    expect((await openSignIn()).url).toContain('/interaction/')
  })

  test('who is not signed in is led home without a script', async () => {
    const left = await visitor.visitProvider((await client.endSessionUrl(null, 'ru')) ?? '')
    expect(left.url).toBe(`${home}/`)
  })

  test('nobody is led to a place that is not ours', async () => {
    const address = new URL((await client.endSessionUrl(null, 'ru')) ?? '')
    address.searchParams.set('post_logout_redirect_uri', 'https://evil.example/')
    const page = await visitor.visitProvider(address.href)
    expect(page.status).toBe(400)
    expect(page.text).toContain('Запрос на вход отклонён')
  })
})

describe('Addresses nobody should come to', () => {
  test('the root leads to the application', async () => {
    expect((await visitor.visitProvider(`${provider.issuer}/`)).url).toBe(`${home}/`)
  })

  test.each([
    ['/no-such-page', 404, 'Страница не найдена'],
    ['/auth', 400, 'Запрос на вход отклонён'],
    ['/auth?client_id=evil&redirect_uri=https://evil.example&response_type=code', 400, 'Запрос на вход отклонён'],
    [
      '/auth?client_id=account&redirect_uri=https://evil.example&response_type=code&scope=openid',
      400,
      'Запрос на вход отклонён',
    ],
    ['/auth?client_id=%00', 400, 'Запрос на вход отклонён'],
    ['/auth/no-such-interaction', 400, 'Страница входа устарела'],
    ['/auth/no-such-interaction?client_id=account', 400, 'Страница входа устарела'],
    ['/interaction/no-such-interaction', 400, 'Страница входа устарела'],
  ])('%s', async (path, status, words) => {
    const page = await visitor.visitProvider(provider.issuer + path)
    expect(page.status).toBe(status)
    expect(page.text).toContain(words)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

test('A code that no database can hold is no code', async () => {
  const redirect = encodeURIComponent(`${home}/auth/oauth-result`)
  const answer = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`account:${provider.clientSecret}`)}`,
    },
    body: `grant_type=authorization_code&redirect_uri=${redirect}&code_verifier=${'v'.repeat(43)}&code=%00`,
  })
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
})

describe('Starting', () => {
  test('a busy port is one clear line', async () => {
    const squatter = createServer().listen(0, 'localhost')
    await once(squatter, 'listening')
    const address = squatter.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await expect(start({ IDP_PORT: port })).rejects.toMatchObject({
      name: 'StartFailure',
      message: `Port ${port} is taken: set IDP_PORT to a free one.`,
    })
    squatter.close()
  })

  test('an address that is not this machine’s is one clear line', async () => {
    await expect(start({ HOST: '203.0.113.1' })).rejects.toMatchObject({
      name: 'StartFailure',
      message: 'HOST: 203.0.113.1 is no address of this machine.',
    })
  })
})

describe('Passwords', () => {
  test('are stored as salted scrypt hashes', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).toMatch(/^scrypt\$32768\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(two)
    await expect(isPasswordOf(one, 'correct horse')).resolves.toBe(true)
    await expect(isPasswordOf(one, 'Correct horse')).resolves.toBe(false)
  })

  test('are the same however the keyboard composes their letters', async () => {
    await expect(isPasswordOf(await hashPassword('пароль-й-ё'), 'пароль-й-ё'.normalize('NFD'))).resolves.toBe(true)
  })

  test('nobody has none', async () => {
    await expect(isPasswordOf(null, '')).resolves.toBe(false)
  })
})
