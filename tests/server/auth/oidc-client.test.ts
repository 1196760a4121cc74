// Database: none.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AuthorizationResponse, createOidcClient, type OidcClient } from '#server/auth/oidc/client.ts'
import { SignInCancelled } from '#server/auth/oidc/errors.ts'
import { createLog } from '#server/log.ts'
import { type Issuer, startIssuer } from '#tests/support/server/issuer.ts'

const attempt = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
const html = { status: 200, type: 'text/html', body: '<!doctype html><title>Hello</title>' }

let issuer: Issuer
let client: OidcClient
let answer: AuthorizationResponse
let now: number
let logged: Record<string, unknown>[]

beforeEach(async () => {
  logged = []
  issuer = await startIssuer()
  issuer.behaviour.claims = { nonce: attempt.nonce }
  now = Date.now()
  client = clientOf('https://account.example')
  answer = { code: 'the-code', state: attempt.state, iss: issuer.issuer }
})

afterEach(() => issuer.stop())

/** Sets claims of the ID token to seconds from now. */
function setTimes(seconds: Record<string, number>): void {
  const moment = Math.floor(Date.now() / 1000)
  const times = Object.entries(seconds).map(([claim, offset]) => [claim, moment + offset])
  issuer.behaviour.claims = { nonce: attempt.nonce, ...Object.fromEntries(times) }
}

function clientOf(publicUrl: string, changes: Partial<Parameters<typeof createOidcClient>[0]> = {}) {
  return createOidcClient({
    issuer: issuer.issuer,
    clientId: 'client',
    clientSecret: 'the secret',
    publicUrl,
    clock: () => new Date(now),
    log: createLog({ LOG_LEVEL: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) }),
    timeout: 1.5,
    ...changes,
  })
}

describe('The authorization request', () => {
  test('the address asks for a code with PKCE, state and nonce, in the language of the page', async () => {
    const address = new URL(await client.authorizationUrl(attempt, 'en'))
    expect(address.origin + address.pathname).toBe(`${issuer.issuer}/authorize`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'client',
      response_type: 'code',
      redirect_uri: 'https://account.example/auth/oauth-result',
      scope: 'openid profile email',
      state: 'the-state',
      nonce: 'the-nonce',
      code_challenge: createHash('sha256').update(attempt.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      ui_locales: 'en',
    })
  })

  test('the provider is discovered once for concurrent requests, and again after an hour', async () => {
    await Promise.all([client.authorizationUrl(attempt, 'ru'), client.authorizationUrl(attempt, 'ru')])
    await client.authorizationUrl(attempt, 'ru')
    expect(issuer.asked.length).toBe(1)
    now += 61 * 60_000
    await client.authorizationUrl(attempt, 'ru')
    expect(issuer.asked.length).toBe(2)
  })

  test('a failed rediscovery keeps the known configuration', async () => {
    await client.authorizationUrl(attempt, 'ru')
    await issuer.stop()
    now += 61 * 60_000
    await expect(client.authorizationUrl(attempt, 'ru')).resolves.toContain('/authorize')
    await issuer.startAgain()
  })

  const ill: [how: string, reply: Issuer['behaviour']['replies']['discovery']][] = [
    ['is silent', 'silence'],
    ['hangs up', 'hang up'],
    ['answers HTML', html],
    ['answers garbage', { body: '{"issuer":' }],
    ['says it is another', { body: '{"issuer":"https://evil.example"}' }],
    ['sends nowhere', { status: 302, body: '' }],
  ]
  test.each(ill)('a provider that %s is unreachable, and works again after recovery', async (_how, reply) => {
    issuer.behaviour.replies.discovery = reply
    await expect(client.authorizationUrl(attempt, 'ru')).rejects.toMatchObject({ type: 'provider-unreachable' })
    issuer.behaviour.replies = {}
    await expect(client.authorizationUrl(attempt, 'ru')).resolves.toContain('/authorize')
  })

  test('a provider that is down is unreachable, and is asked again when it is up', async () => {
    await issuer.stop()
    await expect(client.authorizationUrl(attempt, 'ru')).rejects.toMatchObject({
      type: 'provider-unreachable',
      status: 502,
    })
    await issuer.startAgain()
    await expect(client.authorizationUrl(attempt, 'ru')).resolves.toContain('/authorize')
  })
})

