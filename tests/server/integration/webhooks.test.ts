import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { asc, eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type WebhookEvent, webhookEvents } from '#contract/integration/webhooks.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries as messages } from '#server/db/schema/notifications.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { createPublicLookup, isPublicAddress, PrivateAddressError } from '#server/http/public-address.ts'
import { deliverWebhook } from '#server/integration/webhooks/deliver-webhook.ts'
import {
  addEndpoint,
  enableEndpoint,
  findUnreadableEndpoints,
  listDeliveries,
  listEndpoints,
  parseEndpointUrl,
  removeEndpoint,
  replayDeliveries,
  rotateSecret,
  sealStoredSecrets,
} from '#server/integration/webhooks/webhook-endpoints.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openServiceClient } from '#tests/support/integration/service-client.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { jobContext } from '#tests/support/server/jobs.ts'
import { listen } from '#tests/support/server/listen.ts'

const hour = 60 * 60_000
let opened: OpenDatabase
let now: Date
beforeEach(async () => {
  opened = await openTestDatabase()
  now = new Date()
})
afterEach(() => opened.close())

/** Adds an endpoint and returns its secret. */
async function add(url: string, events: readonly WebhookEvent[] = webhookEvents): Promise<string> {
  const secret = await addEndpoint(opened.database, { url, events }, { now, key: undefined })
  if (secret === null) throw new Error('The endpoint exists')
  return secret
}
const replay = (chosen: { endpoint?: string; delivery?: string }) => replayDeliveries(opened.database, chosen, now)
const ticket = (number: string) => ({
  type: 'ticket.created' as const,
  data: { collection: 'tickets' as const, sourcedId: '8d1c2c5e-0000-4000-8000-000000000001', number },
})
const log = pino({ level: 'silent' })
const attempt = (id: string, allowPrivateWebhooks = true, SECRETS_KEY?: string, DELIVERY = true) => {
  const env = { SECRETS_KEY, DELIVERY }
  return deliverWebhook({ database: opened.database, clock: () => now, log, allowPrivateWebhooks, env }, id)
}
const deliveries = () => opened.database.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.createdAt))
const publish = () => publishEvents(opened.database, now, [ticket('1')])

/** One of them has the right, an email, and may sign in. */
async function addAdministrators(): Promise<void> {
  const people = [
    { firstName: 'Анна', email: 'anna@school.example', language: 'en', role: 'administrator' },
    { firstName: 'Пётр', email: 'locked@school.example', lockedAt: now, role: 'super_administrator' },
    { firstName: 'Олег', email: null, phone: '+79001112233', role: 'administrator' },
    { firstName: 'Ольга', email: 'olga@mail.example', role: 'parent' },
  ] as const
  for (const { role, ...person } of people) {
    const [{ id = '' } = {}] = await opened.database
      .insert(users)
      .values({ lastName: 'Иванова', ...person })
      .returning({ id: users.id })
    await opened.database.insert(userRoles).values({ userId: id, role })
  }
}

type Received = { headers: Record<string, string>; body: string }

/** A real receiver; `status` is what it answers. */
async function openReceiver(answer: { status: number; headers?: Record<string, string> } = { status: 204 }) {
  const received: Received[] = []
  const host = await listen(async (request: IncomingMessage, reply) => {
    const headers = request.headers as Record<string, string>
    received.push({ headers, body: await text(request) })
    reply.writeHead(answer.status, answer.headers).end()
  })
  onTestFinished(() => host[Symbol.asyncDispose]())
  return { url: `${host.address}/hooks`, received, answer }
}

