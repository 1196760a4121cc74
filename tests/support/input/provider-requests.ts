import fc from 'fast-check'
import { fuzzHeader, fuzzQuery, fuzzSegment, fuzzText, inAddress } from './fuzz-values.ts'

/** A request to the identity provider; `$uid` in the URL is the interaction that the browser has begun. */
export type SentToProvider = { method: string; path: string; headers: Record<string, string>; body?: string }

const paths = [
  '/',
  '/auth',
  '/auth/$uid',
  '/token',
  '/me',
  '/jwks',
  '/.well-known/openid-configuration',
  '/session/end',
  '/session/end/confirm',
  '/session/end/success',
  '/interaction/$uid',
  '/interaction/$uid/through/vk',
  '/interaction/$uid/result/vk',
  '/sign-in-result/vk',
  '/outbox',
  '/outbox.json',
  '/vk/auth',
  '/vk/auth/$uid',
  '/vk/token',
  '/vk/me',
  '/vk/session/end',
  '/vk/interaction/$uid',
]

/** The secret of the client `account`. */
export const clientSecret = 'a-secret-that-the-generator-knows'

/** The values of its forms and URLs; the first one is valid. */
const fields: Record<string, readonly string[]> = {
  client_id: ['account', 'someone'],
  client_secret: [clientSecret],
  redirect_uri: ['http://localhost:4999/auth/oauth-result', 'https://evil.example/'],
  response_type: ['code', 'token', 'code id_token'],
  response_mode: ['query', 'fragment', 'form_post', 'web_message'],
  scope: ['openid profile email', 'openid'],
  state: ['the-state'],
  nonce: ['the-nonce'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  code_challenge_method: ['S256', 'plain'],
  prompt: ['login', 'none', 'login none', 'consent'],
  max_age: ['0', '-1', '99999999999999999999'],
  ui_locales: ['ru en', 'en'],
  login_hint: ['family'],
  id_token_hint: ['a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJcdTAwMDAifQ.', 'eyJhbGciOiJFUzI1NiJ9.bnVsbA.AA'],
  claims: ['{"id_token":{"sub":{"value":"\\u0000"}}}', '{'],
  request: ['a.b.c'],
  request_uri: ['urn:ietf:params:oauth:request_uri:x'],
  resource: ['urn:x', 'not a resource'],
  grant_type: ['authorization_code', 'refresh_token', 'client_credentials', 'implicit'],
  code: ['x', 'a'.repeat(43)],
  code_verifier: ['v'.repeat(43)],
  refresh_token: ['x'],
  access_token: ['x'],
  token: ['x'],
  post_logout_redirect_uri: ['http://localhost:4999/'],
  xsrf: ['x'],
  logout: ['yes'],
  login: ['family', 'nobody'],
  password: ['x'],
  demo: ['family', 'director'],
  cancel: ['yes'],
  lang: ['ru', 'en'],
  reason: ['expired', 'nobody'],
  to: ['+79000000000'],
  error: ['access_denied'],
  iss: ['http://localhost'],
}
const names = Object.keys(fields)

/** The parameters that start a sign-in and exchange its code, so that the later steps are tested too. */
const beginning = ['client_id', 'redirect_uri', 'response_type', 'scope', 'code_challenge', 'code_challenge_method']
const redeeming = ['grant_type', 'code', 'redirect_uri', 'code_verifier']

function field(name: string): fc.Arbitrary<string> {
  const [usual = '', ...others] = fields[name] ?? []
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(usual, ...others) },
    { weight: 1, arbitrary: fuzzText },
  )
  return value.map((text) => `${name}=${inAddress(text)}`)
}

/** Occasionally. */
function rarely<Value, None>(odd: fc.Arbitrary<Value>, usual: None): fc.Arbitrary<Value | None> {
  return fc.oneof({ weight: 7, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })
}

const some = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 })

function form(needed: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(some, rarely(fuzzQuery, ''))
    .chain(([more, odd]) =>
      fc
        .tuple(...[...new Set([...needed, ...more])].map(field))
        .map((parts) => [...parts, odd].filter(Boolean).join('&').slice(0, 12_000)),
    )
}

const authorization: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(`Basic ${btoa(`account:${clientSecret}`)}`) },
  fuzzText.map((text) => `Basic ${Buffer.from(`${text.slice(0, 500)}:x`).toString('base64')}`),
  fuzzText.map((text) => `Basic ${Buffer.from(`${inAddress(text.slice(0, 500))}:%00`).toString('base64')}`),
  fc.constantFrom('Basic', 'Basic %', 'Bearer', 'Bearer x', 'DPoP x', `Basic ${btoa('account:x')}`),
)

const headers: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.option(authorization, { nil: undefined }),
    rarely(
      fc.tuple(fc.constantFrom('accept', 'accept-language', 'cookie', 'origin', 'sec-fetch-site'), fuzzHeader),
      null,
    ),
    fc.constantFrom('text/html', 'application/json', '*/*'),
  )
  .map(([authorization, odd, accept]) => ({
    accept,
    ...(authorization !== undefined && { authorization }),
    ...(odd && { [odd[0]]: odd[1] }),
  }))

const posted = 'application/x-www-form-urlencoded'
const types = [
  posted,
  posted,
  posted,
  posted,
  `${posted}; charset=utf-16`,
  `${posted}; charset=x`,
  'application/json',
  'text/plain',
  '',
]

const anywhere = fc
  .tuple(fc.constantFrom(...paths), rarely(fuzzSegment, '$uid'))
  .map(([path, segment]) => path.replace('$uid', () => segment))

/** A request to any URL with any form, in the query or the body. */
function request(path: fc.Arbitrary<string>, needed: readonly string[]): fc.Arbitrary<SentToProvider> {
  const asked = fc
    .record({
      path,
      query: form(needed),
      headers,
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'DELETE', 'PUT'),
    })
    .map(({ path, query, headers, method }) => ({ method, path: query === '' ? path : `${path}?${query}`, headers }))
  const sent = fc
    .record({ path, body: form(needed), headers, type: rarely(fc.constantFrom(...types), posted) })
    .map(({ path, body, headers, type }) => ({
      method: 'POST',
      path,
      body,
      headers: { ...headers, ...(type !== '' && { 'content-type': type }) },
    }))
  return fc.oneof(asked, sent)
}

export const providerRequests: fc.Arbitrary<SentToProvider> = fc.oneof(
  { weight: 3, arbitrary: request(anywhere, []) },
  { weight: 1, arbitrary: request(fc.constantFrom('/auth', '/vk/auth'), beginning) },
  { weight: 1, arbitrary: request(fc.constant('/token'), redeeming) },
)
