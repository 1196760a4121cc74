import { and, eq, gte } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import type { App } from '#server/app-types.ts'
import { auditEntries, oidcAttempts, sessions } from '#server/db/schema/identity.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { readConsentTexts } from '#server/environment/consent-texts.ts'
import { hashToken } from '#server/security/tokens.ts'
import { startAccountServer } from '#tests/support/server/account-server.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const server = openForSuite(() => startAccountServer())
let app: App
let visitor: Visitor

beforeAll(async () => {
  app = server.app
  await server.addPerson({ login: 'olga', name: 'Ольга Соколова', roles: ['parent', 'academy_parent'] })
  await server.addPerson({ login: 'pavel', name: 'Павел Жданов', roles: ['administrator'] })
})

beforeEach(() => {
  // Past the provider's rate-limit windows and past every session of the previous test.
  server.pass({ hours: 13 })
  visitor = visitorOf(app)
})

const result = '/api/v1/auth/oauth-result'
const refused = (reason: SignInFailure) => ({ status: 409, type: 'sign-in-attempt-refused', reason })

function problemIn({ status, json }: { status: number; json: () => Record<string, unknown> }) {
  const { type, reason } = json()
  return { status, type, reason }
}

async function who(someone: Visitor): Promise<unknown> {
  const answer = await someone.ask('GET', '/api/v1/profile')
  return answer.status === 200 ? answer.json().firstName : answer.status
}

describe('Signing in (D-1 to D-3)', () => {
  test('a visitor signs in at the provider and returns to the requested page', async () => {
    expect(await who(visitor)).toBe(401)
    const answer = await visitor.signIn('olga', '/schedule?view=week')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ location: '/schedule?view=week' })
    expect(await who(visitor)).toBe('Ольга')
  })

  test('the browser holds one opaque cookie that no script can read, and the database only its hash', async () => {
    const answer = await visitor.signIn('olga')
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('lk_session='))
    expect(cookie).toMatch(/^lk_session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)
    const token = visitor.ours.get('lk_session') ?? ''
    const stored = await server.database
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)))
    expect(stored.length).toBe(1)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(answer.text).not.toContain(token)
  })

  test('on https the cookies are Secure and bound to the host', async () => {
    const secure = visitorOf(await server.build({ PUBLIC_URL: 'https://account.example' }))
    const start = await secure.ask('GET', '/api/v1/auth/redirect-to-oauth-provider')
    expect(start.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-lk_browser_\w{8}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })

  test.each(['https://evil.example/', '/api/v1/profile'])('from_url %s redirects to /', async (fromUrl) => {
    expect((await visitor.signIn('olga', fromUrl)).json()).toEqual({ location: '/' })
  })

  test('the query of the result page does not decide the redirect', async () => {
    const address = await visitor.signInAtProvider(await visitor.startSignIn('/events'), 'olga')
    const answer = await visitor.sendResult(`${address}&fromUrl=https://evil.example&session=another`)
    expect(answer.json()).toEqual({ location: '/events' })
  })

  test('a new sign-in creates a new session id and ends the previous session', async () => {
    await visitor.signIn('olga')
    const before = visitor.ours.get('lk_session') ?? ''
    await visitor.signIn('olga')
    const after = visitor.ours.get('lk_session') ?? ''
    expect(after).not.toBe(before)
    const thief = visitorOf(app)
    thief.ours.set('lk_session', before)
    expect(await who(thief)).toBe(401)
    expect(await who(visitor)).toBe('Ольга')
  })

  test('concurrent tabs without a cookie each complete their own attempt', async () => {
    const locations = await Promise.all(['/events', '/schedule', '/profile'].map((path) => visitor.startSignIn(path)))
    const landed: unknown[] = []
    for (const location of locations) {
      const answer = await visitor.sendResult(await visitor.signInAtProvider(location, 'olga'))
      landed.push(answer.json().location)
    }
    expect(landed).toEqual(['/events', '/schedule', '/profile'])
  })

  test('an unknown user is created without a role, once', async () => {
    await server.addLogin('newcomer', 'Анна Каренина')
    await visitor.signIn('newcomer')
    await visitorOf(app).signIn('newcomer')
    const known = await server.database.select().from(users).where(eq(users.subject, 'sub-newcomer'))
    expect(known).toMatchObject([{ firstName: 'Анна', lastName: 'Каренина', hasPassword: true }])
    const roles = await server.database
      .select()
      .from(userRoles)
      .where(eq(userRoles.userId, known[0]?.id ?? ''))
    expect(roles).toEqual([])
    expect((await visitor.ask('GET', '/api/v1/profile')).json()).toMatchObject({ roles: [] })
  })

  test('stored data is not overwritten by the provider; the sign-in time is stored', async () => {
    await server.addLogin('teacher', 'Кто-то Другой')
    const [user] = await server.database
      .insert(users)
      .values({ subject: 'sub-teacher', firstName: 'Ирина', lastName: 'Белова' })
      .returning()
    await visitor.signIn('teacher')
    expect(await who(visitor)).toBe('Ирина')
    const [after] = await server.database
      .select()
      .from(users)
      .where(eq(users.id, user?.id ?? ''))
    expect(after?.lastSignInAt).toEqual(server.now())
  })
})

