import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordDeviceSignIn } from '#server/auth/devices/known-devices.ts'
import { endDeviceSessions, endSession } from '#server/auth/sessions/end-sessions.ts'
import { knownDevices } from '#server/db/schema/account-security.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { deliveries, notifications, pushSubscriptions } from '#server/db/schema/notifications.ts'
import { serverKeys } from '#server/db/schema/one-time-codes.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { sendMessage } from '#server/jobs/send-message.ts'
import { notifyUsers, type UserNotification } from '#server/notifications/notify-users.ts'
import { createPushChannel } from '#server/notifications/push.ts'
import { readVapidKeys, sealVapidKeys } from '#server/notifications/vapid-keys.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'
import {
  type BrowserSubscription,
  type PushService,
  startPushService,
} from '#tests/support/notifications/push-service.ts'
import { openTestApp, type Person, type SignedInAs } from '#tests/support/server/app.ts'
import { jobContext } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

vi.setConfig({ testTimeout: 30_000 })

const list = 'GET /v1/profile/push-subscription/list'
const subscribe = 'POST /v1/profile/push-subscription'
const change = 'PATCH /v1/profile/notification/settings'

/** Wednesday noon in Moscow. */
const noon = new Date('2026-10-14T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: noon, env: { PUSH_ALLOW_PRIVATE: 'on' } }))
const database = () => server.opened.database

type Browser = Person & { userId: string; sessionId: string; deviceId: string; secret: string }

let push: PushService
let parent: Browser
let childId: string
beforeAll(async () => {
  push = await startPushService()
})
afterAll(() => push.close())
beforeEach(async () => {
  server.clock.now = noon
  push.answerWith(null)
  push.received.length = 0
  await database().delete(notifications)
  await database().delete(deliveries)
  await database().delete(pushSubscriptions)
  parent = await signInBrowser({ roles: ['parent'] })
  childId = (await server.signInAs({ roles: ['student'] })).userId
  await database().insert(guardianships).values({ guardianId: parent.userId, childId })
})

/** A session of a browser that the server knows by its cookie. */
async function signInBrowser(who: SignedInAs, secret: string = createToken()): Promise<Browser> {
  const person = await server.signInAs(who)
  const { id: deviceId } = await recordDeviceSignIn(database(), { userId: person.userId, secret, now: noon })
  await database().update(sessions).set({ knownDeviceId: deviceId }).where(eq(sessions.id, person.sessionId))
  return { ...person, deviceId, secret }
}

const devicesOf = async (person: Person) => (await person.call(list)).json().devices
async function subscribed(person: Person, subscription = push.subscribe(), headers = {}) {
  const answer = await person.call(subscribe, { body: subscription, headers })
  expect(answer.statusCode).toBe(200)
  return { ...subscription, id: answer.json().id as string }
}

const context = (rest = {}) =>
  jobContext({
    database: database(),
    clock: () => server.clock.now,
    channels: {
      email: async () => {},
      phone: async () => {},
      push: createPushChannel({
        keys: () => readVapidKeys(database(), server.env),
        contact: 'mailto:school@mail.example',
        allowPrivate: true,
      }),
    },
    ...rest,
  })
const recipient = (rest = {}) => ({ id: parent.userId, email: null, phone: null, language: null, ...rest })
const moved = (once: string, rest: object = {}): UserNotification => ({
  recipient: recipient(),
  kind: 'lesson-moved',
  studentId: childId,
  once,
  values: { title: 'Физика', student: 'Артём', was: '20 октября в 12:00', at: '21 октября в 12:00', place: '' },
  ...(rest as object),
})
const mark = (once: string, rest: object = {}): UserNotification => ({
  recipient: recipient(),
  kind: 'mark-new',
  studentId: childId,
  once,
  values: { student: 'Артём', course: 'Физика', value: '4-', topic: 'Оптика' },
  ...(rest as object),
})
const notify = (...notices: UserNotification[]) => notifyUsers(database(), server.clock.now, notices)
async function deliver(): Promise<(Date | null)[]> {
  const queued = await database().select({ id: deliveries.id }).from(deliveries).orderBy(asc(deliveries.queuedAt))
  const deferred: (Date | null)[] = []
  for (const { id } of queued) deferred.push(await sendMessage(context(), id))
  return deferred
}
const shown = () => push.received.map(({ message: { title, body } }) => [title, body]).sort()

describe('A browser', () => {
  test('is added under its name, listed and removed', async () => {
    expect((await parent.call(list)).json()).toEqual({ publicKey: expect.stringMatching(/^[\w-]{87}$/), devices: [] })
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    const { id } = await subscribed(parent, undefined, { 'user-agent': agent })
    expect(await devicesOf(parent)).toEqual([
      { id, browser: 'Chrome 140', system: 'Windows', createdAt: noon.toISOString(), isCurrent: true },
    ])
    const elsewhere = await signInBrowser({ roles: ['parent'], userId: parent.userId })
    expect(await devicesOf(elsewhere)).toMatchObject([{ id, isCurrent: false }])
    const stranger = await server.signInAs({ roles: ['parent'] })
    const remove = `DELETE /v1/profile/push-subscription/${id}`
    expect((await stranger.call(remove)).statusCode).toBe(404)
    expect((await elsewhere.call(remove)).statusCode).toBe(204)
    expect((await elsewhere.call(remove)).statusCode).toBe(404)
    expect(await devicesOf(parent)).toEqual([])
  })

  test('that subscribes again is listed once', async () => {
    const subscription = push.subscribe()
    const first = await subscribed(parent, subscription)
    expect((await subscribed(parent, subscription)).id).toBe(first.id)
    const renewed = await subscribed(parent)
    expect(await devicesOf(parent)).toMatchObject([{ id: renewed.id }])
    await notify(moved('1'))
    await deliver()
    expect(push.received.map(({ endpoint }) => endpoint)).toEqual([renewed.endpoint])
  })

  test('gets the notifications of the user who has signed in there last', async () => {
    const subscription = await subscribed(parent)
    const other = await signInBrowser({ roles: ['parent'] }, parent.secret)
    expect(await devicesOf(parent)).toEqual([])
    await subscribed(other, { endpoint: subscription.endpoint, keys: subscription.keys })
    expect(await devicesOf(other)).toHaveLength(1)
    // The session of the former user may still be open in another tab.
    await subscribed(parent, { endpoint: subscription.endpoint, keys: subscription.keys })
    expect([await devicesOf(other), await devicesOf(parent)]).toMatchObject([[], [{ isCurrent: true }]])
  })

  test('cannot take the endpoint of another one without its keys', async () => {
    const { endpoint } = await subscribed(parent)
    const thief = await signInBrowser({ roles: ['parent'] })
    const { keys } = push.subscribe()
    const answer = await thief.call(subscribe, { body: { endpoint, keys } })
    expect([answer.statusCode, answer.json().type]).toEqual([409, expect.stringContaining('state-conflict')])
    expect(await devicesOf(parent)).toHaveLength(1)
  })

  test('is not added while an administrator acts as the user', async () => {
    const administrator = await server.signInAs({ roles: ['super_administrator'] })
    const visit = await server.signInAs({ roles: [], userId: parent.userId, seenBy: administrator.userId })
    const { statusCode } = await visit.call(subscribe, { body: push.subscribe() })
    expect(statusCode).toBe(403)
    expect(await devicesOf(parent)).toEqual([])
  })

  test.each([
    ['http://push.example/1', 'not-an-address'],
    ['https://user@push.example/1', 'not-an-address'],
    ['https://127.0.0.1/1', 'private-address'],
    ['https://[::1]/1', 'private-address'],
    ['https://192.168.0.7/1', 'private-address'],
  ])('with the endpoint %s is refused', async (endpoint, reason) => {
    const strict = await openTestApp({ opened: server.opened })
    const { keys } = push.subscribe()
    const person = await strict.signInAs({ roles: ['parent'] })
    const answer = await person.call(subscribe, { body: { endpoint, keys } })
    expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ path: 'endpoint', message: reason }]])
    await strict.close()
  })

  test('with a key that is no point of the curve is refused', async () => {
    const { endpoint, keys } = push.subscribe()
    const point = Buffer.from(keys.p256dh, 'base64url')
    const wrong = {
      'off the curve': Buffer.concat([point.subarray(0, 64), Buffer.of((point[64] ?? 0) ^ 1)]),
      'another format': Buffer.concat([Buffer.of(5), point.subarray(1)]),
      zero: Buffer.concat([Buffer.of(4), Buffer.alloc(64)]),
      'beyond the field': Buffer.concat([Buffer.of(4), Buffer.alloc(64, 255)]),
    }
    for (const [name, key] of Object.entries(wrong)) {
      const body = { endpoint, keys: { ...keys, p256dh: key.toString('base64url') } }
      const renewal = await parent.call('POST /v1/push-subscription/renewal', { body })
      for (const { statusCode, json } of [await parent.call(subscribe, { body }), renewal])
        expect([name, statusCode, json().errors]).toEqual([
          name,
          422,
          [{ path: 'keys.p256dh', message: 'wrong-value' }],
        ])
    }
    expect((await parent.call(subscribe, { body: { endpoint, keys } })).statusCode).toBe(200)
  })

  test('whose name resolves to a private address gets nothing', async () => {
    const channel = createPushChannel({
      keys: () => readVapidKeys(database(), server.env),
      contact: 'mailto:school@mail.example',
      allowPrivate: false,
    })
    const { keys, endpoint } = push.subscribe()
    const to = { ...keys, hasDetails: false, endpoint: endpoint.replace('127.0.0.1', 'localhost') }
    const message = { title: 'a', body: 'b', tag: 'c', path: '/', language: 'ru' }
    await expect(channel({ to, message, ttl: 60, urgency: 'normal' })).rejects.toThrow('does not answer')
    expect(push.received).toEqual([])
  })

  test('cannot subscribe where the worker is switched off', async () => {
    const off = await openTestApp({ opened: server.opened, env: { SERVICE_WORKER: 'off' } })
    const person = await off.signInAs({ roles: ['parent'] })
    expect((await person.call(list)).json()).toEqual({ publicKey: null, devices: [] })
    await off.close()
  })
})

