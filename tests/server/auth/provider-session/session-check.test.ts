import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSignInProviders } from '#server/auth/oidc/sign-in-providers.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { auditEntries, sessions } from '#server/db/schema/identity.ts'
import { userRoles } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { cookieName, hashToken } from '#server/security/tokens.ts'
import { createLog } from '#server/terminal/log.ts'
import { writeBuiltPages } from '#tests/support/documents/built-pages.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { startOidcProvider, subject } from '#tests/support/providers/oidc-provider.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { impersonate } from '#tests/support/server/impersonation.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const PUBLIC_URL = 'https://account.school.example'
const document = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', accept: 'text/html' }
const goesOn = 'the identity provider could not be asked for its session, which goes on here'

let dist: string
let opened: OpenDatabase
let provider: Awaited<ReturnType<typeof startOidcProvider>>
let server: TestApp
let logged: { msg: string; reason?: string }[] = []

beforeAll(async () => {
  dist = writeBuiltPages()
  opened = await openTestDatabase()
  provider = await startOidcProvider(PUBLIC_URL)
  server = await openServer()
})
afterAll(async () => {
  await server.close()
  await provider.stop()
  await opened.close()
  rmSync(dist, { recursive: true })
})
beforeEach(() => {
  logged = []
  provider.behaviour.subject = subject
  server.clock.now = new Date()
})

async function openServer(changes: Record<string, string> = {}): Promise<TestApp> {
  const env = { ...payeeVariables, PUBLIC_URL, ...provider.variables, OIDC_SESSION_CHECK: '30', ...changes }
  const log = createLog({ LOG_LEVEL: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const providers = createSignInProviders(readEnv(env), null, { clock: () => server?.clock.now ?? new Date(), log })
  return openTestApp({ env, log, providers, opened, dist, now: new Date() })
}

async function signedIn({ app }: Pick<TestApp, 'app'> = server): Promise<Visitor> {
  const visitor = visitorOf(app)
  await visitor.sendResult((await visitor.visitProvider(await visitor.startSignIn())).url)
  return visitor
}

const tokenOf = (visitor: Visitor) => visitor.ours.get(cookieName('lk_session', server.env)) ?? ''
const isSignedIn = async (visitor: Visitor) => (await visitor.ask('GET', '/api/v1/profile')).status === 200
const pass = (minutes: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000)
}

async function sessionOf(visitor: Visitor) {
  const [session] = await opened.database
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(tokenOf(visitor))))
  return session
}

/** The address that a page of the person leads to; null if it is shown. */
async function openPage(visitor: Visitor, path = '/events', headers: Record<string, string> = document) {
  const answer = await visitor.ask('GET', path, undefined, headers)
  return answer.headers.get('location')
}

/** Where the browser arrives after the provider has answered. */
async function followToProvider(visitor: Visitor, location: string | null): Promise<string | null> {
  expect(new URL(String(location)).searchParams.get('prompt')).toBe('none')
  const { pathname, search } = new URL((await visitor.visitProvider(String(location))).url)
  expect(pathname).toBe('/auth/oauth-result')
  return openPage(visitor, pathname + search)
}

/** Less than the 30 minutes after which an idle session ends. */
async function due(visitor: Visitor): Promise<void> {
  pass(20)
  expect(await isSignedIn(visitor)).toBe(true)
  pass(10)
}

