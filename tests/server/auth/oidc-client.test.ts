// Database: none.
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import {
  type AuthorizationResponse,
  createLinkProviderClients,
  createOidcClient,
  type OidcClient,
} from '#server/auth/oidc/client.ts'
import { SignInCancelled } from '#server/auth/oidc/errors.ts'
import { createLog } from '#server/terminal/log.ts'
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

function claimed(claims: Record<string, unknown>): void {
  Object.assign(issuer.behaviour.claims, claims)
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

  const ill: [how: string, reply: Issuer['behaviour']['replies']['discovery'], reason: SignInFailure, seen: string][] =
    [
      ['is silent', 'silence', 'provider-unreachable', 'operation'],
      ['hangs up', 'hang up', 'provider-unreachable', 'other side closed'],
      ['answers HTML', html, 'response-invalid', '200 text/html'],
      ['answers garbage', { body: '{"issuer":' }, 'response-invalid', 'JSON'],
      ['says it is another', { body: '{"issuer":"https://evil.example"}' }, 'issuer-differs', 'https://evil.example'],
      ['sends nowhere', { status: 302, body: '' }, 'response-invalid', '302'],
      ['fails', { status: 503, body: 'later' }, 'provider-error', '503 later'],
    ]
  test.each(ill)(
    'a provider that %s is a failure, and works again after recovery',
    async (_how, reply, reason, seen) => {
      issuer.behaviour.replies.discovery = reply
      await expect(client.authorizationUrl(attempt, 'ru')).rejects.toMatchObject({
        reason,
        facts: { seen: expect.stringContaining(seen) },
      })
      issuer.behaviour.replies = {}
      await expect(client.authorizationUrl(attempt, 'ru')).resolves.toContain('/authorize')
    },
  )

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
    const contact = { email: 'anna@example.org', email_verified: true }
    issuer.behaviour.claims = { ...issuer.behaviour.claims, ...contact, sid: 'session-1' }
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
      secondsSinceSecondFactor: null,
      idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      providerSessionId: 'session-1',
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
  ])('an ID token %s is accepted: %s %s; the skew is named', async (_, seconds, isAccepted, skew) => {
    setTimes(seconds)
    const redeemed = client.redeem(answer, attempt)
    if (isAccepted) {
      await expect(redeemed).resolves.toMatchObject({ subject: 'anna' })
      const tolerated = { level: 'warn', skewSeconds: client.clockSkew(), OIDC_CLOCK_TOLERANCE: 60 }
      expect(logged).toContainEqual(expect.objectContaining(tolerated))
    } else {
      const seen = expect.stringMatching(skew > 0 ? /^a provider \d+ s ahead$/ : /^a provider \d+ s behind$/)
      const facts = { setting: 'OIDC_CLOCK_TOLERANCE', expected: expect.stringContaining('at most 60 s'), seen }
      await expect(redeemed).rejects.toMatchObject({ reason: 'clock-differs', facts })
    }
    expect(Math.abs(Number(client.clockSkew()) - skew)).toBeLessThanOrEqual(1)
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
    const failure = { reason: 'signature-invalid', facts: { seen: expect.stringContaining('kid two, alg ES256') } }
    for (let attempts = 0; attempts < 5; attempts += 1) {
      await expect(client.redeem(answer, attempt)).rejects.toMatchObject(failure)
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

  const forbidden: [
    what: string,
    change: () => unknown,
    reason: SignInFailure,
    setting: string | null,
    seen: string,
  ][] = [
    ['with another nonce', () => claimed({ nonce: 'another' }), 'id-token-invalid', null, 'another nonce'],
    ['without a nonce', () => (issuer.behaviour.claims = {}), 'id-token-invalid', null, 'nonce'],
    [
      'of another issuer',
      () => claimed({ iss: 'https://evil.example' }),
      'issuer-differs',
      'OIDC_ISSUER',
      'evil.example',
    ],
    ['for another client', () => claimed({ aud: 'another' }), 'id-token-invalid', 'OIDC_CLIENT_ID', 'aud "another"'],
    [
      'for another client beside us',
      () => claimed({ aud: ['client', 'another'], azp: 'another' }),
      'id-token-invalid',
      'OIDC_CLIENT_ID',
      'azp "another"',
    ],
    [
      'that has expired',
      () => claimed({ exp: 1_700_000_000 }),
      'clock-differs',
      'OIDC_CLOCK_TOLERANCE',
      'not valid when',
    ],
    ['without a sub', () => claimed({ sub: 7 }), 'id-token-invalid', null, 'sub'],
    [
      'signed by another key',
      () => (issuer.behaviour.signedBy = issuer.anotherKey()),
      'signature-invalid',
      'OIDC_ISSUER',
      'JWT signature verification failed',
    ],
    ['without a signature', () => (issuer.behaviour.signedBy = 'none'), 'algorithm-differs', 'OIDC_ISSUER', 'none'],
  ]
  test.each(forbidden)('an ID token %s is rejected', async (_what, change, reason, setting, seen) => {
    change()
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({
      reason,
      facts: { setting, seen: expect.stringContaining(seen) },
    })
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

  const refusal = (error: string, more = {}) => ({ state: attempt.state, iss: issuer.issuer, error, ...more })

  test('cancellation is separate from failure', async () => {
    await expect(client.redeem(refusal('access_denied'), attempt)).rejects.toBeInstanceOf(SignInCancelled)
  })

  test.each([
    ['server_error', 'provider-error', null],
    ['temporarily_unavailable', 'provider-error', null],
    ['access_denied', 'provider-denied', null],
    ['login_required', 'request-refused', 'OIDC_CLIENT_ID'],
    ['invalid_scope', 'request-refused', 'OIDC_SCOPES'],
    ['no_such_error', 'request-refused', 'OIDC_CLIENT_ID'],
  ])('the error %s with a description is %s', async (error, reason, setting) => {
    const described = refusal(error, { error_description: 'Not  in\nthe group' })
    await expect(client.redeem(described, attempt)).rejects.toMatchObject({
      reason,
      facts: { setting, seen: `${error}: Not in the group` },
    })
  })

  const ofClient = 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_KEY_FILE, OIDC_CLIENT_AUTH'
  const tokenReplies: [
    how: string,
    reply: Issuer['behaviour']['replies']['token'],
    reason: SignInFailure,
    setting: string | null,
    seen: string,
  ][] = [
    [
      'refuses the code',
      { status: 400, body: '{"error":"invalid_grant","error_description":"the-code is used"}' },
      'code-rejected',
      'PUBLIC_URL',
      '400 invalid_grant: … is used',
    ],
    [
      'refuses us',
      { status: 401, body: '{"error":"invalid_client","error_description":"not client:the secret"}' },
      'client-rejected',
      ofClient,
      '401 invalid_client: not client:…',
    ],
    [
      'asks for another authentication',
      { status: 401, body: 'who?', challenge: 'Basic realm="x"' },
      'client-rejected',
      ofClient,
      '401 who?',
    ],
    ['refuses the request', { status: 400, body: '{"error":"invalid_request"}' }, 'request-refused', ofClient, '400'],
    ['answers an error', { status: 503, body: 'later' }, 'provider-error', null, '503 later'],
    ['answers garbage', { body: 'null' }, 'response-invalid', 'OIDC_ISSUER', 'top level object'],
    ['answers HTML', html, 'response-invalid', 'OIDC_ISSUER', '200 text/html'],
    [
      'sends no ID token',
      { body: '{"access_token":"a","token_type":"Bearer"}' },
      'response-invalid',
      'OIDC_ISSUER',
      'id_token',
    ],
    [
      'sends half an ID token',
      { body: '{"access_token":"a","token_type":"Bearer","id_token":"x.y"}' },
      'response-invalid',
      'OIDC_ISSUER',
      'Invalid JWT',
    ],
    ['is silent', 'silence', 'provider-unreachable', 'OIDC_ISSUER', 'operation'],
    ['hangs up', 'hang up', 'provider-unreachable', 'OIDC_ISSUER', 'other side closed'],
  ]
  test.each(tokenReplies)('a provider that %s', async (_how, reply, reason, setting, seen) => {
    issuer.behaviour.replies.token = reply
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({
      reason,
      facts: { setting, seen: expect.stringContaining(seen) },
    })
  })

  test('settings of a link provider are named', async () => {
    issuer.behaviour.replies.token = { status: 401, body: '{"error":"invalid_client"}' }
    const links = [{ name: 'vk', issuer: issuer.issuer, clientId: 'client', clientSecret: 'the secret' }]
    const common = {
      publicUrl: 'https://account.example',
      clock: () => new Date(now),
      log: createLog({ LOG_LEVEL: 'fatal' }),
    }
    const linked = createLinkProviderClients(links, common).get('vk')
    await expect(linked?.redeem(answer, attempt)).rejects.toMatchObject({
      facts: { setting: 'LINK_VK_CLIENT_ID, LINK_VK_CLIENT_SECRET' },
    })
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
