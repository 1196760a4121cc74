import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { asc, isNotNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { deliveries, notifications, outboxMessages, rejectedAddresses } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { DeliveryFailure, type RenderedMessage } from '#server/notifications/channel.ts'
import { type Channels, channelsOf } from '#server/notifications/channels.ts'
import { createSmtpChannel } from '#server/notifications/email.ts'
import { notifyUsers } from '#server/notifications/notify-users.ts'
import { readOutbox } from '#server/notifications/outbox.ts'
import { queueMessage, queueMessages } from '#server/notifications/queue-message.ts'
import { createLog } from '#server/terminal/log.ts'
import { deliveryVariables, payeeVariables } from '#tests/support/documents/payee.ts'
import { openOnceMore, openTestDatabase } from '#tests/support/server/database.ts'
import { jobContext } from '#tests/support/server/jobs.ts'
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts'

vi.setConfig({ testTimeout: 60_000 })

const silent = pino({ level: 'silent' })
const started = new Date('2026-10-14T09:00:00Z')

let opened: OpenDatabase
let running: { stop(): Promise<void> }
let now: Date
let sent: RenderedMessage[]
let lines: string[] = []

const clock = () => now
const taken = async (message: RenderedMessage) => void sent.push(message)
const refused = async () => {
  throw new DeliveryFailure('the gateway is away', { isFinal: false })
}

/** The channels that the test server sends by at the moment. */
let current: Channels
const channels: Channels = {
  email: (message) => current.email(message),
  phone: (message) => current.phone(message),
  push: (push) => current.push(push),
}

/** A server without scheduled jobs, which looks for lost jobs each second. */
function serve(from = opened, by = channels, log = silent) {
  const context = jobContext({ database: from.database, clock, channels: by, log })
  return startJobs(from.pool, context, { jobs: [], supervise: 1 })
}

/** The server of the tests, with its log in `lines`. */
function serveWithLog() {
  return serve(opened, channels, createLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) }))
}

beforeAll(async () => {
  opened = await openTestDatabase()
  now = started
  running = await serveWithLog()
})
afterAll(async () => {
  await running.stop()
  await opened.close()
})
beforeEach(async () => {
  now = started
  sent = []
  lines = []
  current = { email: taken, phone: taken, push: refused }
  await opened.database.delete(deliveries)
  await opened.database.delete(outboxMessages)
  await opened.database.execute(sql`delete from pgboss.job where name in ('send-message', 'undelivered-message')`)
})

async function queueCode(code = '123456', expiresAt: Date | null = null, database = opened.database): Promise<void> {
  await queueMessage(database, {
    to: { phone: '+79161234567' },
    kind: 'two-factor-code',
    language: 'ru',
    values: { code },
    now,
    expiresAt,
  })
}

const stored = () => opened.database.select().from(deliveries).orderBy(asc(deliveries.queuedAt))

async function jobs() {
  const { rows } = await opened.database.execute<{ name: string; state: string; delay: number }>(sql`
    select name, state::text as state, extract(epoch from start_after - now())::float8 as delay
    from pgboss.job where name in ('send-message', 'undelivered-message') order by created_on
  `)
  return rows
}

/** Waits until the server has tried all due messages by these channels. */
async function deliver(by: Partial<Channels> = {}): Promise<void> {
  current = { ...current, ...by }
  const isUnderWay = ({ name, state }: { name: string; state: string }) =>
    ['created', 'active'].includes(state) || (name === 'undelivered-message' && state !== 'completed')
  await expect.poll(async () => (await jobs()).filter(isUnderWay), { timeout: 40_000 }).toEqual([])
}

/** Makes the next attempt due now, after this number of attempts. */
async function skipDelay(attempts?: number): Promise<void> {
  await opened.database.execute(sql`
    update pgboss.job set state = 'created', start_after = now(), retry_count = coalesce(${attempts ?? null}, retry_count)
    where state = 'retry'
  `)
}

function pass(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000)
}