describe('A page after the configured minutes', () => {
  test('asks the provider, returns, and renews the age without a new session or audit entry', async () => {
    const visitor = await signedIn()
    const before = await sessionOf(visitor)
    pass(29)
    expect(await openPage(visitor)).toBeNull()
    pass(1)
    const entries = await opened.database.$count(auditEntries)
    expect(await followToProvider(visitor, await openPage(visitor, '/events?status=past'))).toBe('/events?status=past')
    expect(await opened.database.$count(auditEntries)).toBe(entries)
    const after = await sessionOf(visitor)
    expect(after?.id).toBe(before?.id)
    expect(after?.providerAskedAt).toEqual(server.clock.now)
    expect(after?.idToken).not.toBe(before?.idToken)
    expect(await openPage(visitor)).toBeNull()
  })

  test('names to the browser when the next one is due', async () => {
    const visitor = await signedIn()
    pass(5)
    const { text } = await visitor.ask('GET', '/events', undefined, document)
    expect(text).toContain(`"providerCheckAt":${server.clock.now.getTime() + 25 * 60_000}`)
  })

  test('asks once, also from two tabs and if no answer ever comes', async () => {
    const visitor = await signedIn()
    await due(visitor)
    const tabs = await Promise.all([openPage(visitor), openPage(visitor)])
    expect(tabs.filter((location) => location !== null)).toHaveLength(1)
    expect(await openPage(visitor)).toBeNull()
    await due(visitor)
    expect(await openPage(visitor)).toMatch(/prompt=none/)
  })

  test('does not ask in a purchase, for data, for what is prefetched, or where the address is open', async () => {
    const visitor = await signedIn()
    await due(visitor)
    expect(await openPage(visitor, '/catalog/x/purchase')).toBeNull()
    expect(await openPage(visitor, '/logout')).toBeNull()
    expect(await openPage(visitor, '/events', { ...document, 'sec-purpose': 'prefetch' })).toBeNull()
    expect(await openPage(visitor, '/events', { 'sec-fetch-dest': 'empty' })).toBeNull()
    expect((await visitor.ask('GET', '/api/v1/profile')).status).toBe(200)
    expect(await openPage(visitor)).toMatch(/prompt=none/)
  })

  test('does not ask during an impersonation', async () => {
    const visitor = await signedIn()
    const { userId = '' } = (await sessionOf(visitor)) ?? {}
    await opened.database.insert(userRoles).values({ userId, role: 'administrator' })
    const pupil = await server.signInAs({ roles: ['student'] })
    await due(visitor)
    const given = { administratorToken: tokenOf(visitor), userId: pupil.userId, now: server.clock.now }
    visitor.ours.set(cookieName('lk_session', server.env), await impersonate(opened.database, given))
    expect(await openPage(visitor)).toBeNull()
  })

  test('is shown where the setting is off', async () => {
    const other = await openServer({ OIDC_SESSION_CHECK: '' })
    onTestFinished(() => other.close())
    const visitor = await signedIn(other)
    other.clock.now = new Date(other.clock.now.getTime() + 29 * 60_000)
    const { status, text } = await visitor.ask('GET', '/events', undefined, document)
    expect([status, text.includes('providerCheckAt')]).toEqual([200, false])
  })
})

describe('The session ends', () => {
  test('if the provider has none any more', async () => {
    const visitor = await signedIn()
    await due(visitor)
    for (const name of visitor.theirs.names()) visitor.theirs.delete(name)
    const location = await followToProvider(visitor, await openPage(visitor))
    expect(location).toBe('/auth/signed-out?from_url=%2Fevents')
    expect(await isSignedIn(visitor)).toBe(false)
    const page = await visitor.ask('GET', String(location))
    expect(page.text).toContain('ваш сеанс в сервисе входа завершён')
  })

  test('if another person is signed in there, who is asked to log in', async () => {
    const visitor = await signedIn()
    provider.behaviour.subject = 'boris'
    const other = await signedIn()
    await due(visitor)
    for (const name of other.theirs.names()) visitor.theirs.set(name, other.theirs.get(name) ?? '')
    const location = await followToProvider(visitor, await openPage(visitor))
    expect((await visitor.ask('GET', String(location))).text).toContain('теперь вошёл кто-то другой')
    expect(await isSignedIn(visitor)).toBe(false)
    const next = await visitor.ask('GET', '/auth/sign-in?from_url=/events')
    expect(next.headers.get('location')).toContain('prompt=login')
  })
})

describe('The session goes on', () => {
  test('if the provider does not answer', async () => {
    const silent = await startOidcProvider(PUBLIC_URL)
    const other = await openServer(silent.variables)
    onTestFinished(() => other.close())
    const visitor = await signedIn(other)
    await silent.stop()
    other.clock.now = new Date(other.clock.now.getTime() + 29 * 60_000)
    await visitor.ask('GET', '/api/v1/profile')
    other.clock.now = new Date(other.clock.now.getTime() + 60_000)
    const { status } = await visitor.ask('GET', '/events', undefined, document)
    expect(status).toBe(200)
    expect(logged.find(({ msg }) => msg === goesOn)).toMatchObject({ reason: 'it does not answer' })
  })

  test('if the provider fails', async () => {
    const visitor = await signedIn()
    await due(visitor)
    const state = new URL(String(await openPage(visitor))).searchParams.get('state')
    const query = new URLSearchParams({ state: String(state), error: 'server_error', iss: provider.issuer })
    expect(await openPage(visitor, `/auth/oauth-result?${query}`)).toBe('/events')
    expect(logged.find(({ msg }) => msg === goesOn)).toMatchObject({ reason: 'provider-error' })
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('if the answer comes twice, late, from another browser, or after another sign-in', async () => {
    const visitor = await signedIn()
    await due(visitor)
    const answer = new URL((await visitor.visitProvider(String(await openPage(visitor)))).url)
    const denied = `/auth/oauth-result?${new URLSearchParams({ state: String(answer.searchParams.get('state')), error: 'login_required', iss: provider.issuer })}`
    expect(await openPage(visitorOf(server.app), denied)).toBe('/events')
    expect(await isSignedIn(visitor)).toBe(true)
    const again = await signedIn()
    visitor.ours.set(cookieName('lk_session', server.env), tokenOf(again))
    expect(await openPage(visitor, denied)).toBe('/events')
    expect(await openPage(visitor, denied)).toBe('/events')
    expect(await isSignedIn(visitor)).toBe(true)
  })
})
