import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { asc } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openEmbedded } from '#server/db/client.ts'
import { deliveries, outboxMessages } from '#server/db/schema/delivery.ts'
import { DeliveryFailure, type Message } from '#server/delivery/channel.ts'
import { type Channels, channelsOf } from '#server/delivery/channels.ts'
import { createCourier, startCourier } from '#server/delivery/courier.ts'
import { readOutbox } from '#server/delivery/outbox.ts'
import { queueMessage } from '#server/delivery/queue.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { deliveryVariables, payeeVariables } from '#tests/support/payee.ts'

const silent = pino({ level: 'silent' })
const started = new Date('2026-10-14T09:00:00Z')

let opened: OpenDatabase
let now: Date
let sent: Message[]

const clock = () => now
const taken = async (message: Message) => void sent.push(message)
const refused = async () => {
  throw new DeliveryFailure('the gateway is away', { isFinal: false })
}

beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  now = started
  sent = []
  await opened.database.delete(deliveries)
  await opened.database.delete(outboxMessages)
})

function courier(channels: Partial<Channels> = {}, database = opened.database) {
  const all = { email: taken, phone: taken, ...channels }
  return createCourier({ database, channels: all, host: 'lk.school.example', clock, log: silent })
}

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

function pass(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000)
}

describe('A queued message', () => {
  test('goes out once, and its text is erased', async () => {
    await queueCode()
    expect([await courier().deliverDue(), await courier().deliverDue()]).toEqual([1, 0])
    expect(sent).toEqual([
      {
        id: expect.any(String),
        target: '+79161234567',
        language: 'ru',
        subject: '123456 — код подтверждения',
        text: 'Код подтверждения: 123456. Действует 5 минут. Никому его не сообщайте.\n\n@lk.school.example #123456',
      },
    ])
    expect(await stored()).toMatchObject([{ values: null, dueAt: null, deliveredAt: started, failure: null, tries: 1 }])
  })

  test('speaks the language of whoever caused it', async () => {
    const to = { email: 'anna@mail.example' }
    await queueMessage(opened.database, {
      to,
      kind: 'email-changed',
      language: 'en',
      values: { now: 'o…@x.example', isFactor: '', link: '' },
      now,
    })
    await courier().deliverDue()
    expect(sent).toMatchObject([
      {
        target: 'anna@mail.example',
        subject: 'Email changed',
        text: 'The email of your personal account was changed to o…@x.example. If it was not you, tell the school.',
      },
    ])
  })

  test('does not exist when its transaction failed', async () => {
    await opened.database
      .transaction(async (transaction) => {
        await queueMessage(transaction, {
          to: { phone: '+79161234567' },
          kind: 'factor-locked',
          language: 'ru',
          values: {},
          now,
        })
        throw new Error('thought better of it')
      })
      .catch(() => undefined)
    expect(await courier().deliverDue()).toBe(0)
  })

  test('is tried again after growing pauses, then given up and erased', async () => {
    await queueCode()
    const pauses: number[] = []
    for (;;) {
      await courier({ phone: refused }).deliverDue()
      const [row] = await stored()
      if (!row?.dueAt) break
      pauses.push((row.dueAt.getTime() - now.getTime()) / 1000)
      now = row.dueAt
    }
    expect(pauses).toEqual([5, 15, 60, 300, 1800, 7200, 21_600])
    expect(await stored()).toMatchObject([
      { tries: 8, values: null, deliveredAt: null, failure: 'the gateway is away' },
    ])
  })

  test('goes out as soon as the gateway is back', async () => {
    await queueCode()
    await courier({ phone: refused }).deliverDue()
    pass(4)
    expect(await courier().deliverDue()).toBe(0)
    pass(1)
    expect(await courier().deliverDue()).toBe(1)
    expect(sent).toHaveLength(1)
  })

  test('is given up at once when it is refused for good, or has lost its use', async () => {
    await queueCode('123456', new Date(started.getTime() + 300_000))
    await queueMessage(opened.database, {
      to: { email: 'nobody@mail.example' },
      kind: 'factor-locked',
      language: 'ru',
      values: {},
      now: new Date(started.getTime() + 1),
    })
    pass(300)
    const final = async () => {
      throw new DeliveryFailure('SMTP: EENVELOPE 550', { isFinal: true })
    }
    await courier({ email: final }).deliverDue()
    expect(sent).toEqual([])
    expect(await stored()).toMatchObject([
      { failure: 'too late', values: null, tries: 1 },
      { failure: 'SMTP: EENVELOPE 550', values: null, tries: 1 },
    ])
  })

  test('whose server died while sending is taken over after two minutes, and what the dead one says then does not count', async () => {
    await queueCode()
    const { promise: waking, resolve: wake } = Promise.withResolvers<void>()
    const dead = courier({ phone: () => waking }).deliverDue()
    await expect.poll(async () => (await stored())[0]?.tries).toBe(1)
    pass(119)
    expect(await courier().deliverDue()).toBe(0)
    pass(1)
    expect(await courier({ phone: refused }).deliverDue()).toBe(1)
    wake()
    await dead
    expect(await stored()).toMatchObject([{ deliveredAt: null, tries: 2 }])
  })

  test('goes out once although several servers look for it at the same moment', async () => {
    for (let round = 0; round < 100; round += 1) {
      sent = []
      for (let code = 0; code < 5; code += 1) await queueCode(String(100_000 + code))
      const counts = await Promise.all([courier(), courier(), courier()].map((one) => one.deliverDue()))
      expect(counts.reduce((sum, count) => sum + count)).toBe(5)
      expect(new Set(sent.map(({ id }) => id)).size).toBe(5)
      expect(sent).toHaveLength(5)
    }
  })

  test('is in the log by its id and kind only', async () => {
    let lines = ''
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines += String(chunk)
        done()
      },
    })
    const log = createLog({ LOG_LEVEL: 'trace' }, destination)
    const fails = async ({ text, target }: Message) => {
      throw Object.assign(new DeliveryFailure('SMTP: EENVELOPE 550', { isFinal: true }), { text, target })
    }
    await queueCode('987654')
    const channels = { email: fails, phone: fails }
    await createCourier({ database: opened.database, channels, host: 'localhost', clock, log }).deliverDue()
    expect(JSON.parse(lines)).toMatchObject({ level: 'warn', kind: 'two-factor-code', msg: 'a message was given up' })
    expect(lines).not.toMatch(/987654|79161234567/)
  })
})

