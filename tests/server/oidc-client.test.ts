import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOidcClient, type OidcClient, type ProviderAnswer } from '#server/identity/oidc-client.ts'
import { SignInCancelled } from '#server/identity/oidc-faults.ts'
import { readRoleRule } from '#server/identity/role-claims.ts'
import { type Issuer, startIssuer } from '#tests/support/issuer.ts'

const attempt = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) }
const html = { status: 200, type: 'text/html', body: '<!doctype html><title>Hello</title>' }

let issuer: Issuer
let client: OidcClient
let answer: ProviderAnswer
let now: number

beforeEach(async () => {
  issuer = await startIssuer()
  issuer.told.claims = { nonce: attempt.nonce }
  now = Date.now()
  client = clientOf('https://account.example')
  answer = { code: 'the-code', state: attempt.state, iss: issuer.issuer }
})

afterEach(() => issuer.stop())

function clientOf(publicUrl: string, changes: Partial<Parameters<typeof createOidcClient>[0]> = {}) {
  return createOidcClient({
    issuer: issuer.issuer,
    clientId: 'client',
    clientSecret: 'the secret',
    publicUrl,
    clock: () => new Date(now),
    log: pino({ level: 'silent' }),
    timeout: 1.5,
    ...changes,
  })
}

describe('Where to sign in', () => {
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

  test('the provider is asked for its addresses once, by however many at a time, and again after an hour', async () => {
    await Promise.all([client.authorizationUrl(attempt, 'ru'), client.authorizationUrl(attempt, 'ru')])
    await client.authorizationUrl(attempt, 'ru')
    expect(issuer.asked.length).toBe(1)
    now += 61 * 60_000
    await client.authorizationUrl(attempt, 'ru')
    expect(issuer.asked.length).toBe(2)
  })

  test('a provider whose addresses are known may be down when they are asked for again', async () => {
    await client.authorizationUrl(attempt, 'ru')
    await issuer.stop()
    now += 61 * 60_000
    await expect(client.authorizationUrl(attempt, 'ru')).resolves.toContain('/authorize')
    await issuer.startAgain()
  })

  test('one stumble of the provider goes unnoticed', async () => {
    issuer.told.replies.discovery = ['hang up']
    await expect(client.authorizationUrl(attempt, 'ru')).resolves.toContain('/authorize')
  })

  const ill: [how: string, reply: Issuer['told']['replies']['discovery']][] = [
    ['is silent', 'silence'],
    ['hangs up', 'hang up'],
    ['answers an error', { status: 500, body: '{"error":"server_error"}' }],
    ['answers HTML', html],
    ['answers garbage', { body: '{"issuer":' }],
    ['says it is another', { body: '{"issuer":"https://evil.example"}' }],
    ['sends nowhere', { status: 302, body: '' }],
  ]
  test.each(ill)('a provider that %s is unreachable for now, and fine again once it is well', async (_how, reply) => {
    issuer.told.replies.discovery = reply
    await expect(client.authorizationUrl(attempt, 'ru')).rejects.toMatchObject({ problem: 'provider-unreachable' })
    issuer.told.replies = {}
    await expect(client.authorizationUrl(attempt, 'ru')).resolves.toContain('/authorize')
  })

  test('a provider that is down is unreachable, and is asked again when it is up', async () => {
    await issuer.stop()
    await expect(client.authorizationUrl(attempt, 'ru')).rejects.toMatchObject({
      problem: 'provider-unreachable',
      status: 502,
    })
    await issuer.startAgain()
    await expect(client.authorizationUrl(attempt, 'ru')).resolves.toContain('/authorize')
  })
})