test('A locked account is refused after authentication, without a session, until it is unlocked', async () => {
  await server.addPerson({ login: 'locked', name: 'Лев Громов', roles: ['parent'] })
  await visitor.signIn('locked')
  expect(await who(visitor)).toBe('Лев')
  const isLocked = eq(users.firstName, 'Лев')
  await server.database.update(users).set({ lockedAt: server.now() }).where(isLocked)
  const other = visitorOf(app)
  expect(problemIn(await other.signIn('locked'))).toEqual({
    status: 403,
    type: 'account-locked',
    reason: 'account-locked',
  })
  expect(await who(other)).toBe(401)
  const [user] = await server.database.select().from(users).where(isLocked)
  const refusals = and(eq(auditEntries.problem, 'account-locked'), eq(auditEntries.subjectId, user?.id ?? ''))
  expect(await server.database.$count(auditEntries, refusals)).toBe(1)
  expect(await server.database.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(1)
  await server.database.update(users).set({ lockedAt: null }).where(isLocked)
  server.pass({ hours: 13 })
  expect((await visitorOf(app).signIn('locked')).status).toBe(200)
})

describe('An attempt works once, for ten minutes, in its own browser (D-2)', () => {
  test('reloading the result page redirects without a second sign-in', async () => {
    const address = await visitor.signInAtProvider(await visitor.startSignIn('/events'), 'olga')
    await visitor.sendResult(address)
    const token = visitor.ours.get('lk_session')
    const again = await visitor.sendResult(address)
    expect(again.status).toBe(200)
    expect(again.json()).toEqual({ location: '/events' })
    expect(again.headers.getSetCookie()).toEqual([])
    expect(visitor.ours.get('lk_session')).toBe(token)
  })

  test('once its session has ended, the result page is refused', async () => {
    const address = await visitor.signInAtProvider(await visitor.startSignIn(), 'olga')
    await visitor.sendResult(address)
    const { url } = (await visitor.ask('GET', '/api/v1/auth/logout-link')).json()
    await visitor.ask('GET', new URL(String(url)).pathname)
    expect(problemIn(await visitor.sendResult(address))).toEqual(refused('attempt-used'))
    expect(await who(visitor)).toBe(401)
  })

  test('of two requests with one state, one signs in', async () => {
    const address = await visitor.signInAtProvider(await visitor.startSignIn('/events'), 'olga')
    const answers = await Promise.all([visitor.sendResult(address), visitor.sendResult(address)])
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie())
    expect(cookies.filter((cookie) => cookie.startsWith('lk_session=')).length).toBe(1)
    expect(await who(visitor)).toBe('Ольга')
  })

  test('a stolen code and state are rejected in another browser', async () => {
    const address = await visitor.signInAtProvider(await visitor.startSignIn(), 'olga')
    const thief = visitorOf(app)
    expect(problemIn(await thief.sendResult(address))).toEqual(refused('cookies-missing'))
    await thief.startSignIn()
    expect(problemIn(await thief.sendResult(address))).toEqual(refused('other-browser'))
    expect(thief.ours.get('lk_session')).toBeUndefined()
    expect((await visitor.sendResult(address)).status).toBe(200)
  })

  test('a stolen code is rejected with the attacker’s own state', async () => {
    const stolen = new URL(await visitor.signInAtProvider(await visitor.startSignIn(), 'olga')).searchParams
    const thief = visitorOf(app)
    const own = new URL(await thief.signInAtProvider(await thief.startSignIn(), 'pavel'))
    own.searchParams.set('code', stolen.get('code') ?? '')
    expect(problemIn(await thief.sendResult(own.href))).toEqual(refused('code-rejected'))
    expect(thief.ours.get('lk_session')).toBeUndefined()
  })

  test('login CSRF: a link cannot sign a visitor in as another user', async () => {
    const attacker = visitorOf(app)
    const address = await attacker.signInAtProvider(await attacker.startSignIn(), 'pavel')
    await visitor.startSignIn()
    expect(problemIn(await visitor.sendResult(address))).toEqual(refused('other-browser'))
  })

  test('a rejected code ends the attempt', async () => {
    const address = new URL(await visitor.signInAtProvider(await visitor.startSignIn(), 'olga'))
    const code = address.searchParams.get('code') ?? ''
    address.searchParams.set('code', 'guessed')
    expect(problemIn(await visitor.sendResult(address.href))).toEqual(refused('code-rejected'))
    address.searchParams.set('code', code)
    expect(problemIn(await visitor.sendResult(address.href))).toEqual(refused('attempt-used'))
  })

  test('an attempt expires after ten minutes', async () => {
    const location = await visitor.startSignIn()
    server.pass({ minutes: 5 })
    const address = await visitor.signInAtProvider(location, 'olga')
    server.pass({ minutes: 5 })
    expect(problemIn(await visitor.sendResult(address))).toEqual(refused('attempt-expired'))
    // The cookie of the attempt expires with it.
    const late = visitorOf(app)
    expect(problemIn(await late.sendResult(address))).toEqual(refused('attempt-expired'))
  })

  test('expired attempts are deleted after a day', async () => {
    await visitor.startSignIn()
    server.pass({ hours: 25 })
    await visitor.startSignIn()
    await runJobs(['delete-expired-rows'], { database: server.database, clock: server.now })
    expect(await server.database.$count(oidcAttempts)).toBe(1)
  })

  test.each<[string, object, SignInFailure]>([
    ['nothing', {}, 'callback-incomplete'],
    ['no state', { code: 'x' }, 'callback-incomplete'],
    ['a state alone', { state: 'x'.repeat(43) }, 'callback-incomplete'],
    ['an unknown state', { code: 'x', state: 'x'.repeat(43) }, 'attempt-unknown'],
    ['an empty state', { code: '', state: '' }, 'attempt-unknown'],
  ])('%s is refused', async (_what, body, reason) => {
    await visitor.startSignIn()
    expect(problemIn(await visitor.ask('POST', result, body))).toEqual(refused(reason))
  })
})