describe('The courier', () => {
  test('delivers by itself, and a stop lets it finish', async () => {
    const { promise: sending, resolve: finish } = Promise.withResolvers<void>()
    const slow = async (message: Message) => {
      sent.push(message)
      await sending
    }
    await queueCode()
    const channels = { email: slow, phone: slow }
    const running = startCourier({ database: opened.database, channels, host: 'localhost', clock, log: silent })
    await expect.poll(() => sent.length).toBe(1)
    const stopped = running.stop()
    finish()
    await stopped
    expect(await stored()).toMatchObject([{ deliveredAt: started }])
  })

  test('delivers after a restart what was queued before it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'personal-account-queue-'))
    const before = await openEmbedded({ kind: 'directory', directory }, silent)
    await queueCode('246810', null, before.database)
    await before.close()
    const after = await openEmbedded({ kind: 'directory', directory }, silent)
    await courier({}, after.database).deliverDue()
    await after.close()
    rmSync(directory, { recursive: true })
    expect(sent).toMatchObject([{ subject: '246810 — код подтверждения' }])
  })
})

describe('Mail', () => {
  let mail: MailServer
  beforeEach(async () => {
    mail = await startMailServer()
  })
  afterEach(() => mail.close())

  function channels() {
    const env = readEnv({ SMTP_URL: mail.url, PUBLIC_URL: 'https://lk.school.example', MAIL_FROM: 'lk@school.example' })
    return channelsOf(env, opened.database, clock)
  }

  async function queueLetter(): Promise<void> {
    const to = { email: 'anna@mail.example' }
    await queueMessage(opened.database, {
      to,
      kind: 'verification-code',
      language: 'ru',
      values: { code: '135790' },
      now,
    })
  }

  test('reaches a real mail server', async () => {
    await queueLetter()
    await courier(channels()).deliverDue()
    const [letter] = mail.letters
    const [row] = await stored()
    expect(letter?.to).toEqual(['anna@mail.example'])
    expect(letter?.source).toContain('From: lk@school.example')
    expect(letter?.source).toContain(`Message-ID: <${row?.id}@lk.school.example>`)
    expect(decoded(letter?.source ?? '')).toContain('Код проверки: 135790.')
  })

  test.each([
    ['451, and waits for another try', 451, { failure: null, dueAt: new Date(started.getTime() + 5000) }],
    ['550, and is given up', 550, { failure: 'SMTP: EMESSAGE 550', dueAt: null }],
  ])('is refused with %s', async (_title, code, outcome) => {
    mail.refuseWith(code)
    await queueLetter()
    await courier(channels()).deliverDue()
    expect(await stored()).toMatchObject([outcome])
  })

  test('waits while the mail server is away', async () => {
    const away = channels()
    await mail.close()
    await queueLetter()
    await courier(away).deliverDue()
    expect(await stored()).toMatchObject([{ tries: 1, failure: null, dueAt: new Date(started.getTime() + 5000) }])
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

  function channels() {
    const address = gateway.address()
    const port = typeof address === 'object' ? address?.port : 0
    const env = readEnv({ SMS_GATEWAY_URL: `http://127.0.0.1:${port}/sms`, SMS_GATEWAY_TOKEN: 'hush' })
    return channelsOf(env, opened.database, clock)
  }

  test('reach the gateway by the documented request', async () => {
    await queueCode('135790')
    await courier(channels()).deliverDue()
    const [row] = await stored()
    expect(row).toMatchObject({ deliveredAt: started, failure: null })
    expect(requests).toEqual([
      {
        method: 'POST',
        url: '/sms',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'idempotency-key': row?.id,
          authorization: 'Bearer hush',
        }),
        body: {
          id: row?.id,
          to: '+79161234567',
          text: 'Код подтверждения: 135790. Действует 5 минут. Никому его не сообщайте.\n\n@lk.school.example #135790',
        },
      },
    ])
  })

  test.each([429, 401, 500, 503, 302])('wait for another try after %i', async (answer) => {
    status = answer
    await queueCode()
    await courier(channels()).deliverDue()
    expect(await stored()).toMatchObject([{ failure: null, dueAt: new Date(started.getTime() + 5000) }])
    expect(requests).toHaveLength(1)
  })

  test.each([400, 404, 422])('are given up after %i', async (answer) => {
    status = answer
    await queueCode()
    await courier(channels()).deliverDue()
    expect(await stored()).toMatchObject([{ failure: `the SMS gateway answers ${answer}`, dueAt: null, values: null }])
  })
})