const renew = (subscription: BrowserSubscription, secret?: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/push-subscription/renewal',
    headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' },
    payload: subscription,
    cookies: secret === undefined ? {} : { lk_device: secret },
  })

describe('A changed subscription', () => {
  test('replaces the one of its browser, also when the session has expired', async () => {
    const secret = createToken()
    const browser = await signInBrowser({ roles: ['parent'] }, secret)
    const { id, endpoint } = await subscribed(browser)
    await database().delete(sessions).where(eq(sessions.id, browser.sessionId))
    const { publicKey } = (await server.visitor.call('GET /v1/push-subscription/key')).json()
    expect(publicKey).toEqual((await readVapidKeys(database(), server.env)).publicKey)
    const next = push.subscribe()
    expect((await renew(next, secret)).statusCode).toBe(204)
    expect(await database().select().from(pushSubscriptions)).toMatchObject([
      { id, userId: browser.userId, endpoint: next.endpoint, ...next.keys },
    ])
    expect(endpoint).not.toBe(next.endpoint)
    await notify(moved('1', { recipient: recipient({ id: browser.userId }), studentId: null }))
    await deliver()
    expect(push.received.map((one) => one.endpoint)).toEqual([next.endpoint])
  })

  test('is refused without the cookie, with one of a browser that gets nothing, and for an address of another one', async () => {
    const secret = createToken()
    const browser = await signInBrowser({ roles: ['parent'] }, secret)
    const { id } = await subscribed(browser)
    const { endpoint, keys } = await subscribed(parent)
    expect((await renew(push.subscribe())).statusCode).toBe(404)
    expect((await renew(push.subscribe(), createToken())).statusCode).toBe(404)
    expect((await renew({ endpoint, keys }, secret)).statusCode).toBe(409)
    await browser.call(`DELETE /v1/profile/push-subscription/${id}`)
    expect((await renew(push.subscribe(), secret)).statusCode).toBe(404)
    expect(await database().select().from(pushSubscriptions)).toMatchObject([{ endpoint }])
  })
})