it('sends a committed event once, signed by the Standard Webhooks specification', async () => {
  const { url, received } = await openReceiver()
  const secret = await add(url, ['ticket.created', 'payment.booked'])
  const context = jobContext({ database: opened.database, clock: () => now, allowPrivateWebhooks: true })
  const jobs = await startJobs(opened.pool, context, { jobs: [], supervise: 1 })
  onTestFinished(() => jobs.stop())
  const rolledBack = opened.database.transaction(async (transaction) => {
    await publishEvents(transaction, now, [ticket('rolled back')])
    throw new Error('refused')
  })
  await expect(rolledBack).rejects.toThrow('refused')
  await opened.database.transaction((transaction) =>
    publishEvents(transaction, now, [
      ticket('T-1'),
      { type: 'enrolment.created', data: { collection: 'choices', sourcedId: 'not wanted' } },
    ]),
  )
  await vi.waitFor(async () => expect((await deliveries())[0]?.deliveredAt).toEqual(now), { timeout: 20_000 })
  expect(received).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    ...ticket('T-1'),
    timestamp: now.toISOString(),
  })
  expect(() => new Webhook(secret).verify(body.replace('T-1', 'T-2'), headers)).toThrow('signature')
})

it('sends nothing in a trial: the delivery is given up, and the endpoint stays as it was', async () => {
  const { url, received } = await openReceiver()
  await add(url)
  await publish()
  const [{ id = '' } = {}] = await deliveries()
  expect(await attempt(id, true, undefined, false)).toBe('done')
  expect(await attempt(id)).toBe('done')
  expect([received, await deliveries()]).toMatchObject([[], [{ attempts: 0, givenUpAt: now, failure: 'DELIVERY=off' }]])
  const [endpoint] = await opened.database.select().from(webhookEndpoints)
  expect(endpoint).toMatchObject({ disabledAt: null, failingSince: null })
})

it('stores secrets encrypted by the key of the installation, also those of before', async () => {
  const { url, received } = await openReceiver()
  const key = 'k'.repeat(32)
  const stored = async () => (await opened.database.select().from(webhookEndpoints))[0]
  const first = await add(url)
  expect((await stored())?.secret).toBe(first)
  expect([await sealStoredSecrets(opened.database, key), await sealStoredSecrets(opened.database, key)]).toEqual([1, 0])
  const { secret: second = '' } = (await rotateSecret(opened.database, url, { now, key })) ?? {}
  const { secret = '', previousSecret } = (await stored()) ?? {}
  for (const text of [secret, previousSecret]) expect(text).toMatch(/^aes-256-gcm:[\w-]{80,}$/)
  await publish()
  const [{ id = '' } = {}] = await deliveries()
  // The server's fault: however long it lasts, the endpoint has not failed.
  now = new Date(now.getTime() + 100 * hour)
  expect(await attempt(id, true, 'another key of the same length..')).toBe('again')
  expect(await attempt(id)).toBe('again')
  const waiting = { failure: 'the secret is encrypted: set SECRETS_KEY', attempts: 0, givenUpAt: null }
  expect([received, await deliveries()]).toMatchObject([[], [waiting]])
  expect(await stored()).toMatchObject({ failingSince: null, disabledAt: null })
  expect(await findUnreadableEndpoints(opened.database, undefined)).toEqual([url])
  expect(await findUnreadableEndpoints(opened.database, key)).toEqual([])
  now = new Date(now.getTime() - 100 * hour)
  expect(await attempt(id, true, key)).toBe('done')
  const [{ headers, body } = { headers: {}, body: '' }] = received
  for (const one of [first, second]) expect(new Webhook(one).verify(body, headers)).toMatchObject(ticket('1'))
})

it('after a rotation a message is valid with both secrets for a day', async () => {
  const { url, received } = await openReceiver()
  const first = await add(url)
  const { secret: second = '' } = (await rotateSecret(opened.database, url, { now, key: undefined })) ?? {}
  await publish()
  const [{ id = '' } = {}] = await deliveries()
  await attempt(id)
  const [{ headers, body } = { headers: {}, body: '' }] = received
  for (const secret of [first, second]) expect(new Webhook(secret).verify(body, headers)).toMatchObject(ticket('1'))
  await opened.database.update(webhookEndpoints).set({ previousUntil: new Date(now.getTime() - 1) })
  await publish()
  const later = (await deliveries()).find((delivery) => delivery.deliveredAt === null)
  await attempt(later?.id ?? '')
  const last = received.at(-1)
  expect(() => new Webhook(first).verify(last?.body ?? '', last?.headers ?? {})).toThrow()
  expect(new Webhook(second).verify(last?.body ?? '', last?.headers ?? {})).toMatchObject(ticket('1'))
})

