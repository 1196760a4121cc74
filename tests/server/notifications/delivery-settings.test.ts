import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NotificationSettings } from '#contract/notifications.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { sendMessage } from '#server/jobs/send-message.ts'
import type { RenderedMessage } from '#server/notifications/channel.ts'
import { createSmtpChannel } from '#server/notifications/email.ts'
import { notifyUsers, type UserNotification } from '#server/notifications/notify-users.ts'
import { sendDigest } from '#server/notifications/send-digests.ts'
import { unsubscribePath } from '#server/notifications/unsubscribe-links.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openOnceMore } from '#tests/support/server/database.ts'
import { jobContext, runJobs } from '#tests/support/server/jobs.ts'
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

vi.setConfig({ testTimeout: 30_000 })

const settings = 'GET /v1/profile/notification/settings'
const change = 'PATCH /v1/profile/notification/settings'

/** Wednesday noon in Moscow. */
const noon = new Date('2026-10-14T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: noon }))
const database = () => server.opened.database

let parent: Person & { userId: string }
let childId: string
let sent: RenderedMessage[]
beforeEach(async () => {
  server.clock.now = noon
  sent = []
  await database().delete(notifications)
  await database().delete(deliveries)
  parent = await server.signInAs({ roles: ['parent'] })
  const child = await server.signInAs({ roles: ['student'] })
  childId = child.userId
  await database().insert(guardianships).values({ guardianId: parent.userId, childId })
})

const recipient = () => ({ id: parent.userId, email: 'mama@mail.example', phone: '+79160000001', language: null })
const lesson = (day: number, rest: Partial<UserNotification> = {}): UserNotification => ({
  recipient: recipient(),
  kind: 'lesson-cancelled',
  studentId: childId,
  once: `lesson ${day}`,
  values: { title: 'Физика', student: 'Артём', at: `${day} октября в 12:00` },
  urgentBefore: new Date(Date.UTC(2026, 9, day, 9)),
  ...(rest as object),
})
const notify = (...notices: UserNotification[]) => notifyUsers(database(), server.clock.now, notices)
const answered = (once = '1'): UserNotification => ({
  recipient: recipient(),
  kind: 'ticket-answered',
  values: { number: once },
  once,
})
const context = () =>
  jobContext({
    database: database(),
    clock: () => server.clock.now,
    channels: {
      email: async (message) => void sent.push(message),
      phone: async (message) => void sent.push(message),
      push: async () => {},
    },
  })
/** Delivers what is queued; returns when a message wants to be tried again. */
async function deliver(): Promise<(Date | null)[]> {
  const queued = await database().select({ id: deliveries.id }).from(deliveries).orderBy(asc(deliveries.queuedAt))
  return Promise.all(queued.map(({ id }) => sendMessage(context(), id)))
}
const sentTo = () => sent.map(({ target, subject }) => [target, subject])
const digest = () => runJobs(['send-digests'], context())
const setEmail = () => database().update(users).set({ email: 'mama@mail.example' }).where(eq(users.id, parent.userId))

describe('The settings', () => {
  test('have defaults, and keep what is chosen', async () => {
    const defaults = (await parent.call(settings)).json()
    expect(defaults).toMatchObject({
      frequency: 'daily',
      digestHour: 18,
      quietHours: { from: 22, until: 8 },
      timeZone: null,
      pausedUntil: null,
    })
    expect(defaults.channels[1]).toEqual({ category: 'marks', app: true, email: true, sms: false, push: true })
    const marks = { category: 'marks', app: false, email: false, sms: true, push: false }
    const body = { channels: [marks], timeZone: 'Asia/Vladivostok', quietHours: null }
    const changed = (await parent.call(change, { body })).json()
    expect(changed).toMatchObject({ frequency: 'daily', timeZone: 'Asia/Vladivostok', quietHours: null })
    expect(changed.channels.find((row: { category: string }) => row.category === 'marks')).toEqual(marks)
    expect((await parent.call(change, { body: { digestHour: 7 } })).json()).toEqual({ ...changed, digestHour: 7 })
  })

  test('never switch security off', async () => {
    const off = { category: 'security', app: false, email: false, sms: false, push: false }
    const changed = (await parent.call(change, { body: { channels: [off] } })).json()
    expect(changed.channels.at(-1)).toEqual({ category: 'security', app: true, email: true, sms: false, push: true })
  })

  test('of one of several children differ from those of the others, until they are given up', async () => {
    await setEmail()
    expect((await parent.call(settings)).json().children).toEqual([])
    const second = await server.signInAs({ roles: ['student'] })
    await database().insert(guardianships).values({ guardianId: parent.userId, childId: second.userId })
    const row = { category: 'lessons', app: false, email: false, sms: true, push: false }
    const body = { children: [{ id: second.userId, channels: [row] }] }
    const changed = (await parent.call(change, { body })).json()
    expect(changed.children.map(({ id, channels }: { id: string; channels: object[] }) => [id, channels])).toEqual(
      expect.arrayContaining([
        [childId, []],
        [second.userId, [row]],
      ]),
    )
    await notify(lesson(15), lesson(15, { studentId: second.userId, once: 'of the second' }))
    await deliver()
    expect(sent.map(({ target }) => target).sort()).toEqual(['+79160000001', 'mama@mail.example'])
    expect((await parent.call('GET /v1/profile/notification/list')).json().total).toBe(1)

    await parent.call(change, { body: { children: [{ id: second.userId, channels: [] }] } })
    sent = []
    await notify(lesson(15, { studentId: second.userId, once: 'later' }))
    await deliver()
    expect(sent.map(({ target }) => target)).toEqual(['mama@mail.example'])
  })

  test('of a child are changed by its guardians only', async () => {
    const other = await server.signInAs({ roles: ['student'] })
    const answer = await parent.call(change, { body: { children: [{ id: other.userId, channels: [] }] } })
    expect(answer.statusCode).toBe(404)
  })

  test.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ digestHour: 24 }, 'digestHour'],
    [{ frequency: 'hourly' }, 'frequency'],
    [{ pausedUntil: 'tomorrow' }, 'pausedUntil'],
  ])('refuse %j', async (body, path) => {
    const answer = await parent.call(change, { body })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path])
  })
})

