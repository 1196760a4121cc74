// Database: none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkProvider } from '#server/auth/oidc/check-provider.ts'
import { readEnv } from '#server/environment/env.ts'
import type { ProviderSettings } from '#server/environment/provider-settings.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'
import { type Issuer, startIssuer } from '#tests/support/server/issuer.ts'
import { loaderEnv } from '#tests/support/server/server-process.ts'

const secret = 'not-to-be-printed'

let issuer: Issuer
beforeEach(async () => {
  issuer = await startIssuer()
  issuer.behaviour.replies.token = { status: 400, body: '{"error":"invalid_grant"}' }
})
afterEach(() => issuer.stop().catch(() => undefined))

function settings(changes: Record<string, string> = {}) {
  return {
    ...payeeVariables,
    PUBLIC_URL: 'https://lk.school.example',
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: 'lk-app',
    OIDC_CLIENT_SECRET: secret,
    ...changes,
  }
}

async function find(changes: Record<string, string> = {}, roles: ProviderSettings['roleRules'] = []) {
  const env = readEnv(settings(changes))
  const found = await checkProvider({ ...(env.PROVIDERS[0] as ProviderSettings), roleRules: roles }, env.PUBLIC_URL)
  expect(JSON.stringify(found)).not.toContain(secret)
  for (const { ru } of found.map(({ text }) => text)) expect(ru).toMatch(/[а-яё]/)
  return {
    faults: found.filter(({ kind }) => kind === 'fault').map(({ text }) => text.en),
    notices: found.filter(({ kind }) => kind === 'notice').map(({ text }) => text.en),
    passed: found.filter(({ kind }) => kind === 'passed').map(({ text }) => text.en),
  }
}