it('tries again for three days, then gives up, disables the endpoint and says so; a replay sends it again', async () => {
  const { url, received, answer } = await openReceiver({ status: 500 })
  await add(url)
  await addAdministrators()
  await publish()
  const [{ id = '', messageId = '' } = {}] = await deliveries()
  expect(await attempt(id)).toBe('again')
  const [endpoint] = await opened.database.select().from(webhookEndpoints)
  expect([endpoint?.failingSince, endpoint?.disabledAt]).toEqual([now, null])
  now = new Date(now.getTime() + 71 * hour)
  expect(await attempt(id)).toBe('again')
  now = new Date(now.getTime() + hour)
  expect(await attempt(id)).toBe('done')
  expect(await deliveries()).toMatchObject([{ attempts: 3, status: 500, failure: 'HTTP 500', givenUpAt: now }])
  expect(await listEndpoints(opened.database)).toMatchObject([{ url, disabledAt: now, givenUp: 1 }])
  const { items } = await listDeliveries(opened.database, url, { limit: 9 })
  expect(items).toMatchObject([{ event: 'ticket.created', attempts: 3, givenUpAt: now, failure: 'HTTP 500' }])
  const disabled = eq(auditEntries.action, 'integration.webhook-disabled')
  expect(await opened.database.select({ detail: auditEntries.detail }).from(auditEntries).where(disabled)).toEqual([
    { detail: `${url}: 3 d` },
  ])
  const sent = await opened.database.select().from(messages).where(eq(messages.kind, 'webhook-disabled'))
  expect(sent.map(({ target, language, values, path }) => ({ target, language, values, path }))).toEqual([
    {
      target: 'anna@school.example',
      language: 'en',
      path: '/adm-panel/?tab=integrations',
      values: { url, why: 'failing' },
    },
  ])
  await publish()
  expect(await deliveries()).toHaveLength(1)
  expect(await replay({ endpoint: url })).toBe(0)

  answer.status = 200
  await enableEndpoint(opened.database, url, now)
  expect(await replay({ delivery: id })).toBe(1)
  await attempt(id)
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(Array.from({ length: 4 }, () => messageId))
  expect(await deliveries()).toMatchObject([{ deliveredAt: now }])
})

it('a replay of a delivery that waits sends it at once, and only once', async () => {
  const { url } = await openReceiver()
  await add(url)
  await publish()
  const [{ id = '' } = {}] = await deliveries()
  const jobs = async () =>
    (
      await opened.database.execute<{ due: boolean }>(
        sql`select start_after <= now() as due from pgboss.job where data ->> 'delivery' = ${id}`,
      )
    ).rows
  await opened.database.execute(sql`update pgboss.job set start_after = now() + interval '4 hours'`)
  expect(await jobs()).toEqual([{ due: false }])
  expect(await replay({ endpoint: url })).toBe(1)
  await Promise.all([replay({ delivery: id }), replay({ delivery: id })])
  expect(await jobs()).toEqual([{ due: true }])
  await opened.database.execute(sql`delete from pgboss.job`)
  await Promise.all([replay({ delivery: id }), replay({ delivery: id })])
  expect(await jobs()).toHaveLength(1)
})

it('a success ends the failing of an endpoint, and an answer 410 disables it at once', async () => {
  const { url, answer } = await openReceiver({ status: 503 })
  await add(url)
  await publish()
  const [{ id = '' } = {}] = await deliveries()
  await attempt(id)
  answer.status = 200
  await attempt(id)
  const endpoint = async () => (await opened.database.select().from(webhookEndpoints))[0]
  expect(await endpoint()).toMatchObject({ failingSince: null, disabledAt: null })
  answer.status = 410
  now = new Date(now.getTime() + 1000)
  await publish()
  await attempt((await deliveries()).at(-1)?.id ?? '')
  expect(await endpoint()).toMatchObject({ disabledAt: now })
})

