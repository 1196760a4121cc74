import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { ServiceAccountRow, WebhookDelivery, WebhookRow } from '#contract/integration/integrations.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { serviceAccounts } from '#server/db/schema/integration.ts'
import { users } from '#server/db/schema/people.ts'
import { webhookDeliveries } from '#server/db/schema/webhooks.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const started = new Date('2026-10-14T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: started }))
let anna: Person & { userId: string }
let chief: Person & { userId: string }

beforeAll(async () => {
  anna = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: started })
  chief = await server.signInAs({ roles: ['super_administrator'], twoFactorLastCheck: started })
})

const accountsOf = async (who: Person) =>
  (await who.call('GET /v1/admin/service-account/list')).json<{ items: ServiceAccountRow[]; canGrantRoles: boolean }>()
const create = (who: Person, body: object) =>
  who.call('POST /v1/admin/service-account', { body: { scopes: ['people:read'], expiresOn: null, ...body } })
const tokenFor = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
  const payload = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return server.app.inject({ method: 'POST', url: '/api/integration/v1/token', payload, headers })
}
const faultOf = (answer: { json: () => { errors?: { path: string; message: string }[] } }) => answer.json().errors

async function auditedBy(who: { userId: string }) {
  const entries = await server.opened.database.select().from(auditEntries).where(eq(auditEntries.actorId, who.userId))
  return entries.map(({ action, detail, problem }) => [action, detail ?? problem].join(' — '))
}

it('makes a service account whose secret works and is in one answer only', async () => {
  const made = await create(anna, { name: 'crm', scopes: ['people:write', 'lessons:read'], expiresOn: '2026-12-31' })
  expect(made.statusCode).toBe(200)
  const credentials = made.json()
  expect(await tokenFor(credentials)).toMatchObject({ statusCode: 200 })
  const { items, canGrantRoles } = await accountsOf(anna)
  expect(canGrantRoles).toBe(false)
  expect(items.find(({ name }) => name === 'crm')).toEqual({
    id: expect.any(String),
    name: 'crm',
    source: 'crm',
    clientId: credentials.clientId,
    state: 'active',
    scopes: ['people:write', 'lessons:read'],
    createdAt: started.toISOString(),
    canRenewSecret: true,
    // The end of the last day in Moscow.
    expiresAt: '2026-12-31T21:00:00.000Z',
    lastUsedAt: null,
    revokedAt: null,
  })
  const stored = JSON.stringify(await server.opened.database.select().from(serviceAccounts))
  expect(stored).not.toContain(credentials.clientSecret)
  expect(await auditedBy(anna)).toContain('integration.account-created — crm: people:write, lessons:read')
})

it('refuses a name that is taken, unknown scopes and a day that is over', async () => {
  await create(anna, { name: 'lms' })
  expect(faultOf(await create(anna, { name: 'lms' }))).toEqual([{ path: 'name', message: 'taken' }])
  expect(faultOf(await create(anna, { name: 'a', scopes: ['all'] }))).toEqual([{ path: 'scopes', message: 'unknown' }])
  expect(faultOf(await create(anna, { name: 'a', expiresOn: '2026-10-13' }))).toEqual([
    { path: 'expiresOn', message: 'past' },
  ])
  expect(faultOf(await create(anna, { name: 'a', source: 'personal-account' }))).toEqual([
    { path: 'source', message: 'taken' },
  ])
  expect((await create(anna, { name: 'a', scopes: [] })).statusCode).toBe(422)
})

it('lets only a super administrator hold the secret of a program that writes roles', async () => {
  for (const scopes of [['roles:write'], ['all:write']])
    expect((await create(anna, { name: 'r', scopes })).json()).toMatchObject({ status: 403, type: 'role-missing' })
  expect((await create(chief, { name: 'registry', scopes: ['all:write'] })).statusCode).toBe(200)
  const registry = (who: Person) => accountsOf(who).then(({ items }) => items.find(({ name }) => name === 'registry'))
  const { id } = (await registry(chief)) ?? {}
  expect([(await registry(anna))?.canRenewSecret, (await registry(chief))?.canRenewSecret]).toEqual([false, true])
  const renew = (who: Person) => who.call(`POST /v1/admin/service-account/${id}/secret`)
  expect((await renew(anna)).json()).toMatchObject({ status: 403, type: 'role-missing' })
  expect((await renew(chief)).statusCode).toBe(200)
})