describe('The check of the identity provider', () => {
  test('passes with right settings, also where the redirect address cannot be seen', async () => {
    const back = 'https://lk.school.example/auth/oauth-result'
    expect(await find()).toEqual({
      faults: [],
      notices: [expect.stringContaining(`It could not be seen that the provider returns to ${back}`)],
      passed: [`the provider ${issuer.issuer} answers`, 'keys of the provider: 1', 'the client lk-app is accepted'],
    })
    issuer.behaviour.replies.userinfo = { status: 302, location: `${back}?error=login_required&state=check`, body: '' }
    expect(await find()).toMatchObject({ notices: [], passed: { 3: `the redirect address ${back} is accepted` } })
    issuer.behaviour.replies.userinfo = { status: 302, location: `${back}?error=invalid_scope&state=check`, body: '' }
    expect((await find()).faults).toEqual([
      'OIDC_SCOPES or the client: the provider answers the sign-in request with invalid_scope.',
    ])
  })

  test('names the issuer to write where a slash is too many or missing', async () => {
    issuer.behaviour.metadata = { issuer: `${issuer.issuer}/realms/school` }
    expect((await find({ OIDC_ISSUER: `${issuer.issuer}/realms/school/` })).faults).toEqual([
      `OIDC_ISSUER: is ${issuer.issuer}/realms/school/, but the provider calls itself ${issuer.issuer}/realms/school. ` +
        'Write its address to the letter, with or without the slash at the end.',
    ])
    issuer.behaviour.metadata = {}
    expect((await find({ OIDC_ISSUER: `${issuer.issuer}/` })).faults).toEqual([])
  })

  const faults: [what: string, change: () => unknown, said: string | RegExp][] = [
    [
      'a wrong secret',
      () => (issuer.behaviour.acceptsClient = () => false),
      /^OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, .*: the provider does not accept the client lk-app \(client_secret_basic: 401 invalid_client; .*https:\/\/lk\.school\.example\/auth\/oauth-result \(made of PUBLIC_URL\)/,
    ],
    [
      'a missing endpoint',
      () => (issuer.behaviour.metadata = { token_endpoint: undefined }),
      /names no token_endpoint/,
    ],
    [
      'no keys',
      () => (issuer.behaviour.replies.jwks = { body: '{"keys":[]}' }),
      /^jwks_uri: expected the provider's keys/,
    ],
    ['keys that are gone', () => (issuer.behaviour.gone = ['/jwks']), /the answer 404 has none/],
    [
      'signatures by the secret',
      () => (issuer.behaviour.metadata = { id_token_signing_alg_values_supported: ['HS256'] }),
      /^The provider signs ID tokens only by HS256/,
    ],
    [
      'another flow',
      () => (issuer.behaviour.metadata = { response_types_supported: ['id_token'] }),
      /only the response_type id_token; code is needed/,
    ],
    ['a page instead of the document', () => (issuer.behaviour.replies.discovery = { body: '<html>' }), /is not JSON/],
    [
      'no document',
      () => (issuer.behaviour.replies.discovery = { status: 404, body: '' }),
      /^OIDC_ISSUER: expected the OpenID Connect document at http.*, but the answer is 404/,
    ],
    ['no answer', () => issuer.stop(), /^OIDC_ISSUER: .* does not answer \(ECONNREFUSED\)/],
  ]
  test.each(faults)('names %s', async (_, change, said) => {
    await change()
    expect((await find()).faults).toEqual([expect.stringMatching(said)])
  })

  test('names the reason of a port that is not allowed, and of a host with several addresses', async () => {
    const { faults: ofPort } = await find({ OIDC_ISSUER: 'http://localhost:1' })
    expect(ofPort).toEqual([expect.stringContaining('does not answer (bad port)')])
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const failure = new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) })
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(failure)
    expect((await find()).faults).toEqual([expect.stringContaining('does not answer (ECONNREFUSED)')])
  })

  test('mentions scopes and claims that the provider does not announce, and what it lacks', async () => {
    issuer.behaviour.metadata = {
      scopes_supported: ['openid', 'profile', 'email'],
      claims_supported: ['sub', 'name'],
      end_session_endpoint: undefined,
      userinfo_endpoint: undefined,
    }
    const { notices, faults } = await find({ OIDC_SCOPES: 'openid groups' }, [{ claim: 'realm_access.roles' }])
    expect(faults).toEqual([])
    expect(notices.map((line) => line.replace(/ .*/, ''))).toEqual(['The', 'The', 'OIDC_SCOPES:', 'SCHOOL_FILE,', 'It'])
    issuer.behaviour.metadata.claims_supported = ['realm_access']
    expect((await find({}, [{ claim: 'realm_access.roles' }])).notices.join()).not.toContain('SCHOOL_FILE')
  })

  test('compares how requests are sent and answered with what the provider offers', async () => {
    issuer.behaviour.metadata = { response_modes_supported: ['query'], acr_values_supported: ['urn:school:mfa'] }
    const asked = {
      OIDC_RESPONSE_MODE: 'form_post',
      OIDC_PUSHED_REQUESTS: 'on',
      OIDC_ACR_VALUES: 'urn:school:mfa high',
    }
    const { faults: refused, notices } = await find(asked)
    expect(refused).toEqual([
      'OIDC_RESPONSE_MODE: the provider does not offer form_post, only query.',
      'OIDC_PUSHED_REQUESTS: the provider names no pushed_authorization_request_endpoint.',
    ])
    expect(notices).toEqual([expect.stringMatching(/^OIDC_ACR_VALUES: the provider does not name high among/)])
    issuer.behaviour.metadata = {
      require_pushed_authorization_requests: true,
      pushed_authorization_request_endpoint: `${issuer.issuer}/par`,
    }
    expect((await find({ OIDC_PUSHED_REQUESTS: 'off' })).faults).toEqual([
      expect.stringMatching(/^OIDC_PUSHED_REQUESTS: is off, but the provider accepts only pushed requests/),
    ])
    const pushed = await find()
    expect([pushed.faults, pushed.notices]).toEqual([
      [],
      [expect.stringMatching(/the redirect address was not checked/)],
    ])
  })

  test('is a command with exit code 1 and plain words, in the language of the terminal', async () => {
    issuer.behaviour.acceptsClient = ({ form }) => form.get('client_secret') === 'right'
    const run = async (args: string[], LANG: string, changes: Record<string, string> = {}) => {
      const child = spawn(process.execPath, ['server/auth/provider-command/main.ts', ...args], {
        env: { PATH: process.env.PATH ?? '', LANG, ...loaderEnv, ...settings(changes) },
      })
      const printed = Promise.all([text(child.stdout), text(child.stderr)])
      const [code] = await once(child, 'exit')
      return [code, ...(await printed)]
    }
    const [refused, accepted, usage] = await Promise.all([
      run(['check'], 'ru_RU.UTF-8'),
      run(['check'], 'en_US.UTF-8', { OIDC_CLIENT_SECRET: 'right' }),
      run([], 'en_US.UTF-8'),
    ])
    expect(refused).toEqual([1, '', expect.stringMatching(/✗ .*поставщик не принимает клиента lk-app/)])
    expect(refused.join()).not.toContain(secret)
    expect(accepted).toEqual([0, expect.stringContaining('✓ the client lk-app is accepted\n'), ''])
    expect(usage).toEqual([
      2,
      '',
      expect.stringContaining('npm run provider -- explain token.json [--provider NAME]\n'),
    ])
  }, 60_000)
})