describe('A queued message', () => {
  test('is sent once, and its text is erased', async () => {
    await queueCode()
    await deliver()
    expect(sent).toEqual([
      {
        id: expect.any(String),
        target: '+79161234567',
        language: 'ru',
        subject: '123456 — код подтверждения',
        text: 'Код подтверждения: 123456. Действует 5 минут. Никому его не сообщайте.\n\n@lk.school.example #123456',
      },
    ])
    expect(await stored()).toMatchObject([{ values: null, deliveredAt: started, failure: null }])
    expect(await jobs()).toMatchObject([{ state: 'completed' }])
  })

  test('is in the language of the user who caused it', async () => {
    const values = { now: 'o…@x.example', isFactor: '', link: '' }
    const message = { kind: 'email-changed', language: 'en', values, now } as const
    await queueMessage(opened.database, { to: { email: 'anna@mail.example' }, ...message })
    await deliver()
    const text = 'The email of your account was changed to o…@x.example. If it was not you, tell the school.'
    expect(sent).toMatchObject([{ target: 'anna@mail.example', subject: 'Email changed', text }])
  })

  test.each(['one', 'many'])('of a rolled back transaction is not sent: %s', async (count) => {
    const to = { phone: '+79161234567' }
    const message = { to, kind: 'factor-locked', language: 'ru', values: {}, now } as const
    const failed = opened.database.transaction(async (transaction) => {
      if (count === 'one') await queueMessage(transaction, message)
      else await queueMessages(transaction, [message, message])
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect([await stored(), await jobs()]).toEqual([[], []])
  })

  test('to a few people is sent before those of a change that concerns many, which were queued earlier', async () => {
    await running.stop()
    const many = Array.from({ length: 60 }, (_, index) => `many-${index}@mail.example`)
    const message = { kind: 'factor-locked', language: 'ru', values: {}, now } as const
    await queueMessages(
      opened.database,
      many.map((email) => ({ ...message, to: { email } })),
      { isBulk: true },
    )
    await queueMessage(opened.database, { ...message, to: { email: 'one@mail.example' } })
    running = await serveWithLog()
    await vi.waitFor(() => expect(sent).toHaveLength(61), { timeout: 30_000 })
    // In the first batch of twenty.
    expect(sent.slice(0, 20).map(({ target }) => target)).toContain('one@mail.example')
  })

  test('with a code is sent while other messages are held up', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    current = { ...current, email: () => promise }
    const mail = { to: { email: 'one@mail.example' }, kind: 'factor-locked', language: 'ru', values: {}, now } as const
    await queueMessage(opened.database, mail)
    try {
      await expect.poll(jobs, { timeout: 30_000 }).toMatchObject([{ state: 'active' }])
      await queueCode()
      await vi.waitFor(() => expect(sent).toMatchObject([{ target: '+79161234567' }]), { timeout: 10_000 })
      expect(await jobs()).toMatchObject([{ state: 'active' }, {}])
    } finally {
      resolve()
    }
    await deliver()
  })

  test('of a batch is sent like a single one, and a one-time message once', async () => {
    const about = { language: 'ru', values: {}, now, once: 'this' } as const
    const message = { to: { phone: '+79161234567' }, kind: 'factor-locked', ...about } as const
    await queueMessages(opened.database, [message, { ...message, once: 'that' }])
    await queueMessages(opened.database, [message])
    await queueMessage(opened.database, message)
    await deliver()
    expect(sent).toHaveLength(2)
    await queueMessage(opened.database, message)
    await deliver()
    expect(sent).toHaveLength(2)
  })

  test('is retried with growing delays, then given up and erased', async () => {
    await queueCode()
    await deliver({ phone: refused })
    const [first] = await jobs()
    expect(first).toMatchObject({ state: 'retry' })
    expect(first?.delay).toBeLessThanOrEqual(10)
    await skipDelay(8)
    await deliver()
    const [later] = await jobs()
    expect(later?.delay).toBeGreaterThan(600)
    expect(later?.delay).toBeLessThanOrEqual(7200)
    expect(await stored()).toMatchObject([{ values: { code: '123456' }, deliveredAt: null, failure: null }])
    await skipDelay(13)
    await deliver()
    expect(await stored()).toMatchObject([{ values: null, deliveredAt: null, failure: 'the gateway is away' }])
    expect(sent).toEqual([])
  })

  test('is given up if it has expired', async () => {
    await queueCode('123456', new Date(started.getTime() + 300_000))
    pass(300)
    await deliver()
    expect(sent).toEqual([])
    expect(await stored()).toMatchObject([{ failure: 'too late', values: null }])
  })

  test('is taken over by another server if its server died while sending', async () => {
    // A dead server leaves an active job that exceeds its time limit.
    await opened.database.transaction(async (transaction) => {
      await queueCode('123456', null, transaction)
      await transaction.execute(
        sql`update pgboss.job set state = 'active', started_on = now() - interval '2 minutes' where name = 'send-message'`,
      )
    })
    await deliver()
    expect(await jobs()).toMatchObject([{ state: 'retry' }])
    await skipDelay()
    await deliver()
    expect(sent).toHaveLength(1)
  })

  test('is sent once by several servers', async () => {
    const more = await openOnceMore(opened)
    const second = await serve(more)
    const codes = Array.from({ length: 60 }, (_, at) => String(100_000 + at))
    await Promise.all(codes.map((code) => queueCode(code)))
    await deliver()
    await second.stop()
    await more.close()
    expect(sent).toHaveLength(60)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(60)
  })

  test('is logged by id and kind only', async () => {
    const fails = async ({ text, target }: RenderedMessage) => {
      throw Object.assign(new DeliveryFailure('SMTP: EENVELOPE 550', { isFinal: true }), { text, target })
    }
    await queueCode('987654')
    await deliver({ phone: fails })
    expect(await stored()).toMatchObject([{ failure: 'SMTP: EENVELOPE 550', values: null }])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', kind: 'two-factor-code', msg: 'a message was not sent' },
      { level: 'warn', kind: 'two-factor-code', msg: 'a message was given up', reason: 'SMTP: EENVELOPE 550' },
    ])
    expect(lines.join('')).not.toMatch(/987654|79161234567/)
  })
})

