import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '#server/app-types.ts'
import { knownDevices } from '#server/db/schema/account-security.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { hashToken } from '#server/security/tokens.ts'
import { startAccountServer } from '#tests/support/server/account-server.ts'
import { type Issuer, startIssuer } from '#tests/support/server/issuer.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const devices = '/api/v1/profile/session'

const server = openForSuite(() => startAccountServer())
let laptop: Visitor
let phone: Visitor
let userId: string
let count = 0

beforeEach(async () => {
  count += 1
  userId = await server.addPerson({ login: `anna-${count}`, name: 'Анна Белова', roles: ['parent'] })
  laptop = await signedIn()
  phone = await signedIn()
})

async function signedIn(): Promise<Visitor> {
  const visitor = visitorOf(server.app)
  await visitor.signIn(`anna-${count}`)
  return visitor
}

const statusOf = async (visitor: Visitor) => (await visitor.ask('GET', '/api/v1/profile')).status

async function endOthers(visitor: Visitor): Promise<void> {
  expect((await visitor.ask('DELETE', `${devices}/others`)).status).toBe(204)
}

const promptIn = (location: unknown) => new URL(String(location)).searchParams.get('prompt')

describe('A device whose session was ended from another', () => {
  test('is remembered for weeks by a token that the database does not reveal', async () => {
    await endOthers(laptop)
    server.pass({ hours: 24 * 30 })
    expect(promptIn(await phone.startSignIn())).toBe('login')
    const secret = phone.ours.get('lk_device') ?? ''
    const [known] = await server.database
      .select()
      .from(knownDevices)
      .where(eq(knownDevices.secretHash, hashToken(secret)))
    expect(JSON.stringify(known)).not.toContain(secret)
  })

  test('cannot use a sign-in that began earlier', async () => {
    const begun = await phone.startSignIn('/events')
    const result = await phone.signInAtProvider(begun, `anna-${count}`)
    await server.database
      .update(knownDevices)
      .set({ requiresReauthentication: true })
      .where(eq(knownDevices.userId, userId))
    await server.database.delete(sessions).where(eq(sessions.userId, userId))
    const answer = await phone.sendResult(result)
    expect([answer.status, promptIn(answer.json().location), await statusOf(phone)]).toEqual([200, 'login', 401])
    const again = await phone.signInAtProvider(String(answer.json().location), `anna-${count}`)
    expect((await phone.sendResult(again)).json()).toEqual({ location: '/events' })
  })

  test('cannot avoid it at the embedded provider by deleting cookies', async () => {
    await endOthers(laptop)
    for (const name of phone.ours.names()) phone.ours.delete(name)
    const page = await phone.visitProvider(await phone.startSignIn())
    expect(page.text).toContain('name="password"')
  })

  test('of another user in the same browser does not affect the current user', async () => {
    const other = `boris-${count}`
    await server.addPerson({ login: other, name: 'Борис Белов', roles: ['student'] })
    await endOthers(laptop)
    await phone.sendResult(await phone.signInAtProvider(await phone.startSignIn(), other))
    expect((await phone.ask('GET', '/api/v1/profile')).json().firstName).toBe('Борис')
    expect(promptIn(await phone.startSignIn())).toBe('login')
  })
})

describe('With an external provider', () => {
  let issuer: Issuer
  let app: App

  beforeEach(async () => {
    issuer = await startIssuer()
    app = await server.build({ issuer: issuer.issuer })
    await server.database.update(users).set({ subject: null }).where(eq(users.subject, 'anna'))
    await server.database.update(users).set({ subject: 'anna' }).where(eq(users.id, userId))
  })

  afterEach(() => issuer.stop())

  /** `ago`: the age of the login in seconds that the provider reports; null if it reports none. */
  async function signIn(visitor: Visitor, ago: number | null = 0) {
    const { searchParams } = new URL(await visitor.startSignIn())
    const iat = Math.floor(Date.now() / 1000)
    const asked = { aud: app.env.OIDC_CLIENT_ID, nonce: searchParams.get('nonce'), iat }
    issuer.behaviour.claims = { ...asked, ...(ago !== null && { auth_time: iat - ago }) }
    const result = `${app.env.PUBLIC_URL}/auth/oauth-result?code=x&state=${searchParams.get('state')}&iss=${encodeURIComponent(issuer.issuer)}`
    const answer = await visitor.sendResult(result)
    const { location, type } = answer.json()
    return { prompt: searchParams.get('prompt'), maxAge: searchParams.get('max_age'), came: location ?? type }
  }

  const asBefore = { prompt: null, maxAge: null, came: '/' }
  const anew = { prompt: 'login', maxAge: '0', came: '/' }

  test('a new login is requested only after an ended session', async () => {
    const [tablet, desk] = [visitorOf(app), visitorOf(app)]
    expect([await signIn(tablet, null), await signIn(desk, 4000)]).toEqual([asBefore, asBefore])
    await endOthers(desk)
    expect(await statusOf(tablet)).toBe(401)
    expect(await signIn(tablet)).toEqual(anew)
    expect(await signIn(desk, 4000)).toEqual(asBefore)
  })

  test.each([
    ['uses an existing session regardless', 60],
    ['does not report the login time', null],
  ])('a provider that %s is rejected until it asks again', async (_, ago) => {
    const [tablet, desk] = [visitorOf(app), visitorOf(app)]
    await signIn(tablet)
    await signIn(desk)
    await endOthers(desk)
    expect(await signIn(tablet, ago)).toEqual({ ...anew, came: 'sign-in-attempt-refused' })
    expect(await statusOf(tablet)).toBe(401)
    expect(await signIn(tablet, 5)).toEqual(anew)
    expect(await statusOf(tablet)).toBe(200)
  })

  test('a slow login is accepted', async () => {
    const [tablet, desk] = [visitorOf(app), visitorOf(app)]
    await signIn(tablet)
    await signIn(desk)
    await endOthers(desk)
    const start = tablet.startSignIn
    tablet.startSignIn = async () => {
      const location = await start()
      server.pass({ minutes: 5 })
      return location
    }
    expect(await signIn(tablet, 240)).toEqual(anew)
  })
})
