import { generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { auditEntries, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { cookieName, hashToken } from '#server/security/tokens.ts'
import { createLog } from '#server/terminal/log.ts'
import { openAppWithProviders } from '#tests/support/providers/app-with-providers.ts'
import { client, startOidcProvider, subject } from '#tests/support/providers/oidc-provider.ts'
import type { TestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { impersonate } from '#tests/support/server/impersonation.ts'
import { freePorts } from '#tests/support/server/server-process.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const PUBLIC_URL = 'https://account.school.example'
const path = '/auth/backchannel-logout'
const event = 'http://schemas.openid.net/event/backchannel-logout'
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

let opened: OpenDatabase
let provider: Awaited<ReturnType<typeof startOidcProvider>>
let server: TestApp
let logged: { level: number; msg: string; reason?: string; ended?: number }[]

beforeAll(async () => {
  opened = await openTestDatabase()
  const [port = 0] = await freePorts()
  provider = await startOidcProvider(
    PUBLIC_URL,
    {
      features: { backchannelLogout: { enabled: true } },
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    },
    {
      backchannel_logout_uri: `http://localhost:${port}${path}`,
      backchannel_logout_session_required: true,
      post_logout_redirect_uris: [`${PUBLIC_URL}/`],
    },
  )
  const log = createLog({ LOG_LEVEL: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  logged = []
  server = await openAppWithProviders({ PUBLIC_URL, ...provider.variables }, { opened, log })
  await server.app.listen({ port, host: 'localhost' })
})
afterAll(async () => {
  await server.close()
  await provider.stop()
  await opened.close()
})
beforeEach(() => {
  logged = []
  provider.behaviour.subject = subject
})

async function signedIn(): Promise<Visitor> {
  const visitor = visitorOf(server.app)
  const result = (await visitor.visitProvider(await visitor.startSignIn())).url
  await visitor.sendResult(result)
  return visitor
}

const isSignedIn = async (visitor: Visitor) => (await visitor.ask('GET', '/api/v1/profile')).status === 200

const tokenOf = (visitor: Visitor) => visitor.ours.get(cookieName('lk_session', server.env)) ?? ''

async function sessionOf(visitor: Visitor) {
  const [session] = await opened.database
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(tokenOf(visitor))))
  if (!session) throw new Error('there is no session')
  return session
}

let count = 0
const seconds = () => Math.floor(Date.now() / 1000)

/** Claims of a valid token for all sessions of `anna`; null removes one. */
function claimsOf(changes: Record<string, unknown> = {}) {
  const usual = {
    iss: provider.issuer,
    aud: client.client_id,
    sub: subject,
    iat: seconds(),
    exp: seconds() + 60,
    jti: `token ${++count}`,
    events: { [event]: {} },
  }
  return Object.fromEntries(Object.entries({ ...usual, ...changes }).filter(([, value]) => value !== null))
}

function signed(changes?: Record<string, unknown>, header: object = { typ: 'logout+jwt' }, key = privateKey) {
  return new SignJWT(claimsOf(changes)).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)
}

/** Sent from the provider's server: without cookies and the headers of our pages. */
async function send(form: Record<string, string> | string, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  })
  return { status: answer.statusCode, cache: answer.headers['cache-control'], body: answer.body }
}

const accepted = { status: 200, cache: 'no-store', body: '' }

describe('A sign-out at the provider', () => {
  test('ends the session here, which the person sees and the next sign-in replaces', async () => {
    const visitor = await signedIn()
    const other = await signedIn()
    const { providerSessionId, userId } = await sessionOf(visitor)
    expect(providerSessionId).toMatch(/.{10}/)
    const { idToken } = await sessionOf(visitor)
    const page = await visitor.visitProvider(`${provider.issuer}/session/end?id_token_hint=${idToken}`)
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page.text) ?? []
    await visitor.visitProvider(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })

    expect(logged.find(({ msg }) => msg === 'the identity provider has ended sessions')).toMatchObject({ ended: 1 })
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([false, true])
    expect(await visitor.startSignIn('/events')).toBe(`${PUBLIC_URL}/auth/signed-out?from_url=%2Fevents`)
    const reason = await visitor.ask('GET', '/auth/signed-out?from_url=/events')
    expect(reason.text).toContain('ваш сеанс в сервисе входа завершён')
    const [entry] = await opened.database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'session.ended-at-provider'))
    expect(entry).toMatchObject({ subjectId: userId, actorId: null })

    const begun = await visitor.ask('GET', '/auth/sign-in?from_url=/events')
    expect(begun.headers.get('location')).not.toContain('prompt=login')
    await visitor.sendResult((await visitor.visitProvider(String(begun.headers.get('location')))).url)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('of a session by `sid` leaves the other sessions, and ends an impersonation from it', async () => {
    const [visitor, other] = [await signedIn(), await signedIn()]
    const { id, providerSessionId: sid } = await sessionOf(visitor)
    const pupil = await server.signInAs({ roles: ['student'] })
    const administratorToken = tokenOf(visitor)
    await impersonate(opened.database, { administratorToken, userId: pupil.userId, now: server.clock.now })
    expect(await send({ logout_token: await signed({ sid }) })).toEqual(accepted)
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([false, true])
    expect(await opened.database.$count(sessions, eq(sessions.administratorSessionId, id))).toBe(0)
    expect((await pupil.call('GET /v1/profile')).statusCode).toBe(200)
  })

  test('by `sub` ends all sessions of the account at this provider, also after a join, and no others', async () => {
    const visitor = await signedIn()
    const { userId } = await sessionOf(visitor)
    provider.behaviour.subject = 'anna-2'
    const joined = await signedIn()
    const { userId: joinedId } = await sessionOf(joined)
    await opened.database.update(users).set({ joinedInto: userId }).where(eq(users.id, joinedId))
    provider.behaviour.subject = 'boris'
    const stranger = await signedIn()
    const elsewhere = await server.signInAs({ roles: ['parent'], userId })
    await opened.database
      .update(sessions)
      .set({ issuer: 'https://other.example' })
      .where(eq(sessions.id, elsewhere.sessionId))
    expect(await send({ logout_token: await signed({ sub: 'anna-2' }) })).toEqual(accepted)
    expect([await isSignedIn(visitor), await isSignedIn(joined), await isSignedIn(stranger)]).toEqual([
      false,
      false,
      true,
    ])
    expect((await elsewhere.call('GET /v1/profile')).statusCode).toBe(200)
    await opened.database.update(users).set({ joinedInto: null }).where(eq(users.id, joinedId))
  })
})