describe('The code exchange', () => {
  test('a valid code returns the user', async () => {
    issuer.behaviour.claims = { ...issuer.behaviour.claims, email: 'anna@example.org', email_verified: true }
    await expect(client.redeem(answer, attempt)).resolves.toEqual({
      subject: 'anna',
      login: 'anna@example.org',
      firstName: 'Анна',
      lastName: 'Белова',
      patronym: null,
      email: 'anna@example.org',
      phone: null,
      unverified: { email: null, phone: null },
      roles: null,
      unmapped: [],
      methods: [],
      secondsSinceLogin: null,
      idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    const { form, headers } = issuer.asked.find(({ endpoint }) => endpoint === 'token') ?? {}
    expect(headers?.authorization).toBe(`Basic ${btoa('client:the+secret')}`)
    expect(form?.get('code')).toBe('the-code')
    expect(form?.get('code_verifier')).toBe(attempt.codeVerifier)
    expect(form?.get('redirect_uri')).toBe('https://account.example/auth/oauth-result')
  })

  test('a provider with client_secret_post gets the secret in the body', async () => {
    issuer.behaviour.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    await client.redeem(answer, attempt)
    const { form, headers } = issuer.asked.find(({ endpoint }) => endpoint === 'token') ?? {}
    expect(headers?.authorization).toBeUndefined()
    expect(form?.get('client_secret')).toBe('the secret')
  })

  const addresses: [what: string, claims: Record<string, unknown>, expected: object][] = [
    ['that it has verified', { email: 'a@b.example', email_verified: true }, { email: 'a@b.example' }],
    ['with a verification that is text', { email: 'a@b.example', email_verified: 'true' }, { email: null }],
    [
      'with a phone verification that is text',
      { phone_number: '+79001234567', phone_number_verified: 'true' },
      { phone: null },
    ],
    ['that it has not verified', { email: 'a@b.example', email_verified: false }, { email: null }],
    ['of which it says nothing', { email: 'a@b.example' }, { email: null }],
    ['that is none', { email: 'anna', email_verified: true }, { email: null }],
    ['of a phone', { phone_number: '+7 (900) 123-45-67', phone_number_verified: true }, { phone: '+79001234567' }],
    ['of a phone that it has not verified', { phone_number: '+79001234567' }, { phone: null }],
  ]
  test.each(addresses)('a contact %s', async (_what, claims, expected) => {
    issuer.behaviour.claims = { ...issuer.behaviour.claims, ...claims }
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject(expected)
  })

  test('the verification of one address does not apply to another', async () => {
    issuer.behaviour.claims = {
      ...issuer.behaviour.claims,
      name: undefined,
      email: 'mine@b.example',
      email_verified: true,
    }
    issuer.behaviour.replies.userinfo = { body: '{"sub":"anna","name":"Анна","email":"hers@b.example"}' }
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject({ email: 'mine@b.example' })
  })

  test('missing roles are read from UserInfo; without an answer the sign-in fails', async () => {
    const asking = clientOf('https://account.example', { roleRules: [{ claim: 'roles' }] })
    issuer.behaviour.replies.userinfo = { body: '{"sub":"anna","roles":["parent","u2035_admin","guru"]}' }
    const unmapped = [{ claim: 'roles', value: 'guru' }]
    await expect(asking.redeem(answer, attempt)).resolves.toMatchObject({ roles: ['admin_u2035', 'parent'], unmapped })
    await asking.redeem(answer, attempt)
    expect(logged.map(({ msg, unmapped: values }) => [msg, values])).toEqual([
      ['no rule of the school file gives a role for these values', ['roles: guru']],
    ])
    logged.length = 0
    issuer.behaviour.replies.userinfo = { body: '{"sub":"anna"}' }
    await expect(asking.redeem(answer, attempt)).resolves.toMatchObject({
      roles: [],
      unmapped: [{ claim: 'roles', value: null }],
    })
    expect(logged).toMatchObject([
      { level: 'warn', missing: ['roles'], msg: 'neither the ID token nor UserInfo has a claim with roles' },
    ])
    issuer.behaviour.replies.userinfo = { status: 500, body: '' }
    await expect(asking.redeem(answer, attempt)).rejects.toMatchObject({ type: 'provider-unreachable' })
  })

  test.each([
    ['that expired 50 s ago', { iat: -110, exp: -50 }, true, -110],
    ['that expired 70 s ago', { iat: -130, exp: -70 }, false, -130],
    ['issued in 50 s', { iat: 50, exp: 110 }, true, 50],
    ['issued in 120 s', { iat: 120, exp: 180 }, false, 120],
    ['valid in 120 s', { iat: 120, nbf: 120, exp: 180 }, false, 120],
  ])('an ID token %s is accepted: %s %s; the skew is logged', async (_, seconds, isAccepted, skew) => {
    setTimes(seconds)
    const redeemed = client.redeem(answer, attempt)
    if (isAccepted) await expect(redeemed).resolves.toMatchObject({ subject: 'anna' })
    else await expect(redeemed).rejects.toMatchObject({ type: 'sign-in-attempt-refused' })
    const { skewSeconds, OIDC_CLOCK_TOLERANCE } = logged.find(({ level }) => level === 'warn') ?? {}
    expect([Math.abs(Number(skewSeconds) - skew) <= 1, OIDC_CLOCK_TOLERANCE]).toEqual([true, 60])
    expect(client.clockSkew()).toBe(skewSeconds)
  })

  test('the tolerated difference of the clocks is configured; one of 3 s is not logged', async () => {
    setTimes({ iat: 120, exp: 180 })
    const patient = clientOf('https://account.example', { clockTolerance: 200 })
    await expect(patient.redeem(answer, attempt)).resolves.toMatchObject({ subject: 'anna' })
    logged.length = 0
    setTimes({ iat: 3, exp: 60 })
    await expect(patient.redeem(answer, attempt)).resolves.toMatchObject({ subject: 'anna' })
    expect(logged).toEqual([])
  })

  test('the JWKS is fetched again for unknown keys at most once a minute', async () => {
    const downloads = () => issuer.asked.filter(({ endpoint }) => endpoint === 'jwks').length
    await client.redeem(answer, attempt)
    expect(downloads()).toBe(1)
    issuer.behaviour.kid = 'two'
    for (let attempts = 0; attempts < 5; attempts += 1) {
      await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ type: 'provider-unreachable' })
    }
    expect(downloads()).toBe(2)
    now += 61_000
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ type: 'provider-unreachable' })
    expect(downloads()).toBe(3)
  })

  const changes: [what: string, change: () => void][] = [
    [
      'algorithm',
      () => {
        issuer.changeKey('RS256')
        issuer.behaviour.metadata = { id_token_signing_alg_values_supported: ['RS256'] }
      },
    ],
    [
      'issuer',
      () => {
        issuer.behaviour.metadata = { issuer: `${issuer.issuer}/` }
        issuer.behaviour.claims.iss = `${issuer.issuer}/`
        answer.iss = `${issuer.issuer}/`
      },
    ],
    [
      'issuer, of which the response says nothing',
      () => {
        Object.assign(issuer.behaviour.metadata, { issuer: `${issuer.issuer}/` })
        issuer.behaviour.claims.iss = `${issuer.issuer}/`
        delete answer.iss
      },
    ],
    [
      'keys and their address',
      () => {
        issuer.changeKey()
        issuer.behaviour.gone = ['/jwks']
        issuer.behaviour.metadata = { jwks_uri: `${issuer.issuer}/jwks/new` }
      },
    ],
    [
      'token endpoint',
      () => {
        issuer.behaviour.gone = ['/token']
        issuer.behaviour.metadata = { token_endpoint: `${issuer.issuer}/token/new` }
      },
    ],
  ]
  test.each(changes)('a provider with another %s is discovered again, and the code is used once', async (_, change) => {
    issuer.behaviour.metadata = { authorization_response_iss_parameter_supported: undefined }
    await client.redeem(answer, attempt)
    change()
    issuer.asked.length = 0
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject({ subject: 'anna' })
    const asked = issuer.asked.filter(({ path }) => !issuer.behaviour.gone.includes(path))
    expect(asked.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      [
        'discovery',
        'token',
        'userinfo',
        ...(asked.some(({ endpoint }) => endpoint === 'jwks') ? ['jwks'] : []),
      ].toSorted(),
    )
  })

  test('answers that never fit cause one discovery a minute', async () => {
    await client.redeem(answer, attempt)
    issuer.behaviour.claims.iss = 'https://evil.example'
    const discoveries = () => issuer.asked.filter(({ endpoint }) => endpoint === 'discovery').length
    const redeemTwice = async () => {
      for (let attempts = 0; attempts < 2; attempts += 1)
        await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ type: 'sign-in-attempt-refused' })
    }
    await redeemTwice()
    expect(discoveries()).toBe(2)
    now += 61_000
    await redeemTwice()
    expect(discoveries()).toBe(3)
  })

  test('a changed key with the same kid is fetched again without repeating the token request', async () => {
    await client.redeem(answer, attempt)
    issuer.changeKey()
    issuer.asked.length = 0
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject({ subject: 'anna' })
    expect(issuer.asked.map(({ endpoint }) => endpoint)).toEqual(['token', 'discovery', 'jwks', 'userinfo'])
  })

  test.each([
    ['is read from UserInfo', {}, 'Анна'],
    ['does not prevent the sign-in', { userinfo: { status: 500, body: '' } }, ''],
  ])('a missing name %s', async (_, replies, firstName) => {
    issuer.behaviour.claims = { ...issuer.behaviour.claims, name: undefined }
    issuer.behaviour.replies = replies
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject({ subject: 'anna', firstName })
  })

  const wrongTokens: [what: string, claims: Record<string, unknown>][] = [
    ['with the nonce of another attempt', { nonce: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'another' }],
    ['for another client beside us', { aud: ['client', 'another'], azp: 'another' }],
    ['that has expired', { exp: 1_700_000_000 }],
  ]
  test.each(wrongTokens)('an ID token %s is rejected', async (_what, claims) => {
    issuer.behaviour.claims = { ...issuer.behaviour.claims, ...claims }
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ type: 'sign-in-attempt-refused' })
  })

  test.each<[string, () => unknown]>([
    ['without a nonce', () => (issuer.behaviour.claims = {})],
    ['signed by another key', () => (issuer.behaviour.signedBy = issuer.anotherKey())],
    ['without a signature', () => (issuer.behaviour.signedBy = 'none')],
  ])('an ID token %s is refused', async (_, change) => {
    change()
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ type: 'provider-unreachable' })
  })

  test('a response of another issuer is rejected before the code is sent', async () => {
    await expect(client.redeem({ ...answer, iss: 'https://evil.example' }, attempt)).rejects.toMatchObject({
      type: 'sign-in-attempt-refused',
    })
    expect(issuer.asked.some(({ endpoint }) => endpoint === 'token')).toBe(false)
  })

  test('a response without `iss` is rejected if the provider declares it, and accepted otherwise', async () => {
    const { iss: _iss, ...nameless } = answer
    await expect(client.redeem(nameless, attempt)).rejects.toMatchObject({ type: 'sign-in-attempt-refused' })
    issuer.behaviour.metadata = { authorization_response_iss_parameter_supported: undefined }
    await expect(clientOf('https://account.example').redeem(nameless, attempt)).resolves.toMatchObject({
      subject: 'anna',
    })
  })

  test('cancellation is separate from failure', async () => {
    await expect(
      client.redeem({ state: attempt.state, iss: issuer.issuer, error: 'access_denied' }, attempt),
    ).rejects.toBeInstanceOf(SignInCancelled)
  })

  test.each([
    ['server_error', 'provider-unreachable'],
    ['temporarily_unavailable', 'provider-unreachable'],
    ['login_required', 'sign-in-attempt-refused'],
    ['invalid_scope', 'sign-in-attempt-refused'],
    ['no_such_error', 'sign-in-attempt-refused'],
  ])('the error %s is %s', async (error, problem) => {
    await expect(client.redeem({ state: attempt.state, iss: issuer.issuer, error }, attempt)).rejects.toMatchObject({
      type: problem,
    })
  })

  const tokenReplies: [how: string, reply: Issuer['behaviour']['replies']['token'], problem: string][] = [
    ['refuses the code', { status: 400, body: '{"error":"invalid_grant"}' }, 'sign-in-attempt-refused'],
    ['refuses us', { status: 401, body: '{"error":"invalid_client"}' }, 'provider-unreachable'],
    ['answers an error', { status: 503, body: 'later' }, 'provider-unreachable'],
    ['answers garbage', { body: 'null' }, 'provider-unreachable'],
    ['sends no ID token', { body: '{"access_token":"a","token_type":"Bearer"}' }, 'provider-unreachable'],
    [
      'sends half an ID token',
      { body: '{"access_token":"a","token_type":"Bearer","id_token":"x.y"}' },
      'provider-unreachable',
    ],
    ['is silent', 'silence', 'provider-unreachable'],
    ['hangs up', 'hang up', 'provider-unreachable'],
  ]
  test.each(tokenReplies)('a provider that %s', async (_how, reply, problem) => {
    issuer.behaviour.replies.token = reply
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ type: problem })
  })
})

describe('The end-session URL', () => {
  test.each<[string, () => unknown]>([
    ['the provider has none', () => (issuer.behaviour.metadata = { end_session_endpoint: undefined })],
    ['the provider is down', () => (issuer.behaviour.replies.discovery = 'hang up')],
  ])('is null if %s', async (_, change) => {
    change()
    await expect(client.endSessionUrl('id.token', 'ru')).resolves.toBeNull()
  })

  test('holds the ID token hint and returns to /', async () => {
    const address = new URL((await client.endSessionUrl('id.token', 'ru')) ?? '')
    expect(address.origin + address.pathname).toBe(`${issuer.issuer}/end`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'client',
      id_token_hint: 'id.token',
      post_logout_redirect_uri: 'https://account.example/',
      ui_locales: 'ru',
    })
    const long = new URL((await client.endSessionUrl('x'.repeat(5000), 'ru')) ?? '')
    expect(long.searchParams.has('id_token_hint')).toBe(false)
  })
})
