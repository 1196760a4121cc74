import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type AuthorizationResponse, createOidcClient, type OidcClient } from '#server/auth/oidc/client.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { type Env, readEnv } from '#server/environment/env.ts'
import { addProviderAccounts } from '#server/idp/accounts/accounts.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { hashPassword, verifyPassword } from '#server/idp/accounts/password-hash.ts'
import { type EmbeddedProvider, startEmbeddedProvider } from '#server/idp/provider.ts'
import { createInvitation } from '#server/invitations/invitations.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { type Visitor, visitorAt } from '#tests/support/server/sign-in.ts'

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
  const passwordHash = await hashPassword(demoPassword)
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
  // Past every rate-limit window of the previous test.
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

function answerIn(url: string): AuthorizationResponse {
  return Object.fromEntries(new URL(url).searchParams)
}

async function openSignIn(language: 'ru' | 'en' = 'ru') {
  return visitor.visitProvider(await client.authorizationUrl(attempt, language))
}

test('With an https address, every response has Strict-Transport-Security', async () => {
  const free = createServer().listen(0)
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  const secure = await start({ IDP_PORT: port, IDP_PUBLIC_URL: 'https://id.school.example' })
  onTestFinished(() => secure.close())
  const headerAt = async (origin: string) =>
    (await fetch(`${origin}/.well-known/openid-configuration`)).headers.get('strict-transport-security')
  expect(await headerAt(`http://localhost:${port}`)).toBe('max-age=31536000')
  expect(await headerAt(provider.issuer)).toBeNull()
})

test('With an https address, its cookies are Secure and have a prefix, whatever the proxy says', async () => {
  const free = createServer().listen(0)
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  const secure = await start({ IDP_PORT: port, IDP_PUBLIC_URL: 'https://id.school.example' })
  onTestFinished(() => secure.close())
  const at = (url: string) => {
    const { pathname, search } = new URL(url)
    return `http://localhost:${port}${pathname}${search}`
  }
  const jar = new Map<string, string>()
  const attributes = new Map<string, string>()
  const ask = async (url: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const answer = await fetch(at(url), { redirect: 'manual', headers: { cookie }, ...body })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      jar.set(name, value)
      attributes.set(name, rest.toLowerCase())
    }
    return { answer, next: new URL(answer.headers.get('location') ?? '/', url).href }
  }
  const parameters = {
    client_id: 'account',
    redirect_uri: `${home}/auth/oauth-result`,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    nonce: 'n',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  }
  const { next } = await ask(`https://id.school.example/auth?${new URLSearchParams(parameters)}`)
  await ask(`${next}/recovery`, { name: 'family' })
  const signedIn = await ask(next, { login: 'family', password: demoPassword })
  await ask(signedIn.next)
  const names = [...jar.keys()].filter((name) => !name.endsWith('.sig')).sort()
  expect(names).toEqual([
    '__Host-idp_known',
    '__Host-idp_session',
    '__Secure-idp_interaction',
    '__Secure-idp_resume',
    '__Secure-typed_login',
  ])
  for (const [name, rest] of attributes) {
    expect([name, rest]).toEqual([name, expect.stringContaining('; secure')])
    if (name.startsWith('__Host-')) expect(rest).toMatch(/; path=\/(;|$)/)
  }
})