it('a new secret ends the former one and its tokens; a revoked account has neither', async () => {
  const first = (await create(anna, { name: 'timetable' })).json()
  const token = (await tokenFor(first)).json().access_token
  const read = () =>
    server.app.inject({ url: '/api/integration/v1/users', headers: { authorization: `Bearer ${token}` } })
  expect((await read()).statusCode).toBe(200)
  const id = (await accountsOf(anna)).items.find(({ name }) => name === 'timetable')?.id
  const second = (await anna.call(`POST /v1/admin/service-account/${id}/secret`)).json()
  expect(second).toEqual({ clientId: first.clientId, clientSecret: expect.not.stringMatching(first.clientSecret) })
  expect([(await read()).statusCode, (await tokenFor(first)).statusCode]).toEqual([401, 401])
  expect((await tokenFor(second)).statusCode).toBe(200)

  expect((await anna.call(`DELETE /v1/admin/service-account/${id}`)).statusCode).toBe(204)
  expect((await tokenFor(second)).statusCode).toBe(401)
  expect((await anna.call(`DELETE /v1/admin/service-account/${id}`)).json()).toMatchObject({ type: 'state-conflict' })
  expect((await anna.call(`POST /v1/admin/service-account/${id}/secret`)).json()).toMatchObject({
    type: 'state-conflict',
  })
  const unknown = '8d1c2c5e-0000-4000-8000-000000000001'
  expect((await anna.call(`DELETE /v1/admin/service-account/${unknown}`)).statusCode).toBe(404)
  expect(await auditedBy(anna)).toEqual(
    expect.arrayContaining(['integration.account-secret — timetable', 'integration.account-revoked — timetable']),
  )
})

it('refuses what cannot be made before a code is asked for', async () => {
  const unchecked = await server.signInAs({ roles: ['administrator'] })
  const email = `${unchecked.userId}@mail.example`
  await server.opened.database.update(users).set({ email }).where(eq(users.id, unchecked.userId))
  await create(anna, { name: 'erp' })
  const unknownId = '8d1c2c5e-0000-4000-8000-000000000001'
  const webhook = (url: string) =>
    unchecked.call('POST /v1/admin/webhook', { body: { url, events: ['ticket.created'] } })
  const answers = [
    await webhook('https://10.0.0.1/hooks'),
    await webhook('http://crm.example/hooks'),
    await create(unchecked, { name: 'erp' }),
    await create(unchecked, { name: 'a', scopes: ['all'] }),
    await create(unchecked, { name: 'a', scopes: ['roles:write'] }),
    await unchecked.call(`POST /v1/admin/webhook/${unknownId}/secret`),
    await unchecked.call(`POST /v1/admin/service-account/${unknownId}/secret`),
    await webhook('https://lms.example/hooks'),
    await create(unchecked, { name: 'a' }),
  ]
  expect(answers.map((answer) => answer.json().type)).toEqual([
    ...Array.from({ length: 4 }, () => 'invalid-values'),
    'role-missing',
    'not-found',
    'not-found',
    'two-factor-required',
    'two-factor-required',
  ])
})

const url = 'https://crm.example/hooks'
const webhooks = async () => (await anna.call('GET /v1/admin/webhook/list')).json<WebhookRow[]>()