describe('The message job', () => {
  test('finishes a message before its server stops', async () => {
    const own = await openTestDatabase()
    const { promise: sending, resolve: finish } = Promise.withResolvers<void>()
    const slow = async (message: RenderedMessage) => {
      sent.push(message)
      await sending
    }
    await queueCode('123456', null, own.database)
    const server = await serve(own, { email: slow, phone: slow, push: refused })
    await expect.poll(() => sent.length, { timeout: 40_000 }).toBe(1)
    const stopped = server.stop()
    finish()
    await stopped
    expect(await own.database.select().from(deliveries)).toMatchObject([{ deliveredAt: started }])
    await own.close()
  })

  test('sends messages without a job, such as those of a restored backup', async () => {
    const own = await openTestDatabase()
    const message = { channel: 'phone', target: '+79161234567', kind: 'two-factor-code', language: 'ru' } as const
    const queued = { ...message, queuedAt: started }
    await own.database.insert(deliveries).values([
      { ...queued, values: { code: '135790' } },
      { ...queued, values: null, deliveredAt: started },
      { ...queued, values: null, failure: 'too late' },
    ])
    const server = await serve(own)
    await expect.poll(() => sent.length, { timeout: 40_000 }).toBe(1)
    await server.stop()
    expect(sent).toMatchObject([{ subject: '135790 — код подтверждения' }])
    expect(await own.database.$count(deliveries, isNotNull(deliveries.deliveredAt))).toBe(2)
    await own.close()
  })
})

const texts = { language: 'ru', subject: 'Код', text: 'Код проверки: 135790.' } as const