test('While its database is unavailable, every response has Retry-After', async () => {
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

test('Sign-in starts are limited by address', async () => {
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
  test('the right password returns a code for the account', async () => {
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

  test('a code works once', async () => {
    const answer = answerIn(await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family'))
    await client.redeem(answer, attempt)
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ type: 'sign-in-attempt-refused' })
  })

  test('a request without PKCE is rejected', async () => {
    const address = new URL(await client.authorizationUrl(attempt, 'ru'))
    address.searchParams.delete('code_challenge')
    address.searchParams.delete('code_challenge_method')
    expect(answerIn((await visitor.visitProvider(address.href)).url)).toMatchObject({ error: 'invalid_request' })
  })

  test('an existing session is used, also after a restart', async () => {
    await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family')
    expect((await openSignIn()).url).toMatch(/code=/)
    const port = Number(new URL(provider.issuer).port)
    await provider.close()
    provider = await start({ IDP_PORT: port, IDP_PUBLIC_URL: provider.issuer })
    const back = await openSignIn()
    await expect(client.redeem(answerIn(back.url), attempt)).resolves.toMatchObject({ subject: 'demo-family' })
  })
})

describe('Rejections', () => {
  test('a wrong password shows the page with an error and keeps the login only', async () => {
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

  test('an unknown login, a login without a password and a wrong password look the same, with escaped input', async () => {
    const { url } = await openSignIn()
    const pageFor = async (login: string) => {
      const page = await visitor.visitProvider(url, { login, password: 'wrong' })
      return [page.status, page.text.replaceAll(login, '…')]
    }
    const pages = [await pageFor('director'), await pageFor('nobody'), await pageFor('fresh')]
    expect(pages).toEqual([pages[0], pages[0], pages[0]])
    const page = await visitor.visitProvider(url, { login: '"><script>alert(1)</script>', password: 'x' })
    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  })

  test('empty input is reported as missing', async () => {
    const { url } = await openSignIn()
    const page = await visitor.visitProvider(url, { login: ' ', password: '' })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Заполните оба поля')
  })

  test('after ten wrong passwords the right one is rejected too, with the time to wait', async () => {
    const { url } = await openSignIn()
    for (let count = 0; count < 10; count += 1) await visitor.visitProvider(url, { login: 'family', password: 'wrong' })
    const page = await visitor.visitProvider(url, { login: 'Family', password: demoPassword })
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(page.text).toContain('Попробуйте снова через 5 мин.')
    now = new Date(now.getTime() + 5 * 60_000)
    expect((await visitor.visitProvider(url, { login: 'family', password: demoPassword })).url).toMatch(/code=/)
  })

  test.each([
    ['a form too large', { login: 'a'.repeat(10_000), password: 'x' }],
    ['a NUL character', { login: 'fam\0ily', password: 'x' }],
  ])('%s is rejected', async (_what, form) => {
    const { url } = await openSignIn()
    expect((await visitor.visitProvider(url, form)).status).toBe(400)
  })

  test('an expired page, or a page of another browser, offers a new start', async () => {
    const { url } = await openSignIn()
    const page = await visitorAt(home).visitProvider(url)
    expect(page.status).toBe(400)
    expect(page.text).toContain('Страница входа устарела')
    expect(page.text).toContain(`href="${home}/"`)
  })
})

describe('The page', () => {
  test('has a strict CSP, and only scripts and inline styles that are allowed by hash', async () => {
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

  test('uses the language that the application requests, or the one selected on the page', async () => {
    expect((await openSignIn('ru')).text).toContain('<html lang="ru">')
    const { url, text } = await openSignIn('en')
    expect(text).toContain('<html lang="en">')
    expect((await visitor.visitProvider(`${url}?lang=ru`)).text).toContain('<html lang="ru">')
    const wrong = await visitor.visitProvider(url, { login: 'family', password: 'x', lang: 'en' })
    expect(wrong.text).toContain('Wrong username or password')
  })

  test('uses the typeface and the theme of the application, and keeps the theme on the pages that follow', async () => {
    const { url, text, headers } = await openSignIn()
    expect(text).toContain('<html lang="ru">')
    expect(headers.get('content-security-policy')).toContain("font-src 'self'")
    const [, path = ''] = /<link rel="preload" as="font"[^>]* href="([^"]+)"/.exec(text) ?? []
    const font = await fetch(provider.issuer + path)
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    const dark = await visitor.visitProvider(await client.authorizationUrl(attempt, 'ru', { theme: 'dark' }))
    expect(dark.text).toContain('<html data-theme="dark" lang="ru">')
    expect((await visitor.visitProvider(`${url}/recovery`)).text).toContain('<html data-theme="dark" lang="ru">')
    expect((await openSignIn()).text).toContain('<html lang="ru">')
  })

  test('lists the existing demo accounts as buttons', async () => {
    const { url, text } = await openSignIn()
    expect([...text.matchAll(/name="demo" value="([^"]+)"/g)].map(([, login]) => login)).toEqual(['family', 'no-role'])
    expect((await visitor.visitProvider(url, { demo: 'director' })).status).toBe(422)
    const result = await visitor.visitProvider(url, { demo: 'no-role' })
    await expect(client.redeem(answerIn(result.url), attempt)).resolves.toMatchObject({ subject: 'demo-no-role' })
  })

  test('has no account buttons without the demo', async () => {
    const plain = await start({ DEMO: false })
    const page = await visitor.visitProvider(await clientOf(plain).authorizationUrl(attempt, 'ru'))
    expect(page.text).not.toContain('name="demo"')
    expect((await visitor.visitProvider(page.url, { demo: 'family' })).status).toBe(422)
    await plain.close()
  })

  test('after an invitation signs in without a form, once, also beside another session', async () => {
    const [user] = await opened.database
      .insert(users)
      .values({ firstName: 'Ольга', lastName: 'Новикова', email: 'novikova@mail.example' })
      .returning({ id: users.id })
    const env = { ...readEnv({}), IDP_PUBLIC_URL: provider.issuer }
    const to = { email: 'novikova@mail.example' }
    const { link } = await createInvitation(opened.database, { userId: user?.id ?? '', to }, { now, env })
    await visitor.visitProvider((await openSignIn()).url, { demo: 'no-role' })
    expect((await visitor.visitProvider(link)).text).toContain('открыт кабинет другого человека')
    const form = { password: 'correct horse battery' }
    const started = `${home}/auth/sign-in?lang=ru&from_url=%2F`
    expect((await visitor.visitProvider(link, form)).url).toBe(started)
    // Submitted twice: the password is already the new one.
    expect((await visitor.visitProvider(link, form)).url).toBe(started)
    expect((await visitor.visitProvider(link, { password: 'another long password' })).status).toBe(410)
    const [account] = await opened.database
      .select()
      .from(users)
      .where(eq(users.id, user?.id ?? ''))
    const { url } = await openSignIn()
    await expect(client.redeem(answerIn(url), attempt)).resolves.toMatchObject({ subject: account?.subject })
    expect((await visitorAt(home).visitProvider(await client.authorizationUrl(attempt, 'ru'))).text).toContain(
      'name="password"',
    )
  })

  test('cancelling returns an error to the application', async () => {
    const { url } = await openSignIn()
    const back = await visitor.visitProvider(url, { cancel: 'yes' })
    expect(answerIn(back.url)).toMatchObject({ error: 'access_denied', state: 'the-state', iss: provider.issuer })
  })
})

describe('Signing out', () => {
  test('with an ID token hint the user is signed out without a question', async () => {
    const answer = answerIn(await visitor.signInAtProvider(await client.authorizationUrl(attempt, 'ru'), 'family'))
    const { idToken } = await client.redeem(answer, attempt)
    const left = await visitor.visitProvider((await client.endSessionUrl(idToken, 'ru')) ?? '')
    expect(left.url).toBe(`${home}/`)
    expect((await openSignIn()).url).toContain('/interaction/')
  })

  test('without an ID token the provider asks first, and the user can stay signed in', async () => {
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

  test('open redirects are rejected', async () => {
    const address = new URL((await client.endSessionUrl(null, 'ru')) ?? '')
    address.searchParams.set('post_logout_redirect_uri', 'https://evil.example/')
    const page = await visitor.visitProvider(address.href)
    expect(page.status).toBe(400)
    expect(page.text).toContain('Запрос на вход отклонён')
  })
})

describe('Unknown URLs', () => {
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
    ['/auth/no-such-interaction?client_id=account', 400, 'Страница входа устарела'],
    ['/interaction/no-such-interaction', 400, 'Страница входа устарела'],
  ])('%s', async (path, status, words) => {
    const page = await visitor.visitProvider(provider.issuer + path)
    expect(page.status).toBe(status)
    expect(page.text).toContain(words)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

test('A code with text that PostgreSQL cannot store is rejected', async () => {
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
  test('a busy port is reported in one line', async () => {
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
})

describe('Passwords', () => {
  test('are stored as salted argon2id hashes', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    await expect(verifyPassword(one, 'correct horse')).resolves.toBe(true)
    await expect(verifyPassword(one, 'Correct horse')).resolves.toBe(false)
    await expect(verifyPassword(await hashPassword('й-ё'), 'й-ё'.normalize('NFD'))).resolves.toBe(true)
    await expect(verifyPassword(null, '')).resolves.toBe(false)
  })
})