describe('With nothing configured', () => {
  test('messages of the demo go to the outbox, the newest first, once each, and are forgotten after a week', async () => {
    const channels = channelsOf(readEnv({}), opened.database, clock)
    await queueCode('111111')
    await courier(channels).deliverDue()
    pass(1)
    await queueCode('222222')
    await courier(channels).deliverDue()
    expect((await readOutbox(opened.database)).map(({ subject }) => subject)).toEqual([
      '222222 — код подтверждения',
      '111111 — код подтверждения',
    ])
    expect(await readOutbox(opened.database, 'anna@mail.example')).toEqual([])
    pass(8 * 24 * 3600)
    await queueCode('333333')
    await courier(channels).deliverDue()
    expect((await readOutbox(opened.database)).map(({ subject }) => subject)).toEqual(['333333 — код подтверждения'])
  })

  test.each([
    ['beside an identity provider of one’s own', { OIDC_ISSUER: 'https://id.school.example' }],
    ['beside one, even in the demo', { OIDC_ISSUER: 'https://id.school.example', DEMO: 'on' }],
    ['without the demo', { DEMO: 'off' }],
  ])('%s nothing is stored: there are no channels at all, and a line says what to set', async (_where, settings) => {
    const env = readEnv({ ...payeeVariables, ...settings })
    expect(() => channelsOf(env, opened.database, clock)).toThrow(
      /^SMTP_URL: outside the demo .+ no way out; set .+\.$/,
    )
    const without = channelsOf({ ...env, ...deliveryVariables }, opened.database, clock)
    await queueCode()
    await courier(without).deliverDue()
    expect(await stored()).toMatchObject([{ failure: null, deliveredAt: null }])
    expect(await readOutbox(opened.database)).toEqual([])
  })
})