it('adds, changes, disables, enables and removes an endpoint, with its log and replay', async () => {
  const added = await anna.call('POST /v1/admin/webhook', { body: { url, events: ['ticket.created'] } })
  expect(added.json()).toEqual({ secret: expect.stringMatching(/^whsec_/) })
  const [endpoint] = await webhooks()
  expect(endpoint).toEqual({
    id: expect.any(String),
    url,
    events: ['ticket.created'],
    createdAt: started.toISOString(),
    previousUntil: null,
    failingSince: null,
    disabledAt: null,
    waiting: 0,
    givenUp: 0,
  })
  const id = endpoint?.id
  const sourcedId = '8d1c2c5e-0000-4000-8000-000000000001'
  const event = { type: 'ticket.created', data: { collection: 'tickets', sourcedId } } as const
  await publishEvents(server.opened.database, started, [event])
  expect(await webhooks()).toMatchObject([{ waiting: 1 }])

  const rotated = (await anna.call(`POST /v1/admin/webhook/${id}/secret`)).json()
  expect(rotated).toEqual({ secret: expect.stringMatching(/^whsec_/), previousUntil: '2026-10-15T09:00:00.000Z' })
  expect(await webhooks()).toMatchObject([{ previousUntil: '2026-10-15T09:00:00.000Z' }])

  const change = (body: object) => anna.call(`PATCH /v1/admin/webhook/${id}`, { body })
  expect((await change({ events: ['payment.booked'], isEnabled: false })).statusCode).toBe(204)
  expect(await webhooks()).toMatchObject([{ events: ['payment.booked'], disabledAt: started.toISOString() }])
  const replay = (body = {}) => anna.call(`POST /v1/admin/webhook/${id}/replay`, { body })
  expect((await replay()).json()).toMatchObject({ type: 'state-conflict' })
  await server.opened.database.update(webhookDeliveries).set({ givenUpAt: started, failure: 'HTTP 500', attempts: 9 })
  expect((await change({ isEnabled: true })).statusCode).toBe(204)

  const log = async () =>
    (await anna.call(`GET /v1/admin/webhook/${id}/delivery/list`)).json().items as WebhookDelivery[]
  const [delivery] = await log()
  expect(delivery).toEqual({
    id: expect.any(String),
    messageId: expect.stringMatching(/^msg_/),
    event: 'ticket.created',
    createdAt: started.toISOString(),
    attempts: 9,
    lastAttemptAt: null,
    status: null,
    failure: 'HTTP 500',
    state: 'given-up',
  })
  expect((await replay({ delivery: delivery?.id })).json()).toEqual({ queued: 1 })
  expect(await log()).toMatchObject([{ state: 'waiting' }])
  expect((await replay()).json()).toEqual({ queued: 1 })

  expect((await anna.call(`DELETE /v1/admin/webhook/${id}`)).statusCode).toBe(204)
  for (const call of [
    anna.call(`DELETE /v1/admin/webhook/${id}`),
    anna.call(`POST /v1/admin/webhook/${id}/secret`),
    anna.call(`GET /v1/admin/webhook/${id}/delivery/list`),
    change({ isEnabled: true }),
    change({ events: ['payment.booked'] }),
    replay(),
  ])
    expect((await call).statusCode).toBe(404)
  expect((await auditedBy(anna)).filter((entry) => entry.includes('webhook')).sort()).toEqual([
    `integration.webhook-added — ${url}: ticket.created`,
    `integration.webhook-changed — ${url}: payment.booked`,
    `integration.webhook-disabled — ${url}`,
    `integration.webhook-enabled — ${url}`,
    `integration.webhook-removed — ${url}`,
    `integration.webhook-rotated — ${url}`,
  ])
})

it('refuses an endpoint that exists, and addresses where events may not go', async () => {
  const add = async (to: string) =>
    faultOf(await anna.call('POST /v1/admin/webhook', { body: { url: to, events: ['payment.booked'] } }))
  expect(await add('https://twice.example/')).toBeUndefined()
  expect(await add('https://twice.example')).toEqual([{ path: 'url', message: 'taken' }])
  for (const host of [
    '10.0.0.1',
    'localhost',
    'localhost.',
    'crm.localhost',
    'printer.local',
    'crm.internal',
    'intranet',
  ])
    expect(await add(`https://${host}/hooks`), host).toEqual([{ path: 'url', message: 'private-address' }])
  expect(await add('http://crm.example/hooks')).toEqual([{ path: 'url', message: 'not-an-address' }])
  expect(await add('https://user:secret@crm.example/')).toEqual([{ path: 'url', message: 'not-an-address' }])
  expect(await add('crm')).toEqual([{ path: 'url', message: 'wrong-format' }])
})