describe('A message', () => {
  test('is sent at once about the next 24 hours, and waits for the digest otherwise', async () => {
    await setEmail()
    expect(await notify(lesson(15), lesson(20))).toBe(1)
    await deliver()
    expect(sentTo()).toEqual([['mama@mail.example', 'Артём: занятие отменено — Физика']])
    await digest()
    expect(await database().$count(deliveries)).toBe(1)
    server.clock.now = new Date('2026-10-14T15:00:00Z')
    await digest()
    await digest()
    await deliver()
    expect(sent.slice(1)).toMatchObject([{ target: 'mama@mail.example', subject: 'Артём: занятие отменено — Физика' }])
    expect(sent.at(-1)?.text).toContain('Занятия 20 октября в 12:00 не будет.')
  })

  test('reports several things of one change in one', async () => {
    await notify(lesson(15, { change: 'c' } as object), lesson(15, { change: 'c', once: 'another' } as object))
    await deliver()
    expect(sentTo()).toEqual([['mama@mail.example', 'Артём: отменено занятий — 2']])
  })

  test('goes where the person wants it', async () => {
    const row = { category: 'tickets', app: false, email: false, sms: true, push: false }
    await parent.call(change, { body: { channels: [row] } })
    await notify(answered())
    await deliver()
    expect(sentTo()).toEqual([['+79160000001', 'Ответ на сообщение 1']])
    expect((await parent.call('GET /v1/profile/notification/list')).json().items).toEqual([])
  })

  test('waits for the end of the quiet hours where the person is, unless that is too late', async () => {
    await parent.call(change, { body: { timeZone: 'Asia/Vladivostok' } })
    // 22:30 in Vladivostok, 15:30 in Moscow.
    server.clock.now = new Date('2026-10-14T12:30:00Z')
    const soon = lesson(14, { once: 'soon', expiresAt: new Date('2026-10-14T20:00:00Z') } as object)
    await notify(answered('1'), soon)
    const later = await deliver()
    expect(later.filter(Boolean)).toEqual([new Date('2026-10-14T22:00:00Z')])
    expect(sentTo()).toEqual([['mama@mail.example', 'Артём: занятие отменено — Физика']])
    server.clock.now = new Date('2026-10-14T22:00:00Z')
    expect(await deliver()).toEqual([null, null])
    expect(sentTo()[1]).toEqual(['mama@mail.example', 'Ответ на сообщение 1'])
  })

  test('is not sent during a pause, but security is', async () => {
    await parent.call(change, { body: { pausedUntil: '2026-10-16' } })
    await notify(answered(), {
      recipient: recipient(),
      kind: 'account-visited',
      values: { by: 'Анна', reason: 'Проверка' },
    })
    const failures = await deliver().catch((error: Error) => error.message)
    expect(failures).toBe('paused by the person')
    await vi.waitFor(() =>
      expect(sentTo()).toEqual([['mama@mail.example', 'Администратор смотрел ваш личный кабинет']]),
    )
    expect((await parent.call('GET /v1/profile/notification/unread')).json()).toEqual({ count: 2 })
  })
})