describe('Mail', () => {
  let mail: MailServer
  beforeEach(async () => {
    mail = await startMailServer()
  })
  afterEach(() => mail.close())

  const sent: RenderedMessage = { id: randomUUID(), target: 'anna@mail.example', ...texts }
  function send() {
    const env = readEnv({ SMTP_URL: mail.url, PUBLIC_URL: 'https://lk.school.example', MAIL_FROM: 'lk@school.example' })
    return channelsOf(env, opened.database, clock).email(sent)
  }

  test('is delivered to a real mail server', async () => {
    await send()
    const [received] = mail.emails
    expect(received?.to).toEqual(['anna@mail.example'])
    expect(received?.source).toMatch(/^From: \S+\s+<lk@school\.example>$/m)
    expect(received?.source).toContain(`Message-ID: <${sent.id}@lk.school.example>`)
    expect(decoded(received?.source ?? '')).toContain('Код проверки: 135790.')
  })

  test.each([
    [451, false],
    [550, true],
  ])('is rejected with %i: given up %s', async (code, isFinal) => {
    mail.refuseWith(code)
    await expect(send()).rejects.toMatchObject({ isFinal, message: `SMTP: EMESSAGE ${code}` })
  })

  test('is not sent unencrypted, unless the address of the server allows it or is of this machine', async () => {
    const [own, other] = [mail.url, mail.url.replace('127.0.0.1', '0.0.0.0')]
    const sendBy = (SMTP_URL: string) => {
      const env = readEnv({ SMTP_URL, PUBLIC_URL: 'https://lk.school.example' })
      return channelsOf(env, opened.database, clock).email(sent)
    }
    await expect(sendBy(other)).rejects.toMatchObject({ isFinal: false, message: expect.stringMatching(/^SMTP: /) })
    expect(mail.emails).toEqual([])
    await sendBy(`${other}?requireTLS=false`)
    await sendBy(own)
    expect(mail.emails).toHaveLength(2)
  })

  test('waits while the mail server is down', async () => {
    await mail.close()
    await expect(send()).rejects.toMatchObject({ isFinal: false })
    mail = await startMailServer()
  })
})