describe('Error responses of the provider', () => {
  test('a cancelled sign-in redirects to the catalog without a session', async () => {
    const page = await visitor.visitProvider(await visitor.startSignIn('/profile'))
    const back = await visitor.visitProvider(page.url, { cancel: 'yes' })
    const answer = await visitor.sendResult(back.url)
    expect(answer.json()).toEqual({ location: '/catalog' })
    expect(visitor.ours.get('lk_session')).toBeUndefined()
  })

  test.each([
    ['login_required', 409],
    ['invalid_request', 409],
    ['server_error', 502],
    ['temporarily_unavailable', 502],
  ])('%s is answered %d', async (error, status) => {
    const state = new URL(await visitor.startSignIn()).searchParams.get('state') ?? ''
    const answer = await visitor.ask('POST', result, {
      error,
      error_description: '<b>',
      state,
      iss: server.provider.issuer,
    })
    expect(answer.status).toBe(status)
    expect(answer.text).not.toContain('<b>')
  })

  test('an error response of another issuer is rejected', async () => {
    const state = new URL(await visitor.startSignIn()).searchParams.get('state') ?? ''
    const answer = await visitor.ask('POST', result, { error: 'access_denied', state, iss: 'https://evil.example' })
    expect(problemIn(answer)).toEqual(refused('issuer-differs'))
  })
})