describe('A logout token', () => {
  test('of an unknown session or person is accepted like any other', async () => {
    expect(await send({ logout_token: await signed({ sid: 'unknown' }) })).toEqual(accepted)
    expect(await send({ logout_token: await signed({ sub: 'unknown' }) })).toEqual(accepted)
  })

  test('works from any origin, without exp while it is young, and with the type of any JWT', async () => {
    const visitor = await signedIn()
    const headers = { origin: 'https://id.example', 'sec-fetch-site': 'cross-site' }
    const unusual = await signed({ exp: null, iat: seconds() - 100 }, { typ: 'JWT' })
    expect(await send({ logout_token: unusual, other: 'field' }, headers)).toEqual(accepted)
    expect(await isSignedIn(visitor)).toBe(false)
    const tolerated = await signed({ exp: seconds() - 50, iat: seconds() + 50 }, {})
    expect(await send({ logout_token: tolerated })).toEqual(accepted)
  })

  test('works once', async () => {
    const token = await signed()
    expect(await send({ logout_token: token })).toEqual(accepted)
    const visitor = await signedIn()
    expect(await send({ logout_token: token })).toMatchObject({ status: 400 })
    expect(await isSignedIn(visitor)).toBe(true)
  })

  const wrong: [title: string, token: () => Promise<string> | string, reason: string][] = [
    ['no JWT', () => 'logout-token-of-no-form', 'logout_token is not a signed JWT'],
    ['unsigned', () => new UnsecuredJWT(claimsOf()).encode(), '"alg" (Algorithm) Header Parameter value not allowed'],
    ['signed by another key', () => signed({}, {}, otherKey), 'signature verification failed'],
    ['signed by an unknown key', () => signed({}, { kid: 'two' }), 'no applicable key found in the JSON Web Key Set'],
    [
      'signed with the secret of the client',
      () =>
        new SignJWT(claimsOf())
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(client.client_secret.repeat(2))),
      '"alg" (Algorithm) Header Parameter value not allowed',
    ],
    ['for another client', () => signed({ aud: 'other' }), 'unexpected "aud" claim value'],
    ['of another provider', () => signed({ iss: 'https://id.example' }), 'iss is not a provider of this server'],
    ['of the past', () => signed({ exp: seconds() - 61 }), '"exp" claim timestamp check failed'],
    ['of the past, without exp', () => signed({ exp: null, iat: seconds() - 181 }), 'the token is too old'],
    ['of the future', () => signed({ iat: seconds() + 70 }), 'iat is in the future'],
    ['without iat', () => signed({ iat: null }), 'missing required "iat" claim'],
    ['without jti', () => signed({ jti: null }), 'missing required "jti" claim'],
    ['without events', () => signed({ events: null }), 'missing required "events" claim'],
    ['of another event', () => signed({ events: { 'https://id.example/': {} } }), 'events does not name a logout'],
    ['of an event that is no object', () => signed({ events: { [event]: true } }), 'events does not name a logout'],
    ['with a nonce', () => signed({ nonce: 'n' }), 'a logout token has no nonce'],
    ['without sub and sid', () => signed({ sub: null }), 'neither sub nor sid'],
    ['of another type', () => signed({}, { typ: 'at+jwt' }), 'typ is not logout+jwt'],
  ]
  test.for(wrong)('%s ends nothing', async ([, token, reason]) => {
    const visitor = await signedIn()
    const logoutToken = await token()
    const { status, cache, body } = await send({ logout_token: logoutToken })
    expect([status, cache]).toEqual([400, 'no-store'])
    expect(JSON.parse(body)).toEqual({ error: 'invalid_request', error_description: reason })
    expect(await isSignedIn(visitor)).toBe(true)
    const refused = logged.filter(({ msg }) => msg === 'a logout token of the identity provider was refused')
    expect(refused).toMatchObject([{ reason }])
    expect(JSON.stringify(logged)).not.toContain(logoutToken.slice(-20))
  })

  test('is missing: the answer says so', async () => {
    expect(JSON.parse((await send({})).body)).toMatchObject({ error_description: 'logout_token is missing' })
    expect((await send('logout_token=1&logout_token=2')).status).toBe(400)
    expect((await send('{"logout_token":[1]}', { 'content-type': 'application/json' })).status).toBe(415)
  })
})