test('A digest leaves out what was read or is over or may not be seen, and is not sent to a locked account', async () => {
  await setEmail()
  await notify(lesson(20), lesson(21), lesson(22), { ...lesson(24), expiresAt: new Date('2026-10-14T14:00:00Z') })
  await database()
    .update(notifications)
    .set({ readAt: noon })
    .where(eq(notifications.key, 'lesson-cancelled lesson 20'))
  server.clock.now = new Date('2026-10-14T15:00:00Z')
  await digest()
  await deliver()
  expect(sentTo()).toEqual([['mama@mail.example', 'Новое в личном кабинете: 2']])
  await notify(lesson(23))
  await database().delete(guardianships).where(eq(guardianships.guardianId, parent.userId))
  server.clock.now = new Date('2026-10-15T15:00:00Z')
  await digest()
  expect(await database().$count(deliveries)).toBe(1)
  await database().insert(guardianships).values({ guardianId: parent.userId, childId })
  await notify(lesson(25))
  await database().update(users).set({ lockedAt: noon }).where(eq(users.id, parent.userId))
  server.clock.now = new Date('2026-10-16T15:00:00Z')
  await digest()
  expect(await database().$count(deliveries)).toBe(1)
})

test('A notification that is written while a digest is made waits for the next one', async () => {
  await setEmail()
  await notify(lesson(20))
  const second = await openOnceMore(server.opened)
  await database().transaction(async (transaction) => {
    const execute = transaction.execute.bind(transaction)
    const interrupted = async (query: Parameters<typeof execute>[0]) => {
      const found = await execute(query)
      await notifyUsers(second.database, noon, [lesson(21)])
      return found
    }
    vi.spyOn(transaction, 'execute').mockImplementationOnce(interrupted as typeof execute)
    await sendDigest(transaction, parent.userId, { now: noon, timeZone: 'Europe/Moscow', texts: [] })
  })
  await second.close()
  const waiting = await database().select().from(notifications).where(eq(notifications.awaitsDigest, true))
  expect(waiting.map(({ key }) => key)).toEqual(['lesson-cancelled lesson 21'])
})

describe('An email', () => {
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
  })
  afterAll(() => mail.close())
  const send = async () => {
    const from = { name: { ru: 'Школа', en: 'School' }, address: 'no-reply@lk.school.example' }
    const email = createSmtpChannel({ url: mail.url, from, host: 'lk.school.example' })
    const [{ id } = { id: '' }] = await database().select({ id: deliveries.id }).from(deliveries)
    await sendMessage({ ...context(), channels: { ...context().channels, email } }, id)
    return mail.emails.at(-1)?.source ?? ''
  }

  /** One-click unsubscription, as a mail program does it. */
  const press = (url: string) =>
    server.app.inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  /** The categories that are sent by email. */
  const emailOf = async () =>
    (await parent.call(settings))
      .json<NotificationSettings>()
      .channels.flatMap(({ category, email }) => (email ? [category] : []))

  test('has text, HTML and a link that stops it, which works without sign-in', async () => {
    await notify(answered())
    const source = await send()
    expect(source).toContain('multipart/alternative')
    expect(source).toContain('Content-Type: text/html; charset=utf-8')
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const header = /List-Unsubscribe: <https:\/\/lk\.school\.example(\/unsubscribe\/[^>]+)>/i.exec(
      source.replaceAll(/\r\n\s+/g, ' '),
    )
    const path = await unsubscribePath(database(), parent.userId, 'tickets')
    expect(header?.[1]).toBe(path)

    const asked = await server.visitor.open(path)
    expect([asked.statusCode, asked.body.includes('Не присылать такие письма?')]).toEqual([200, true])
    expect(asked.body).toContain('О чём они: сообщения.')
    expect(await emailOf()).toContain('tickets')
    const done = await press(path)
    expect([done.statusCode, done.body.includes('Больше не пришлём')]).toEqual([200, true])
    expect(await emailOf()).not.toContain('tickets')
    expect(await emailOf()).toContain('lessons')
  })

  test('with a digest is stopped for all that waits for digests', async () => {
    const before = await emailOf()
    const marks = { category: 'marks', app: false, email: true, sms: false, push: true }
    await parent.call(change, { body: { children: [{ id: childId, channels: [marks] }] } })
    const path = await unsubscribePath(database(), parent.userId, 'digest')
    const done = await press(path)
    expect(done.statusCode).toBe(200)
    expect(done.body).toContain('Письма выключены: занятия, оценки, домашние задания, мероприятия, новости школы.')
    const [child] = (await parent.call(settings)).json<NotificationSettings>().children
    expect(child?.channels).toEqual([{ ...marks, email: false }])
    const waiting = ['lessons', 'marks', 'homework', 'events', 'news']
    expect(await emailOf()).toEqual(before.filter((category) => !waiting.includes(category)))
    expect(await emailOf()).toContain('payments')
  })

  test('about security cannot be stopped', async () => {
    await notify({ recipient: recipient(), kind: 'account-visited', values: { by: 'Анна', reason: '<b>&' } })
    const source = await send()
    expect(source).not.toMatch(/List-Unsubscribe/i)
  })

  test.each(['', 'tickets', 'security.x.y', 'forged'])('is not stopped by the link %j', async (token) => {
    const own = await unsubscribePath(database(), parent.userId, 'tickets')
    const path = token === 'forged' ? own.replace('tickets', 'payments') : `/unsubscribe/${token || '-'}`
    const answer = await server.app.inject({ method: 'POST', url: path })
    expect(answer.statusCode).toBe(404)
  })
})