describe('What the provider sent back', () => {
  test('a good code becomes the person who signed in', async () => {
    issuer.told.claims = { ...issuer.told.claims, email: 'anna@example.org', email_verified: true }
    await expect(client.redeem(answer, attempt)).resolves.toEqual({
      subject: 'anna',
      login: 'anna@example.org',
      firstName: 'Анна',
      lastName: 'Белова',
      patronym: null,
      email: 'anna@example.org',
      phone: null,
      roles: null,
      methods: [],
      shownFor: null,
      idToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    const { form, headers } = issuer.asked.find(({ endpoint }) => endpoint === 'token') ?? {}
    expect(headers?.authorization).toBe(`Basic ${btoa('client:the+secret')}`)
    expect(form?.get('code')).toBe('the-code')
    expect(form?.get('code_verifier')).toBe(attempt.codeVerifier)
    expect(form?.get('redirect_uri')).toBe('https://account.example/auth/oauth-result')
  })

  test('a provider that knows only client_secret_post gets the secret that way', async () => {
    issuer.told.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    await client.redeem(answer, attempt)
    const { form, headers } = issuer.asked.find(({ endpoint }) => endpoint === 'token') ?? {}
    expect(headers?.authorization).toBeUndefined()
    expect(form?.get('client_secret')).toBe('the secret')
  })

  const addresses: [what: string, claims: Record<string, unknown>, told: object][] = [
    ['that it has verified', { email: 'a@b.example', email_verified: true }, { email: 'a@b.example' }],
    ['of which it says so in a word', { email: 'a@b.example', email_verified: 'true' }, { email: 'a@b.example' }],
    ['that it has not verified', { email: 'a@b.example', email_verified: false }, { email: null }],
    ['of which it says nothing', { email: 'a@b.example' }, { email: null }],
    ['that is none', { email: 'anna', email_verified: true }, { email: null }],
    ['of a phone', { phone_number: '+7 (900) 123-45-67', phone_number_verified: true }, { phone: '+79001234567' }],
    ['of a phone that it has not verified', { phone_number: '+79001234567' }, { phone: null }],
  ]
  test.each(addresses)('an address %s is taken for what it is', async (_what, claims, told) => {
    issuer.told.claims = { ...issuer.told.claims, ...claims }
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject(told)
  })

  test('that one address is verified says nothing of another', async () => {
    issuer.told.claims = { ...issuer.told.claims, name: undefined, email: 'mine@b.example', email_verified: true }
    issuer.told.replies.userinfo = { body: '{"sub":"anna","name":"Анна","email":"hers@b.example"}' }
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject({ email: 'mine@b.example' })
  })

  test('names that are longer than any are cut, and a subject that is none is refused', async () => {
    const whole = { given_name: 'А'.repeat(300), email: 'a@b.example', email_verified: true }
    issuer.told.claims = { ...issuer.told.claims, ...whole }
    const { firstName } = await client.redeem(answer, attempt)
    expect(firstName).toBe('А'.repeat(100))
    for (const sub of ['s'.repeat(256), 'а\u0000б', 'Анна']) {
      issuer.told.claims = { ...issuer.told.claims, sub }
      await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ problem: 'sign-in-attempt-refused' })
    }
  })

  test.each([
    ['with the exact name of the claim', 'https://school.example/roles', { 'https://school.example/roles': ['staff'] }],
    ['with a path', 'realm_access.roles', { realm_access: { roles: ['staff', 'else'] } }],
    ['in one word', 'role', { role: 'staff' }],
    ['by keys', 'roles', { roles: { staff: { organisation: 'x' } } }],
  ])('roles are told %s', async (_how, claim, claims) => {
    issuer.told.claims = { ...issuer.told.claims, ...claims }
    const { roles } = await clientOf('https://account.example', {
      roleRule: readRoleRule(claim, 'staff=teacher;CN=Heads,OU=School=administrator'),
    }).redeem(answer, attempt)
    expect(roles).toEqual(['teacher'])
  })

  test('roles that the ID token does not tell are asked for; nobody is let in without an answer', async () => {
    const asking = clientOf('https://account.example', { roleRule: readRoleRule('roles', undefined) })
    issuer.told.replies.userinfo = { body: '{"sub":"anna","roles":["parent","u2035_admin","guru"]}' }
    await expect(asking.redeem(answer, attempt)).resolves.toMatchObject({ roles: ['admin_u2035', 'parent'] })
    issuer.told.replies.userinfo = { body: '{"sub":"anna"}' }
    await expect(asking.redeem(answer, attempt)).resolves.toMatchObject({ roles: [] })
    issuer.told.replies.userinfo = { status: 500, body: '' }
    await expect(asking.redeem(answer, attempt)).rejects.toMatchObject({ problem: 'provider-unreachable' })
  })

  test.each([
    [-50, true],
    [-70, false],
  ])('a clock that is %i s behind ours is right: %s', async (seconds, isTaken) => {
    issuer.told.claims = { ...issuer.told.claims, exp: Math.floor(Date.now() / 1000) + seconds }
    const redeemed = client.redeem(answer, attempt)
    if (isTaken) await expect(redeemed).resolves.toMatchObject({ subject: 'anna' })
    else await expect(redeemed).rejects.toMatchObject({ problem: 'sign-in-attempt-refused' })
  })

  test('a key that has changed behind the same name is asked for again, and the code is shown once', async () => {
    await client.redeem(answer, attempt)
    issuer.changeKey()
    issuer.asked.length = 0
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject({ subject: 'anna' })
    expect(issuer.asked.map(({ endpoint }) => endpoint)).toEqual(['token', 'jwks', 'userinfo'])
  })

  test('a name that the ID token does not tell is asked for', async () => {
    issuer.told.claims = { ...issuer.told.claims, name: undefined }
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject({ firstName: 'Анна', lastName: 'Белова' })
  })

  test('a name that nobody tells keeps nobody out', async () => {
    issuer.told.claims = { ...issuer.told.claims, name: undefined }
    issuer.told.replies.userinfo = { status: 500, body: '' }
    await expect(client.redeem(answer, attempt)).resolves.toMatchObject({ subject: 'anna', firstName: '' })
  })

  const wrongTokens: [what: string, claims: Record<string, unknown>][] = [
    ['with the nonce of another attempt', { nonce: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'another' }],
    ['for another client beside us', { aud: ['client', 'another'], azp: 'another' }],
    ['that has expired', { exp: 1_700_000_000 }],
  ]
  test.each(wrongTokens)('an ID token %s is refused', async (_what, claims) => {
    issuer.told.claims = { ...issuer.told.claims, ...claims }
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ problem: 'sign-in-attempt-refused' })
  })

  test('an ID token without a nonce is refused', async () => {
    issuer.told.claims = {}
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ problem: 'provider-unreachable' })
  })

  test('an ID token that another key has signed is refused', async () => {
    issuer.told.signedBy = issuer.anotherKey()
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ problem: 'provider-unreachable' })
  })

  test('an ID token that nobody has signed is refused', async () => {
    issuer.told.signedBy = 'nobody'
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ problem: 'provider-unreachable' })
  })

  test('an answer in the name of another provider is refused before the code is shown to anybody', async () => {
    await expect(client.redeem({ ...answer, iss: 'https://evil.example' }, attempt)).rejects.toMatchObject({
      problem: 'sign-in-attempt-refused',
    })
    expect(issuer.asked.some(({ endpoint }) => endpoint === 'token')).toBe(false)
  })

  test('an answer without a name is refused where the provider always gives its own, and taken where it does not', async () => {
    const { iss: _iss, ...nameless } = answer
    await expect(client.redeem(nameless, attempt)).rejects.toMatchObject({ problem: 'sign-in-attempt-refused' })
    issuer.told.metadata = { authorization_response_iss_parameter_supported: undefined }
    await expect(clientOf('https://account.example').redeem(nameless, attempt)).resolves.toMatchObject({
      subject: 'anna',
    })
  })

  test('a visitor who cancelled is told apart from a failure', async () => {
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
      problem,
    })
  })

  const tokenReplies: [how: string, reply: Issuer['told']['replies']['token'], problem: string][] = [
    ['refuses the code', { status: 400, body: '{"error":"invalid_grant"}' }, 'sign-in-attempt-refused'],
    ['refuses us', { status: 401, body: '{"error":"invalid_client"}' }, 'provider-unreachable'],
    ['answers an error', { status: 503, body: 'later' }, 'provider-unreachable'],
    ['answers HTML', html, 'provider-unreachable'],
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
    issuer.told.replies.token = reply
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ problem })
  })

  test('a provider that hides its keys is unreachable', async () => {
    issuer.told.replies.jwks = 'hang up'
    await expect(client.redeem(answer, attempt)).rejects.toMatchObject({ problem: 'provider-unreachable' })
  })
})

describe('Where to sign out', () => {
  test('the address names who leaves and comes back to /', async () => {
    const address = new URL((await client.endSessionUrl('id.token', 'ru')) ?? '')
    expect(address.origin + address.pathname).toBe(`${issuer.issuer}/end`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'client',
      id_token_hint: 'id.token',
      post_logout_redirect_uri: 'https://account.example/',
      ui_locales: 'ru',
    })
  })

  test('an ID token that is too long for an address is left out', async () => {
    const address = await client.endSessionUrl('x'.repeat(5000), 'ru')
    expect(new URL(address ?? '').searchParams.has('id_token_hint')).toBe(false)
  })

  test('a provider without such an address has none', async () => {
    issuer.told.metadata = { end_session_endpoint: undefined }
    await expect(client.endSessionUrl('id.token', 'ru')).resolves.toBeNull()
  })

  test('a provider that is down keeps nobody in', async () => {
    issuer.told.replies.discovery = 'silence'
    await expect(client.endSessionUrl(null, 'ru')).resolves.toBeNull()
  })
})
