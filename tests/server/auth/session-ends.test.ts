import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteEndedSessions } from '#server/auth/sessions/end-sessions.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { externalProviders } from '#tests/support/providers/only-provider.ts'
import { startAccountServer } from '#tests/support/server/account-server.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const server = openForSuite(() => startAccountServer())
let visitor: Visitor
let other: Visitor
let userId: string

beforeAll(async () => {
  userId = await server.addPerson({ login: 'anna', name: 'Анна Белова', roles: ['parent'] })
  await server.database.update(users).set({ hasPassword: true }).where(eq(users.id, userId))
})
beforeEach(async () => {
  visitor = visitorOf(server.app)
  other = visitorOf(server.app)
  await visitor.signIn('anna')
  await other.signIn('anna')
})

/** The reason on the sign-in page, and whether the provider must ask for the password again. */
async function askedBecause(browser = visitor): Promise<(string | null)[]> {
  const { searchParams } = new URL(await browser.startSignIn())
  return [searchParams.get('ended'), searchParams.get('prompt')]
}

const signInPageOf = async (browser: Visitor) => browser.visitProvider(await browser.startSignIn())
const others = () => other.ask('DELETE', '/api/v1/profile/session/others')

describe('A signed-out user sees the reason', () => {
  test('after inactivity, before and after the session is deleted', async () => {
    server.pass({ minutes: 31 })
    expect(await askedBecause()).toEqual(['expired', null])
    await deleteEndedSessions(server.database, server.now())
    expect(await askedBecause()).toEqual(['expired', null])
    const elsewhere = visitorOf(server.app)
    elsewhere.ours.set('lk_session', visitor.ours.get('lk_session') ?? '')
    expect((await signInPageOf(elsewhere)).text).toContain('кабинет долго не открывали или прошло 12 часов')
  })

  test('when another device has ended the session, and must log in again', async () => {
    expect((await others()).status).toBe(204)
    expect(await askedBecause()).toEqual(['ended-elsewhere', 'login'])
    const page = await signInPageOf(visitor)
    expect(page.text).toContain('этот сеанс завершили с другого устройства')
    await visitor.sendResult((await visitor.visitProvider(page.url, { login: 'anna', password: demoPassword })).url)
    expect((await visitor.ask('GET', '/api/v1/profile')).status).toBe(200)
  })

  test('when the password was changed on another device', async () => {
    await server.database.update(sessions).set({ twoFactorLastCheck: server.now() }).where(eq(sessions.userId, userId))
    const body = { currentPassword: demoPassword, newPassword: 'сирень под окном' }
    expect((await other.ask('PATCH', '/api/v1/profile/password/change', body)).status).toBe(204)
    expect(await askedBecause()).toEqual(['password-changed', 'login'])
    expect((await signInPageOf(visitor)).text).toContain('потому что пароль сменили')
    const back = { currentPassword: 'сирень под окном', newPassword: demoPassword }
    expect((await other.ask('PATCH', '/api/v1/profile/password/change', back)).status).toBe(204)
  })

  test('when they have signed out in this browser, also in open tabs', async () => {
    const { url } = (await visitor.ask('GET', '/api/v1/auth/logout-link')).json()
    await visitor.ask('GET', new URL(String(url)).pathname)
    expect(visitor.ours.get('lk_session')).toBeUndefined()
    expect(await askedBecause()).toEqual(['signed-out', null])
  })

  test('in the language of the page, and not beside what is wrong with the form', async () => {
    await others()
    const { url } = await signInPageOf(visitor)
    expect((await visitor.visitProvider(`${url}?lang=en`)).text).toContain('this session was ended from another device')
    const wrong = await visitor.visitProvider(url, { login: 'anna', password: 'wrong' })
    expect(wrong.text).not.toContain('с другого устройства')
  })

  test('but not half a day later, without a previous session, or while signed in', async () => {
    await others()
    expect(await askedBecause(other)).toEqual([null, null])
    expect(await askedBecause(visitorOf(server.app))).toEqual([null, null])
    const unknown = visitorOf(server.app)
    unknown.ours.set('lk_session', 'A'.repeat(43))
    expect(await askedBecause(unknown)).toEqual([null, null])
    server.pass({ hours: 13 })
    await deleteEndedSessions(server.database, server.now())
    // The reason is deleted, but not the requirement of a new login.
    expect(await askedBecause()).toEqual([null, 'login'])
  })

  test('unknown reasons in the URL are ignored', async () => {
    const address = new URL(await visitorOf(server.app).startSignIn())
    address.searchParams.set('ended', '<b>because</b>')
    const page = await visitorOf(server.app).visitProvider(address.href)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('because')
    expect(page.text).not.toContain('class="note"')
  })
})

describe('With an external issuer', () => {
  test('our page shows it, continues on click, and a new login is forced', async () => {
    const app = await server.build({ PROVIDERS: externalProviders(server.provider.issuer) })
    await others()
    const browser = visitorOf(app)
    browser.ours.set('lk_session', visitor.ours.get('lk_session') ?? '')
    const address = new URL(await browser.startSignIn('/schedule?view=week'))
    expect(address.pathname + address.search).toBe('/auth/signed-out?from_url=%2Fschedule%3Fview%3Dweek')
    const page = await browser.ask('GET', address.pathname + address.search)
    expect(page.status).toBe(200)
    expect(page.text).toContain('этот сеанс завершили с другого устройства')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const link = /href="(\/auth\/sign-in[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const issuer = new URL((await browser.ask('GET', link)).headers.get('location') ?? '')
    expect([issuer.origin, issuer.searchParams.get('prompt'), issuer.searchParams.get('ended')]).toEqual([
      server.provider.issuer,
      'login',
      null,
    ])
    const result = await browser.signInAtProvider(issuer.href, 'anna')
    expect((await browser.sendResult(result)).json()).toEqual({ location: '/schedule?view=week' })
    const again = await browser.ask('GET', address.pathname + address.search)
    expect([again.status, again.headers.get('location')]).toEqual([303, '/schedule?view=week'])
  })

  test('without an ended session it redirects at once, and only to our own pages', async () => {
    const app = await server.build({ PROVIDERS: externalProviders(server.provider.issuer) })
    const browser = visitorOf(app)
    expect(new URL(await browser.startSignIn()).origin).toBe(server.provider.issuer)
    const page = await browser.ask('GET', '/auth/signed-out?from_url=https://evil.example/')
    expect([page.status, page.headers.get('location')]).toEqual([303, '/'])
  })

  test('a page says so when the issuer cannot be reached', async () => {
    const app = await server.build({ PROVIDERS: externalProviders('http://localhost:9'), issuer: 'http://localhost:9' })
    const answer = await visitorOf(app).ask('GET', '/auth/sign-in?from_url=/events')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(
      /^\/500\?after=sign-in&reason=provider-unreachable&request=[0-9a-f-]{36}&from=%2Fevents$/,
    )
  })
})