test('Administrators see when and where messages went, without their content', async () => {
  const administrator = await server.signInAs({ roles: ['administrator'] })
  await notify(answered('1'))
  await deliver()
  server.clock.now = new Date('2026-10-14T09:01:00Z')
  await notify(lesson(15))
  const log = `GET /v1/admin/user/${parent.userId}/delivery/list`
  const row = { id: expect.any(String), channel: 'email', failure: null }
  expect((await administrator.call(log)).json()).toEqual([
    { ...row, at: '2026-10-14T09:01:00.000Z', about: 'lessons', state: 'waiting' },
    { ...row, at: noon.toISOString(), about: 'tickets', state: 'sent' },
  ])
  const unknown = await administrator.call(log.replace(parent.userId, '99999999-9999-4999-8999-999999999999'))
  expect([unknown.statusCode, (await parent.call(log)).statusCode]).toEqual([404, 403])
})

describe('A right that is taken while messages wait', () => {
  /** Late in the evening: messages wait for the end of the quiet hours. */
  const evening = new Date('2026-10-14T20:00:00Z')
  const morning = new Date('2026-10-15T06:00:00Z')
  const failures = async () => (await database().select().from(deliveries)).map(({ failure }) => failure)

  test('stops those about the child', async () => {
    server.clock.now = evening
    await notify(lesson(15))
    expect(await deliver()).toEqual([new Date('2026-10-15T05:00:00Z')])
    const isOfChild = eq(guardianships.childId, childId)
    await database().update(guardianships).set({ seesLearning: false, enrols: false }).where(isOfChild)
    server.clock.now = morning
    await expect(deliver()).rejects.toMatchObject({ message: 'no right any more', isFinal: true })
    await database().update(guardianships).set({ seesLearning: true }).where(isOfChild)
    await deliver()
    expect(sentTo()).toEqual([['mama@mail.example', expect.stringContaining('Физика')]])
  })

  test('stops digests of the guardian', async () => {
    await setEmail()
    await notify(lesson(20))
    server.clock.now = evening
    await database().transaction((transaction) =>
      sendDigest(transaction, parent.userId, { now: evening, timeZone: 'Europe/Moscow', texts: [] }),
    )
    const twoFactorLastCheck = server.clock.now
    const administrator = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck })
    const body = { guardianId: parent.userId, rights: rightsOfPreset.payer, reason: 'По решению суда от 1 октября' }
    const changed = await administrator.call(`POST /v1/admin/user/${childId}/guardian-rights`, { body })
    expect(changed.statusCode).toBe(204)
    expect(await failures()).toContain('the rights have changed')
    server.clock.now = morning
    await deliver()
    expect(sentTo().map(([, subject]) => subject)).not.toContainEqual(expect.stringContaining('Физика'))
  })
})
