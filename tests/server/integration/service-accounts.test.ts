import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditEntries } from '#server/db/schema/identity.ts'
import { serviceAccounts, serviceTokens } from '#server/db/schema/integration.ts'
import { runServiceAccount } from '#server/integration/service-accounts/run-service-account.ts'
import { revokeServiceAccount } from '#server/integration/service-accounts/service-accounts.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const context = () => ({ database: server.opened.database, now: server.clock.now, env: server.env })
const address = '/api/integration/v1/token'

let accounts = 0
async function makeAccount(scopes = 'people:write,lessons:read', more: { expires?: string } = {}) {
  accounts += 1
  const name = `crm-${accounts}`
  const { en: text } = await runServiceAccount({ name, scopes, ...more }, context())
  const [, id = '', secret = ''] = /client_id +(\S+)\nclient_secret +(\S+)\n/.exec(text) ?? []
  return { name, id, secret }
}

function post(form: Record<string, string> | string, headers: Record<string, string> = {}) {
  const payload = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return server.app.inject({ method: 'POST', url: address, payload, headers: { ...type, ...headers } })
}

const grant = { grant_type: 'client_credentials' }
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

it('gives a token for the secret in the body or by the Basic scheme, for an hour', async () => {
  const { id, secret, name } = await makeAccount()
  const byBody = await post({ ...grant, client_id: id, client_secret: secret })
  expect([byBody.statusCode, byBody.json()]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'people:write lessons:read',
    },
  ])
  expect(byBody.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
  const byHeader = await post({ ...grant, scope: 'users:write' }, basic(id, secret))
  expect([byHeader.statusCode, byHeader.json().scope]).toEqual([200, 'users:write'])
  const stored = await server.opened.database.select().from(serviceAccounts)
  const tokens = await server.opened.database.select().from(serviceTokens)
  const text = JSON.stringify([stored, tokens])
  for (const plain of [secret, byBody.json().access_token, byHeader.json().access_token])
    expect(text).not.toContain(plain)
  expect(stored.find((account) => account.name === name)).toMatchObject({ source: name, expiresAt: null })
})

it('answers by RFC 6749 to everything else', async () => {
  const { id, secret } = await makeAccount()
  const client = { client_id: id, client_secret: secret }
  const refusals = [
    await post({ ...client }),
    await post({ ...client, grant_type: 'password' }),
    await post({ ...client, ...grant, scope: 'people:read' }),
    await post({ ...client, ...grant, scope: 'nothing' }),
    await post({ ...client, ...grant }, basic(id, secret)),
    await post(`${new URLSearchParams({ ...client, ...grant })}&client_id=other`),
    await post({ ...grant }),
    await post({ ...grant, client_id: '\0', client_secret: secret }),
    await post({ ...grant, client_id: id, client_secret: `${secret}x` }),
    await post(grant, basic(id, 'wrong')),
    await post(grant, { authorization: 'Basic AAAA' }),
  ]
  expect(refusals.map((refusal) => [refusal.statusCode, refusal.json().error])).toEqual([
    [400, 'invalid_request'],
    [400, 'unsupported_grant_type'],
    [400, 'invalid_scope'],
    [400, 'invalid_scope'],
    [400, 'invalid_request'],
    [400, 'invalid_request'],
    [401, 'invalid_client'],
    [401, 'invalid_client'],
    [401, 'invalid_client'],
    [401, 'invalid_client'],
    [401, 'invalid_client'],
  ])
  expect(refusals.map(({ headers }) => headers['www-authenticate']?.slice(0, 5))).toEqual([
    ...Array.from({ length: 9 }),
    'Basic',
    'Basic',
  ])
  const json = await server.app.inject({ method: 'POST', url: address, payload: grant })
  expect(json.statusCode).toBe(400)
})

it('audits new, revoked and guessed accounts, and says no secret', async () => {
  const { name, id, secret } = await makeAccount()
  await post({ ...grant, client_id: id, client_secret: 'guess' })
  expect(await revokeServiceAccount(server.opened.database, { name }, server.clock.now)).toBe(true)
  const entries = await server.opened.database
    .select({ action: auditEntries.action, problem: auditEntries.problem, detail: auditEntries.detail })
    .from(auditEntries)
    .where(sql`detail like ${`${name}%`} or detail = ${id}`)
  expect(entries).toEqual([
    { action: 'integration.account-created', problem: null, detail: `${name}: people:write, lessons:read` },
    { action: 'integration.token', problem: 'wrong-secret', detail: id },
    { action: 'integration.account-revoked', problem: null, detail: name },
  ])
  expect(JSON.stringify(entries)).not.toContain(secret)
})

it('audits guesses of one network in a limited number', async () => {
  const { id } = await makeAccount()
  server.clock.now = new Date(server.clock.now.getTime() + 61_000)
  for (let guesses = 0; guesses < 13; guesses += 1) await post({ ...grant, client_id: id, client_secret: 'guess' })
  const isGuess = and(eq(auditEntries.action, 'integration.token'), gte(auditEntries.at, server.clock.now))
  const entries = await server.opened.database
    .select({ problem: auditEntries.problem })
    .from(auditEntries)
    .where(isGuess)
    .orderBy(asc(auditEntries.problem))
  // Ten, and one for the rest.
  expect(entries.map(({ problem }) => problem)).toEqual([
    'too-many-requests',
    ...Array.from({ length: 10 }, () => 'wrong-secret'),
  ])
})

it('an account that has ended or was revoked gets no token, and its tokens end', async () => {
  const ending = await makeAccount('all:read', { expires: '2026-10-15' })
  const revoked = await makeAccount()
  await post({ ...grant, client_id: revoked.id, client_secret: revoked.secret })
  await revokeServiceAccount(server.opened.database, { name: revoked.name }, server.clock.now)
  const before = server.clock.now
  const askToken = ({ id, secret }: typeof ending) => post({ ...grant, client_id: id, client_secret: secret })
  // The last minute of the day in Moscow.
  server.clock.now = new Date('2026-10-15T20:59:00Z')
  expect((await askToken(ending)).statusCode).toBe(200)
  server.clock.now = new Date('2026-10-15T21:00:00Z')
  for (const account of [ending, revoked]) expect((await askToken(account)).statusCode).toBe(401)
  server.clock.now = before
  expect(await revokeServiceAccount(server.opened.database, { name: revoked.name }, before)).toBe(false)
})

it('refuses unknown scopes, our own source and names that are taken', async () => {
  const { name } = await makeAccount()
  const create = (more: object) => runServiceAccount({ name: 'other', scopes: 'all:read', ...more }, context())
  await expect(create({ scopes: 'people:delete' })).rejects.toThrow('a scope is NAME:read')
  await expect(create({ scopes: 'constructor:read' })).rejects.toThrow('a scope is NAME:read')
  await expect(create({ source: 'personal-account' })).rejects.toThrow('--source')
  for (const expires of ['soon', '08/31/2027', '2027-08-31T09:00:00Z', '2020-01-01'])
    await expect(create({ expires })).rejects.toThrow('--expires')
  await expect(create({ name })).rejects.toThrow('already')
})

it('limits the requests for tokens of one address', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => post({ ...grant }, basic('x', 'y'))))
  expect(answers.at(-1)?.statusCode).toBeGreaterThanOrEqual(401)
  const refused = await post(grant)
  expect([refused.statusCode, refused.json().type]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
