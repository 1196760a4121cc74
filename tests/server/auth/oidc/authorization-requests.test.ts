import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openAppWithProviders } from '#tests/support/providers/app-with-providers.ts'
import { client, startOidcProvider } from '#tests/support/providers/oidc-provider.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const PUBLIC_URL = 'https://account.school.example'

const opened = openForSuite(openTestDatabase)

async function appAt(provider: Awaited<ReturnType<typeof startOidcProvider>>, changes: Record<string, string> = {}) {
  const app = await openAppWithProviders({ PUBLIC_URL, ...provider.variables, ...changes }, { opened })
  onTestFinished(() => app.close())
  return app
}

const profileOf = async (visitor: Visitor) => (await visitor.ask('GET', '/api/v1/profile')).json()

describe('A provider that requires pushed requests', () => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  beforeAll(async () => {
    const pushedAuthorizationRequests = { enabled: true, requirePushedAuthorizationRequests: true }
    provider = await startOidcProvider(PUBLIC_URL, { features: { pushedAuthorizationRequests } })
  })
  afterAll(() => provider.stop())

  test('gets the request from the server, and the browser only its reference', async () => {
    const visitor = visitorOf((await appAt(provider)).app)
    const location = await visitor.startSignIn('/events')
    expect([...new URL(location).searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
    const result = (await visitor.visitProvider(location)).url
    expect((await visitor.sendResult(result)).json()).toEqual({ location: '/events' })
  })

  test('refuses a request in the address, which its metadata prevent', async () => {
    const visitor = visitorOf((await appAt(provider, { OIDC_PUSHED_REQUESTS: 'off' })).app)
    const { searchParams } = new URL((await visitor.visitProvider(await visitor.startSignIn())).url)
    expect(searchParams.get('error')).toBe('invalid_request')
  })

  test('that does not know the secret is named with the settings', async () => {
    const visitor = visitorOf((await appAt(provider, { OIDC_CLIENT_SECRET: `${client.client_secret}?` })).app)
    const answer = await visitor.ask('GET', '/api/v1/auth/redirect-to-oauth-provider')
    expect(answer.json()).toMatchObject({ type: 'provider-unreachable', reason: 'client-rejected' })
  })
})

describe('An answer in a form', () => {
  test('is accepted from the page of the provider, which sends no cookies of ours', async () => {
    const provider = await startOidcProvider(PUBLIC_URL)
    onTestFinished(() => provider.stop())
    const { app } = await appAt(provider, { OIDC_RESPONSE_MODE: 'form_post' })
    const visitor = visitorOf(app)
    const page = await visitor.visitProvider(await visitor.startSignIn('/events'))
    expect(page.text).toContain(`action="${PUBLIC_URL}/auth/oauth-result"`)
    const fields = [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    const form = new URLSearchParams([...fields, ['other', 'field']])
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: provider.issuer }
    const sent = {
      method: 'POST',
      url: '/auth/oauth-result',
      headers: { ...headers, 'sec-fetch-site': 'cross-site' },
    } as const
    const { statusCode, headers: answered } = await app.inject({ ...sent, payload: form.toString() })
    expect([statusCode, answered['set-cookie']]).toEqual([303, undefined])
    const result = new URL(String(answered.location), PUBLIC_URL)
    expect([...result.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state'])
    expect((await visitor.sendResult(result.href)).json()).toEqual({ location: '/events' })
    expect((await app.inject(sent)).headers.location).toBe('/auth/oauth-result?')
    const repeated = await app.inject({ ...sent, payload: 'code=1&code=2&state=x' })
    expect(repeated.headers.location).toBe('/auth/oauth-result?state=x')
    const json = { ...sent.headers, 'content-type': 'application/json' }
    expect((await app.inject({ ...sent, headers: json, payload: { code: '1', state: 'x' } })).statusCode).toBe(415)
  })
})

describe('A second factor at the provider', () => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>
  beforeAll(async () => {
    provider = await startOidcProvider(PUBLIC_URL, { acrValues: ['urn:school:mfa'] })
  })
  afterAll(() => provider.stop())
  beforeEach(() => {
    provider.behaviour.login = {}
  })

  async function lastCheck(login: typeof provider.behaviour.login, changes: Record<string, string>) {
    provider.behaviour.login = login
    const visitor = visitorOf((await appAt(provider, changes)).app)
    const location = await visitor.startSignIn()
    await visitor.sendResult((await visitor.visitProvider(location)).url)
    const { twoFactorLastCheck } = await profileOf(visitor)
    return { asked: new URL(location).searchParams.get('acr_values'), twoFactorLastCheck }
  }

  const accepted = { OIDC_SECOND_FACTOR: 'otp  urn:school:mfa', OIDC_ACR_VALUES: 'urn:school:mfa' }

  test.each([
    ['a method', { amr: ['pwd', 'otp'] }],
    ['a context', { acr: 'urn:school:mfa' }],
  ])('that the school accepts as %s counts from the time of the login', async (_, login) => {
    const { asked, twoFactorLastCheck } = await lastCheck(login, accepted)
    expect(asked).toBe('urn:school:mfa')
    expect(Math.abs(Date.now() - Date.parse(String(twoFactorLastCheck)))).toBeLessThan(30_000)
  })

  test.each([
    ['no method is accepted', { amr: ['pwd', 'otp'] }, {}],
    ['another method was used', { amr: ['pwd'], acr: 'otp:none' }, accepted],
    ['the provider says nothing', {}, accepted],
  ])('does not count if %s', async (_, login, changes) => {
    expect((await lastCheck(login, changes)).twoFactorLastCheck).toBeNull()
  })
})