test('While the provider is down, signing in fails and other calls succeed', async () => {
  visitor = visitorOf(await server.build({ issuer: 'http://localhost:1' }))
  const answer = await visitor.ask('GET', '/api/v1/auth/redirect-to-oauth-provider')
  expect(problemIn(answer)).toEqual({ status: 502, type: 'provider-unreachable', reason: 'provider-unreachable' })
  const failures = and(eq(auditEntries.problem, 'provider-unreachable'), gte(auditEntries.at, server.now()))
  expect(await server.database.$count(auditEntries, failures)).toBe(1)
  expect((await visitor.ask('GET', '/api/v1/content/footer')).status).toBe(200)
})

describe('Signing out (D-4)', () => {
  async function linkOf(someone: Visitor): Promise<string> {
    const { url } = (await someone.ask('GET', '/api/v1/auth/logout-link')).json()
    expect(String(url)).toMatch(/^http:\/\/localhost:4999\/auth\/sign-out\/[\w-]{43}$/)
    return new URL(String(url)).pathname
  }

  test('the link ends our session and the provider’s, and comes back to /', async () => {
    await visitor.signIn('olga')
    const token = visitor.ours.get('lk_session') ?? ''
    const left = await visitor.ask('GET', await linkOf(visitor))
    expect(left.status).toBe(303)
    expect(left.headers.get('cache-control')).toBe('no-store')
    expect(visitor.ours.get('lk_session')).toBeUndefined()
    expect(
      await server.database
        .select()
        .from(sessions)
        .where(eq(sessions.tokenHash, hashToken(token))),
    ).toEqual([])
    const back = await visitor.visitProvider(left.headers.get('location') ?? '')
    expect(back.url).toBe('http://localhost:4999/')
    expect((await visitor.visitProvider(await visitor.startSignIn())).url).toContain('/interaction/')
  })

  test('it works once; used again, a signed-in user sees a message', async () => {
    await visitor.signIn('olga')
    const link = await linkOf(visitor)
    await visitor.ask('GET', link)
    expect((await visitor.ask('GET', link)).headers.get('location')).toBe('/')
    await visitor.signIn('olga')
    expect((await visitor.ask('GET', link)).headers.get('location')).toBe('/logout?from=/auth/sign-out')
    expect(await who(visitor)).toBe('Ольга')
  })

  test('it works for two minutes', async () => {
    await visitor.signIn('olga')
    const link = await linkOf(visitor)
    server.pass({ minutes: 2 })
    expect((await visitor.ask('GET', link)).headers.get('location')).toBe('/logout?from=/auth/sign-out')
    expect(await who(visitor)).toBe('Ольга')
  })

  test('it does nothing in another browser', async () => {
    await visitor.signIn('olga')
    const attacker = visitorOf(app)
    await attacker.signIn('pavel')
    const link = await linkOf(attacker)
    expect((await visitor.ask('GET', link)).headers.get('location')).toBe('/logout?from=/auth/sign-out')
    expect(await who(visitor)).toBe('Ольга')
    expect(await who(attacker)).toBe('Павел')
  })

  test('without a session the provider’s session can still be ended', async () => {
    await visitor.signIn('olga')
    server.pass({ hours: 1 })
    const left = await visitor.ask('GET', await linkOf(visitor))
    expect(left.headers.get('location')).toContain(`${server.provider.issuer}/session/end?`)
  })

  test.each(['nonsense', '%20', 'A'.repeat(43)])('the link %s redirects to /', async (token) => {
    const left = await visitor.ask('GET', `/auth/sign-out/${token}`)
    expect([left.status, left.headers.get('location')]).toEqual([303, '/'])
  })

  test('our session ends while the provider is down', async () => {
    await visitor.signIn('olga')
    const alone = visitorOf(await server.build({ issuer: 'http://localhost:1' }))
    alone.ours.set('lk_session', visitor.ours.get('lk_session') ?? '')
    const left = await alone.ask('GET', await linkOf(alone))
    expect(left.headers.get('location')).toBe('/logout?after=sign-out')
    expect(await who(visitor)).toBe(401)
  })
})