it('follows no redirect', async () => {
  const inner = await openReceiver()
  const { url } = await openReceiver({ status: 302, headers: { location: inner.url } })
  await add(url)
  await publish()
  const [{ id = '' } = {}] = await deliveries()
  expect(await attempt(id)).toBe('again')
  expect([(await deliveries())[0]?.failure, inner.received]).toEqual(['HTTP 302', []])
})

it('reaches no private address, by number or by a name that resolves to one', async () => {
  const { url, received } = await openReceiver()
  await add(url)
  await add(url.replace('localhost', '127.0.0.1'))
  await publish()
  for (const { id } of await deliveries()) expect(await attempt(id, false)).toBe('again')
  expect((await deliveries()).map(({ failure }) => failure).sort()).toEqual([
    '127.0.0.1 is not a public address',
    'localhost is not a public address',
  ])
  expect(received).toEqual([])
  for (const target of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://0x7f000001/',
    'https://10.0.0.1/',
    'https://[::127.0.0.1]/',
  ])
    expect(parseEndpointUrl(target, { allowPrivate: false })).toEqual({ fault: 'private-address' })
})

it('the name is resolved once for a connection, so another answer of the DNS changes nothing', async () => {
  const answers = [['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '10.0.0.1']]
  const resolve = (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    )
  const lookup = createPublicLookup(resolve as never)
  const resolved = () => new Promise((done) => lookup('rebinding.example', {}, (...found) => done(found)))
  expect(await resolved()).toEqual([null, '93.184.216.34', 4])
  for (const _ of ['rebound', 'mixed']) expect(await resolved()).toEqual([expect.any(PrivateAddressError), '', 0])
})

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '::127.0.0.1',
  '::7f00:1',
  '::5db8:d822',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::',
  '2001:0:5db8:d822::1',
  '2606:4700::5efe:127.0.0.1',
  '2606:4700::200:5efe:10.0.0.1',
  'fec0::1',
  '4000::1',
  'fe80::1%eth0',
  '2001:db8::1',
  '192.0.2.1',
  '198.18.0.1',
  'localhost',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

it.each(['93.184.216.34', '2606:4700::1111', '::ffff:93.184.216.34', '64:ff9b::93.184.216.34'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it('an endpoint has an https address of its own', async () => {
  const parse = (text: string) => parseEndpointUrl(text, { allowPrivate: false })
  const url = 'https://crm.example/hooks'
  expect(parse(url)).toEqual({ url })
  for (const text of ['http://crm.example/', 'https://user:pass@crm.example/', 'crm'])
    expect(parse(text)).toEqual({ fault: 'not-an-address' })
  const key = undefined
  expect(await addEndpoint(opened.database, { url, events: webhookEvents }, { now, key })).toMatch(/^whsec_\S{44}$/)
  expect(await addEndpoint(opened.database, { url, events: webhookEvents }, { now, key })).toBeNull()
  expect(await removeEndpoint(opened.database, url, now)).toBe(true)
  expect(await rotateSecret(opened.database, url, { now, key })).toBeNull()
})

it('a changed profile publishes the names of its fields, and an import what it has written', async () => {
  const server = await openTestApp({ opened, now })
  onTestFinished(() => server.close())
  const published = await recordEvents(opened.database)
  const person = await server.signInAs({ roles: ['parent'] })
  await person.call('PATCH /v1/profile', { body: { firstName: 'Ольга' } })
  const data = { collection: 'users', sourcedId: person.userId }
  expect(await published(person.userId)).toEqual([['profile.changed', { ...data, fields: ['firstName'] }]])

  const crm = await openServiceClient(server, { name: 'crm' })
  const ticket = { sourcedId: 'a', number: 'Р-2026-000001', authorSourcedId: person.userId, contentHtml: '<p>?</p>' }
  expect(await crm.put('tickets', [{ ...ticket, createdAt: now.toISOString() }])).toEqual(['a created'])
  const answer = { state: 'answered', answerHtml: '<p>!</p>', answeredAt: now.toISOString() }
  expect(await crm.put('tickets', [{ ...ticket, ...answer, createdAt: now.toISOString() }])).toEqual(['a changed'])
  expect((await published('')).map(([event]) => event)).toEqual(['profile.changed', 'ticket.created', 'ticket.updated'])
})