function decoded(source: string): string {
  const [head = '', body = ''] = source.split('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

describe('SMS', () => {
  let gateway: Server
  let status: number
  let requests: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: unknown }[]

  beforeEach(async () => {
    status = 202
    requests = []
    gateway = createServer(async (request, response) => {
      const { method, url, headers } = request
      requests.push({ method, url, headers, body: await json(request) })
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('taken 135790')
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    gateway.close()
    gateway.closeAllConnections()
  })

  const message: RenderedMessage = { id: randomUUID(), target: '+79161234567', ...texts }
  function send() {
    const address = gateway.address()
    const port = typeof address === 'object' ? address?.port : 0
    const env = readEnv({ SMS_GATEWAY_URL: `http://127.0.0.1:${port}/sms`, SMS_GATEWAY_TOKEN: 'hush' })
    return channelsOf(env, opened.database, clock).phone(message)
  }

  test('is sent to the gateway by the documented request', async () => {
    await send()
    const own = { 'content-type': 'application/json', 'idempotency-key': message.id, authorization: 'Bearer hush' }
    const body = { id: message.id, to: '+79161234567', text: message.text }
    expect(requests).toEqual([{ method: 'POST', url: '/sms', headers: expect.objectContaining(own), body }])
  })

  test.each([
    ...[429, 401, 500, 503, 302].map((answer) => [answer, false] as const),
    ...[400, 404, 422].map((answer) => [answer, true] as const),
  ])('is refused with %i: given up %s', async (answer, isFinal) => {
    status = answer
    await expect(send()).rejects.toMatchObject({ isFinal, message: expect.stringContaining('the SMS gateway') })
    expect(requests).toHaveLength(1)
  })
})

describe('Without configured channels', () => {
  test('messages of the demo go to the outbox, newest first, and are deleted after a week', async () => {
    const { phone } = channelsOf(readEnv({}), opened.database, clock)
    const send = (subject: string) => phone({ id: randomUUID(), target: '+79161234567', ...texts, subject })
    const subjects = async () => (await readOutbox(opened.database)).map(({ subject }) => subject)
    await send('one')
    pass(1)
    await send('two')
    expect([await subjects(), await readOutbox(opened.database, 'anna@mail.example')]).toEqual([['two', 'one'], []])
    pass(8 * 24 * 3600)
    await send('three')
    expect(await subjects()).toEqual(['three'])
  })

  test('of a trial nothing is sent by any channel, also with servers that would take it', async () => {
    const env = readEnv({ DELIVERY: 'off', DEMO: 'on', ...deliveryVariables })
    await deliver(channelsOf(env, opened.database, clock))
    await queueCode()
    await deliver(channelsOf(env, opened.database, clock))
    expect([await readOutbox(opened.database), await stored()]).toMatchObject([
      [],
      [{ values: null, deliveredAt: null, failure: 'DELIVERY=off' }],
    ])
  })

  test.each([
    ['with an external identity provider', { OIDC_ISSUER: 'https://id.school.example' }, 'SMTP_URL'],
    ['beside one, even in the demo', { OIDC_ISSUER: 'https://id.school.example', DEMO: 'on' }, 'SMTP_URL'],
    ['without the demo', { DEMO: 'off' }, 'SMTP_URL'],
    ['for SMS', { DEMO: 'off', SMTP_URL: deliveryVariables.SMTP_URL }, 'SMS_GATEWAY_URL'],
  ])('%s nothing is sent: the missing settings are named', async (_where, settings, missing) => {
    const env = readEnv({ ...payeeVariables, ...settings })
    const reason = new RegExp(`^${missing}: outside the demo .+ cannot be sent; set ${missing}.+\\.$`)
    expect(() => channelsOf(env, opened.database, clock)).toThrow(reason)
    const { phone } = channelsOf({ ...env, ...deliveryVariables }, opened.database, clock)
    await expect(phone({ id: randomUUID(), target: '+79161234567', ...texts })).rejects.toThrow()
    expect(await readOutbox(opened.database)).toEqual([])
  })
})

describe('An email address', () => {
  const userId = randomUUID()
  const email = 'Gone@mail.example'
  const code = () =>
    queueMessage(opened.database, {
      to: { email },
      kind: 'verification-code',
      language: 'ru',
      values: { code: '1' },
      now,
    })
  const rejected = () => opened.database.select({ address: rejectedAddresses.address }).from(rejectedAddresses)
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    await opened.database.insert(users).values({ id: userId, firstName: 'Анна', lastName: 'Белова', email })
  })
  afterAll(() => mail.close())
  const byMail = () => {
    const from = { name: { ru: '', en: '' }, address: 'no-reply@lk.school.example' }
    return { email: createSmtpChannel({ url: mail.url, from, host: 'lk.school.example' }) }
  }

  test('that its mail server refuses for good gets nothing more, and its owner is notified', async () => {
    mail.refuseRecipientsWith(550)
    await code()
    await deliver(byMail())
    expect(await rejected()).toEqual([{ address: 'gone@mail.example' }])
    const notified = await opened.database.select({ kind: notifications.kind }).from(notifications)
    expect(notified).toEqual([{ kind: 'email-rejected' }])
    const recipient = { id: userId, email, phone: '+79160000009', language: null }
    const notice = { recipient, kind: 'ticket-answered', values: { number: '1' } } as const
    await notifyUsers(opened.database, now, [notice])
    await deliver({ phone: taken })
    expect(sent).toMatchObject([{ target: '+79160000009', subject: 'Ответ на сообщение 1' }])
  })

  test('is used again once a message has arrived', async () => {
    mail.refuseRecipientsWith(null)
    await code()
    await deliver(byMail())
    expect([mail.emails.length, await rejected()]).toEqual([1, []])
  })

  test.each([552, 554])('is not blamed for the refusal %i', async (refusal) => {
    mail.refuseRecipientsWith(refusal)
    await code()
    await deliver(byMail())
    expect(await rejected()).toEqual([])
  })
})