describe('The end of a session', () => {
  const ending = { now: noon, address: null } as const

  test('removes its browser at a sign-out, and not when the session expires', async () => {
    await subscribed(parent)
    const again = await signInBrowser({ roles: ['parent'], userId: parent.userId }, parent.secret)
    await endSession(database(), parent.sessionId, { as: 'session.replaced', reason: 'signed-out', ...ending })
    expect(await devicesOf(again)).toHaveLength(1)
    await database().delete(sessions).where(eq(sessions.id, again.sessionId))
    const later = await signInBrowser({ roles: ['parent'], userId: parent.userId }, parent.secret)
    expect(await devicesOf(later)).toMatchObject([{ isCurrent: true }])
    await endSession(database(), later.sessionId, { as: 'session.signed-out', reason: 'signed-out', ...ending })
    expect(await database().$count(pushSubscriptions)).toBe(0)
  })

  test('on another device removes that device; of all others, also those whose session has expired', async () => {
    const [tablet, old] = [
      await signInBrowser({ roles: ['parent'], userId: parent.userId }),
      await signInBrowser({ roles: ['parent'], userId: parent.userId }),
    ]
    for (const browser of [parent, tablet, old]) await subscribed(browser)
    await database().delete(sessions).where(eq(sessions.id, old.sessionId))
    const session = { id: parent.sessionId, userId: parent.userId }
    const app = { ...server.app, database: database(), clock: () => noon }
    const end = (id: string) => endDeviceSessions(app, { session, id, address: '127.0.0.1' })
    await end(tablet.sessionId)
    expect(await devicesOf(parent)).toHaveLength(2)
    await end('others')
    expect(await devicesOf(parent)).toMatchObject([{ isCurrent: true }])
  })
})