describe('A sign-in that finds questions for a consent open (decision 118)', () => {
  const asked = '/profile?section=consents&next=%2Fschedule%3Fview%3Dweek'
  const wording = (version: string) => {
    return { version, paragraphs: [{ ru: `Редакция ${version}.`, en: `Version ${version}.` }] }
  }
  const serverWith = (version: string, ofPhotographs?: string) => {
    const photographs = ofPhotographs === undefined ? {} : { photographs: wording(ofPhotographs) }
    const SCHOOL = { ...server.app.env.SCHOOL, consents: { marketing: wording(version), ...photographs } }
    return server.build({ SCHOOL, CONSENTS: readConsentTexts(SCHOOL) })
  }
  const signInAt = async (where: App, login: string, fromUrl = '/schedule?view=week') => {
    const someone = visitorOf(where)
    const { location } = (await someone.signIn(login, fromUrl)).json()
    return { someone, location }
  }

  test('stops at them the first time, and the first time after a text has changed', async () => {
    const [first, second] = [await serverWith('1'), await serverWith('2')]
    const places: unknown[] = []
    for (const where of [first, first, second, second]) {
      places.push((await signInAt(where, 'olga')).location)
      server.pass({ hours: 13 })
    }
    expect(places).toEqual([asked, '/schedule?view=week', asked, '/schedule?view=week'])
  })

  test('does not stop for a changed text that does not concern the person', async () => {
    const places: unknown[] = []
    for (const where of [await serverWith('4', '1'), await serverWith('4', '2')]) {
      places.push((await signInAt(where, 'pavel')).location)
      server.pass({ hours: 13 })
    }
    expect(places).toEqual([asked, '/schedule?view=week'])
  })

  test('leads there again when the result page is reloaded', async () => {
    const someone = visitorOf(await serverWith('5'))
    const address = await someone.signInAtProvider(await someone.startSignIn('/schedule?view=week'), 'olga')
    const answers = [await someone.sendResult(address), await someone.sendResult(address)]
    expect(answers.map((answer) => answer.json())).toEqual([{ location: asked }, { location: asked }])
  })

  test('leads to an address that is too long to go on to, and stops the next time', async () => {
    const where = await serverWith('6')
    const long = `/schedule?search=${'%20'.repeat(600)}`
    const places: unknown[] = []
    for (const fromUrl of [long, '/schedule?view=week']) {
      places.push((await signInAt(where, 'olga', fromUrl)).location)
      server.pass({ hours: 13 })
    }
    expect(places).toEqual([long, asked])
  })

  test('goes on where all are answered', async () => {
    const where = await serverWith('3')
    const { someone, location } = await signInAt(where, 'pavel')
    expect(location).toBe(asked)
    const [text] = where.env.CONSENTS
    const { id: subjectId } = (await someone.ask('GET', '/api/v1/profile')).json()
    const refusal = { subjectId, purpose: 'marketing', hash: text?.hash, isGiven: false }
    const answered = await someone.ask('POST', '/api/v1/profile/consent', { answers: [refusal], language: 'ru' })
    expect(answered.status).toBe(204)
    await server.database.update(users).set({ consentsAsked: null })
    server.pass({ hours: 13 })
    expect((await signInAt(where, 'pavel')).location).toBe('/schedule?view=week')
  })
})