describe('A push notification', () => {
  test('is signed by the server, decipherable by the browser only, and leads to its page', async () => {
    const { endpoint } = await subscribed(parent)
    await notify(moved('1', { path: '/schedule?date=2026-10-21' }))
    const [queued] = await database().select().from(deliveries)
    await deliver()
    const { publicKey } = (await parent.call(list)).json()
    expect(push.received).toEqual([
      {
        endpoint,
        message: {
          title: 'Артём: занятие перенесено — Физика',
          body: 'Было 20 октября в 12:00, стало 21 октября в 12:00.',
          tag: queued?.id,
          path: '/schedule?date=2026-10-21',
          language: 'ru',
        },
        sender: expect.objectContaining({ sub: 'mailto:school@mail.example', publicKey }),
        ttl: 86_400,
        urgency: 'normal',
      },
    ])
    await deliver()
    expect(push.received).toHaveLength(1)
  })

  test('goes to each browser at once, in the language of the person, beside the digest', async () => {
    await subscribed(parent)
    await subscribed(await signInBrowser({ roles: ['parent'], userId: parent.userId }))
    await database().update(users).set({ email: 'mama@mail.example' }).where(eq(users.id, parent.userId))
    await notify(moved('1', { recipient: recipient({ email: 'mama@mail.example', language: 'en' }) }))
    await deliver()
    expect(push.received.map(({ message }) => message.title)).toEqual(Array(2).fill('Артём: lesson moved — Физика'))
    expect(await database().select().from(notifications)).toMatchObject([{ awaitsDigest: true }])
  })

  test('is sent of the categories that the person wants', async () => {
    await subscribed(parent)
    const row = { category: 'lessons', app: true, email: true, sms: false, push: false }
    await parent.call(change, { body: { channels: [row] } })
    await notify(moved('1'), mark('2'))
    await deliver()
    expect(shown()).toEqual([['Артём: новая оценка — Физика', 'Тема «Оптика».']])
  })

  test('names marks and sums only if the person allows it', async () => {
    await subscribed(parent)
    const due = (once: string): UserNotification => ({
      recipient: recipient(),
      kind: 'payment-due',
      once,
      values: { number: 'Д-7', amount: '12 500 ₽', until: '1 ноября 2026 г.' },
    })
    await notify(mark('1'), due('2'))
    await deliver()
    expect(shown()).toEqual([
      ['Артём: новая оценка — Физика', 'Тема «Оптика».'],
      ['Платёж до 1 ноября 2026 г.', 'По договору Д-7 подходит срок платежа.'],
    ])
    push.received.length = 0
    expect((await parent.call(change, { body: { pushDetails: true } })).json().pushDetails).toBe(true)
    await notify(mark('3'), due('4'))
    await deliver()
    expect(shown()).toEqual([
      ['Артём: новая оценка — Физика', '4-, тема «Оптика».'],
      ['Платёж 12 500 ₽ до 1 ноября 2026 г.', 'По договору Д-7 до 1 ноября 2026 г. нужно заплатить 12 500 ₽.'],
    ])
  })

  test('is one for several things of one change, without their values', async () => {
    await subscribed(parent)
    await notify(mark('1', { change: 'c' }), mark('2', { change: 'c' }))
    await deliver()
    expect(shown()).toEqual([['Артём: новых оценок — 2', 'Физика']])
  })

  test('waits for the end of the quiet hours', async () => {
    await subscribed(parent)
    server.clock.now = new Date('2026-10-14T20:00:00Z')
    await notify(moved('1'))
    expect(await deliver()).toEqual([new Date('2026-10-15T05:00:00Z')])
    expect(push.received).toEqual([])
  })

  test('to a browser that was removed meanwhile is given up', async () => {
    const { id } = await subscribed(parent)
    await notify(moved('1'))
    await parent.call(`DELETE /v1/profile/push-subscription/${id}`)
    await expect(deliver()).rejects.toThrow('the browser gets no notifications any more')
  })

  test.each([404, 410])('that is answered %i ends there until the browser renews it', async (status) => {
    const notified = async () => (await parent.call('GET /v1/profile/notification/list')).json().items
    await subscribed(parent)
    const jobs = await startJobs(server.opened.pool, context({ clock: () => new Date() }), { jobs: [], supervise: 1 })
    try {
      push.answerWith(status)
      await notifyUsers(database(), new Date(), [moved('1', { urgentBefore: undefined })])
      await database().update(deliveries).set({ isDeferrable: false })
      await expect.poll(() => devicesOf(parent), { timeout: 20_000 }).toEqual([])
      const failure = `the push service answers ${status}`
      expect(await database().select().from(deliveries)).toMatchObject([{ channel: 'push', failure, values: null }])
    } finally {
      await jobs.stop()
    }
    const ended = { title: 'Пуш-уведомления больше не приходят', path: '/profile?section=notifications', count: 1 }
    expect(await notified()).toContainEqual(expect.objectContaining(ended))
    expect(await notify(moved('2'))).toBe(0)
    expect((await renew(push.subscribe(), parent.secret)).statusCode).toBe(204)
    expect(await devicesOf(parent)).toMatchObject([{ isCurrent: true }])
    expect(await notify(moved('3'))).toBe(1)
    expect(await notified()).not.toContainEqual(expect.objectContaining(ended))
  })

  test.each([
    [400, true],
    [413, true],
    [403, false],
    [429, false],
    [503, false],
  ])('that is answered %i keeps the browser; final: %s', async (status, isFinal) => {
    await subscribed(parent)
    push.answerWith(status)
    await notify(moved('1'))
    await expect(deliver()).rejects.toMatchObject({ isFinal, isOfAddress: false })
    expect(await devicesOf(parent)).toHaveLength(1)
  })
})

describe('The keys', () => {
  const secretsKey = 'a key of the installation of at least 32 characters'
  const bare = { VAPID_PUBLIC_KEY: undefined, VAPID_PRIVATE_KEY: undefined, SECRETS_KEY: undefined }
  const stored = async () => (await database().select().from(serverKeys).where(eq(serverKeys.name, 'vapid')))[0]?.value

  beforeEach(() => database().delete(serverKeys).where(eq(serverKeys.name, 'vapid')))

  test('are made once', async () => {
    const [one, two] = await Promise.all([readVapidKeys(database(), bare), readVapidKeys(database(), bare)])
    expect(one).toEqual(two)
    expect(await readVapidKeys(database(), bare)).toEqual(one)
  })

  test('are stored encrypted with a key of the installation, also later', async () => {
    const keys = await readVapidKeys(database(), bare)
    expect(await stored()).toContain(keys.privateKey)
    expect(await sealVapidKeys(database(), secretsKey)).toBe(true)
    expect(await sealVapidKeys(database(), secretsKey)).toBe(false)
    expect(await stored()).not.toContain(keys.privateKey)
    expect(await readVapidKeys(database(), { ...bare, SECRETS_KEY: secretsKey })).toEqual(keys)
    await expect(readVapidKeys(database(), bare)).rejects.toThrow('set SECRETS_KEY')
  })

  test('are taken from the configuration, which must name a pair', async () => {
    const { publicKey, privateKey } = await readVapidKeys(database(), bare)
    const env = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
    await database().delete(serverKeys).where(eq(serverKeys.name, 'vapid'))
    expect(await readVapidKeys(database(), readEnv(env))).toEqual({ publicKey, privateKey })
    expect(await stored()).toBeUndefined()
    expect(() => readEnv({ VAPID_PUBLIC_KEY: publicKey })).toThrow('VAPID_PRIVATE_KEY: needed with VAPID_PUBLIC_KEY.')
    const other = await readVapidKeys(database(), bare)
    expect(() => readEnv({ ...env, VAPID_PUBLIC_KEY: other.publicKey })).toThrow('VAPID_PUBLIC_KEY: belongs to another')
  })
})

test('a subscription belongs to a browser that is known', async () => {
  const unknown = await server.signInAs({ roles: ['parent'] })
  expect((await unknown.call(subscribe, { body: push.subscribe() })).statusCode).toBe(409)
  const [known] = await database().select().from(knownDevices).where(eq(knownDevices.id, parent.deviceId))
  expect(known?.secretHash).toBe(hashToken(parent.secret))
})
