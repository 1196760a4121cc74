import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { callChanges, changedByTransfer, readByTicketDesk } from '#contract/call-changes.ts'
import { changeStreamPath } from '#contract/change-stream.ts'
import { type AnnouncedCollection, callsChangedByRecord, isAnnounced } from '#contract/record-changes.ts'
import { streamLimits } from '#server/change-stream/change-stream.ts'
import { announceChanges, announceRecords } from '#server/changes/announce-changes.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { fileNames } from '#server/integration/formats/units.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { openServiceClient } from '#tests/support/integration/service-client.ts'
import { ids, openSmallSchool, type SmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { openOnceMore } from '#tests/support/server/database.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { type Statement, statementsOf } from '#tests/support/server/statements.ts'
import { readStream } from '#tests/support/streams/stream-reader.ts'

type Someone = Awaited<ReturnType<TestApp['signInAs']>>

let server: TestApp
let address: string
let anna: Someone
/** What happens between the check of a request and its answer. */
let beforeStream: (() => Promise<void>) | null = null
// No test waits for the check of expired sessions, except those that shorten it.
const usual = { ...streamLimits, heartbeat: 600_000 }

beforeAll(async () => {
  Object.assign(streamLimits, usual)
  server = await openTestApp({ routes: (app) => app.addHook('preHandler', async () => beforeStream?.()) })
  address = await listeningAt(server)
})
beforeEach(async () => {
  anna = await server.signInAs({ roles: ['parent'] })
})
afterEach(() => {
  Object.assign(streamLimits, usual)
  beforeStream = null
})
afterAll(() => server.close())

async function listeningAt({ app }: TestApp): Promise<string> {
  await app.listen({ host: 'localhost', port: 0 })
  return `http://localhost:${(app.server.address() as AddressInfo).port}`
}

const opened = { event: 'opened', data: null, id: expect.any(String) }
const changed = (calls: readonly string[] | 'all', by: unknown = expect.toBeOneOf([null, expect.any(String)])) => ({
  event: 'changed',
  data: { calls, by },
  id: expect.any(String),
})
const rename = (person: Person) => person.call('PATCH /v1/profile', { body: { firstName: 'Анна' } })
const notify = (userIds: string[], calls: readonly (typeof changedByTransfer)[number][] = changedByTransfer) =>
  announceChanges(server.opened.database, { userIds, calls })

describe('The stream', () => {
  test('opens for a signed-in person, uncached, unbuffered and with the time of the next attempt', async () => {
    await using stream = await readStream(address, anna)
    expect(stream.status).toBe(200)
    expect(await stream.until(1)).toEqual([opened])
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'content-security-policy': expect.any(String),
    })
    expect(stream.headers.get('content-encoding')).toBeNull()
  })

  test('is refused to visitors, to the page of another person, and to those who do not read events', async () => {
    expect((await readStream(address, { cookies: {} })).status).toBe(401)
    const other = { 'x-acting-user': '00000000-0000-4000-8000-000000000001' }
    expect((await readStream(address, { ...anna, headers: other })).status).toBe(409)
    expect((await readStream(address, { ...anna, headers: { accept: 'text/html' } })).status).toBe(406)
    // It would never be answered.
    const head = await server.app.inject({ method: 'HEAD', url: `/api${changeStreamPath}`, cookies: anna.cookies })
    expect(head.statusCode).toBe(404)
  })

  test('notifies this person’s other pages of what a successful call of theirs changes, and which request it was', async () => {
    await using stream = await readStream(address, anna)
    await stream.until(1)
    const refused = await anna.call('PATCH /v1/profile', { body: { firstName: '' } })
    expect(refused.statusCode).toBe(422)
    const done = await rename(anna)
    expect(done.statusCode).toBe(200)
    const [, first, second] = await stream.until(3)
    const notified = [first, second].map((one) => one?.data)
    expect(notified).toContainEqual({ calls: callChanges['PATCH /v1/profile'], by: done.headers['x-request-id'] })
    // The profile is a record that is announced to everyone whom it concerns.
    expect(notified).toContainEqual({ calls: callsChangedByRecord.users, by: done.headers['x-request-id'] })
  })

  test('hears of an own change in the transaction of the change, of one without a transaction before the answer', async () => {
    const phone = await server.signInAs({ roles: ['parent'], userId: anna.userId })
    const [end, read] = ['DELETE /v1/profile/session/{id}', 'POST /v1/profile/notification/read'] as const
    const announced = (statements: Statement[]) =>
      statements.flatMap(({ text, values: [, notification] }) => {
        if (!text.includes('pg_notify')) return text === 'commit' ? 'committed' : []
        return JSON.parse(String(notification)).calls ?? []
      })
    const ending = await statementsOf(() => anna.call(end.replace('{id}', phone.sessionId)))
    expect(announced(ending).slice(-2)).toEqual([...callChanges[end], 'committed'])
    const reading = await statementsOf(() => anna.call(read, { body: { until: '2026-10-14T09:00:00Z' } }))
    expect(announced(reading)).toEqual(callChanges[read])
  })

  test('of a client that does not read is ended before it fills the memory', async () => {
    const { host, port } = new URL(address)
    const cookie = Object.entries(anna.cookies).map((pair) => pair.join('='))
    const head = [
      `GET /api${changeStreamPath} HTTP/1.1`,
      `host: ${host}`,
      'accept: text/event-stream',
      `cookie: ${cookie.join('; ')}`,
    ]
    const accepted = once(server.app.server, 'connection') as Promise<[Socket]>
    const client = connect(Number(port), 'localhost')
    onTestFinished(() => void client.destroy())
    client.write(`${head.join('\r\n')}\r\n\r\n`)
    const [connection] = await accepted
    // Its head and the first event have come; nothing else is read.
    await once(client, 'readable')
    await server.opened.database.execute(sql`
      select pg_notify('account_changes', json_build_object(
        'id', number, 'users', ${JSON.stringify([anna.userId])}::json, 'by', null, 'calls', json_build_array(repeat('x', 7500))
      )::text) from generate_series(1, 2500) as number`)
    await expect.poll(() => connection.destroyed).toBe(true)
  })

  test('notifies no other user', async () => {
    const boris = await server.signInAs({ roles: ['parent'] })
    await using stream = await readStream(address, boris)
    await stream.until(1)
    await notify([anna.userId])
    await notify([boris.userId])
    expect(await stream.until(2)).toEqual([opened, changed(changedByTransfer)])
  })

  test('sends what a transaction announces when it is committed, and nothing of one that is rolled back', async () => {
    await using stream = await readStream(address, anna)
    await stream.until(1)
    const { database } = server.opened
    const broken = database.transaction(async (transaction) => {
      await announceChanges(transaction, { userIds: [anna.userId], calls: ['GET /v1/profile'] })
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    await database.transaction((transaction) =>
      announceChanges(transaction, { userIds: [anna.userId], calls: ['GET /v1/profile/events'] }),
    )
    expect(await stream.until(2)).toEqual([opened, changed(['GET /v1/profile/events'])])
  })

  test('announces to more people than one notification can name', async () => {
    const others = Array.from({ length: 450 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)
    await using stream = await readStream(address, anna)
    await stream.until(1)
    await notify([...others, anna.userId])
    expect(await stream.until(2)).toEqual([opened, changed(changedByTransfer)])
  })

  test('shows an administrator who acts as the person the same changes', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const acting = await server.signInAs({ roles: ['parent'], userId: anna.userId, seenBy: administrator.userId })
    await using stream = await readStream(address, acting)
    await stream.until(1)
    await notify([anna.userId])
    expect(await stream.until(2)).toEqual([opened, changed(changedByTransfer)])
  })

  test('reaches pages that another server answers', async () => {
    await using other = await another()
    await using stream = await readStream(other.address, anna)
    await stream.until(1)
    await notify([anna.userId])
    expect(await stream.until(2)).toEqual([opened, changed(changedByTransfer)])
  })

  test('refuses one stream too many, and takes another one when one is closed', async () => {
    streamLimits.perPerson = 2
    await using first = await readStream(address, anna)
    await first.until(1)
    {
      await using second = await readStream(address, anna)
      await second.until(1)
      const refused = await readStream(address, anna)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    }
    await expect
      .poll(async () => {
        await using third = await readStream(address, anna)
        return third.status
      })
      .toBe(200)
  })

  test('stays open longer than a call may take, with signs of life', async () => {
    streamLimits.heartbeat = 20
    await using other = await another()
    await using stream = await readStream(other.address, anna)
    await expect.poll(() => stream.comments.length).toBeGreaterThan(2)
    expect(new Set(stream.comments)).toEqual(new Set(['alive']))
  })

  test('does not keep the server from stopping', async () => {
    const other = await another()
    await using stream = await readStream(other.address, anna)
    await stream.until(1)
    const began = performance.now()
    await other[Symbol.asyncDispose]()
    await stream.ended
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

async function another() {
  const one = await openTestApp({ opened: await openOnceMore(server.opened) })
  return { address: await listeningAt(one), clock: one.clock, [Symbol.asyncDispose]: () => one.close() }
}

describe('A browser that comes back', () => {
  test('receives what it has missed since its last event, on any server', async () => {
    await using other = await another()
    const { id } = await lastEventOf(anna)
    await notify([anna.userId], ['GET /v1/profile/contract/list'])
    await notify([anna.userId], ['GET /v1/schedule/group/transfer/list'])
    for (const server of [address, other.address]) {
      await using stream = await readStream(server, { ...anna, headers: { 'last-event-id': id } })
      const missed = ['GET /v1/profile/contract/list', 'GET /v1/schedule/group/transfer/list']
      expect(await stream.until(2)).toEqual([changed(missed), opened])
    }
  })

  test('receives nothing if nothing has changed', async () => {
    const { id } = await lastEventOf(anna)
    await using stream = await readStream(address, { ...anna, headers: { 'last-event-id': id } })
    await stream.until(1)
    await notify([anna.userId])
    expect(await stream.until(2)).toEqual([opened, changed(changedByTransfer)])
  })

  test('with an id that this server does not know learns that everything may have changed', async () => {
    const id = 'ce4ac1c4-1111-4000-8000-000000000001'
    await using stream = await readStream(address, { ...anna, headers: { 'last-event-id': id } })
    expect(await stream.until(2)).toEqual([changed('all'), opened])
  })
})

async function lastEventOf(person: Someone): Promise<{ id: string }> {
  await using stream = await readStream(address, person)
  await stream.until(1)
  await notify([person.userId])
  const events = await stream.until(2)
  return { id: events.at(-1)?.id ?? '' }
}

describe('An ended session', () => {
  const ended = { event: 'session-ended', data: null, id: expect.any(String) }

  test('is sent at once to its pages and closes their stream; other sessions of the person stay', async () => {
    const phone = await server.signInAs({ roles: ['parent'], userId: anna.userId })
    await using stream = await readStream(address, phone)
    await using own = await readStream(address, anna)
    await Promise.all([stream.until(1), own.until(1)])
    const answer = await anna.call(`DELETE /v1/profile/session/${phone.sessionId}`)
    expect(answer.statusCode).toBe(204)
    await stream.ended
    expect(stream.events.at(-1)).toEqual(ended)
    expect(await own.until(2)).toEqual([
      opened,
      changed(['GET /v1/profile/session/list'], answer.headers['x-request-id']),
    ])
  })

  test('of an administrator who acts as a person ends the stream of that person’s pages', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const acting = await server.signInAs({ roles: ['parent'], userId: anna.userId, seenBy: administrator.userId })
    await using stream = await readStream(address, acting)
    await stream.until(1)
    const [own] = await server.opened.database
      .select({ id: sessions.administratorSessionId })
      .from(sessions)
      .where(eq(sessions.id, acting.sessionId))
    await administrator.call(`DELETE /v1/profile/session/${own?.id}`)
    await stream.ended
    expect(stream.events.at(-1)).toEqual(ended)
  })

  test('of a visit to another account ends its stream, however the visit ends', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const visit = () => server.signInAs({ roles: ['parent'], userId: anna.userId, seenBy: administrator.userId })
    const { database } = server.opened
    const given = { now: server.clock.now, command: 'test' }
    const ends: ((acting: Someone) => Promise<unknown>)[] = [
      (acting) => acting.call('POST /v1/admin/auth/logout-as'),
      () => setRoles(database, 'school', [{ userId: administrator.userId, roles: [] }], given),
    ]
    for (const leave of ends) {
      const acting = await visit()
      await using stream = await readStream(address, acting)
      await stream.until(1)
      await leave(acting)
      await stream.ended
      expect(stream.events.at(-1)).toEqual(ended)
    }
  })

  test('that ends while its stream is being opened closes the stream', async () => {
    const gone = await server.signInAs({ roles: ['parent'], userId: anna.userId })
    beforeStream = async () => {
      beforeStream = null
      await anna.call(`DELETE /v1/profile/session/${gone.sessionId}`)
    }
    await using stream = await readStream(address, gone)
    await stream.ended
    expect(stream.events).toEqual([opened, ended])
  })

  test('that expired is found with the next sign of life', async () => {
    streamLimits.heartbeat = 20
    await using other = await another()
    await using stream = await readStream(other.address, anna)
    await stream.until(1)
    other.clock.now = new Date(other.clock.now.getTime() + 31 * 60_000)
    await stream.ended
    expect(stream.events.at(-1)).toEqual(ended)
  })
})

describe('A record that another user changes', () => {
  let school: SmallSchool
  beforeAll(async () => {
    school = await openSmallSchool(server)
  })

  test('is sent to the student and the guardians: a lesson that another system adds and moves', async () => {
    const { parent, childId } = await school.addFamily('Мария')
    await school.joinGroup(childId)
    const child = await server.signInAs({ roles: ['student'], userId: childId })
    const crm = await openServiceClient(server, { name: 'crm' })
    await using parents = await readStream(address, parent)
    await using own = await readStream(address, child)
    await using others = await readStream(address, anna)
    await Promise.all([parents.until(1), own.until(1), others.until(1)])

    const lesson = {
      sourcedId: 'l1',
      classSourcedId: ids.group,
      topic: 'Линзы',
      format: 'offline',
      startsAt: '2026-10-20T12:00:00Z',
      endsAt: '2026-10-20T13:00:00Z',
    }
    expect(await crm.put('lessons', [lesson])).toEqual(['l1 created'])
    expect(await parents.until(2)).toEqual([opened, changed(callsChangedByRecord.lessons)])
    expect(await own.until(2)).toEqual([opened, changed(callsChangedByRecord.lessons)])
    const moved = { ...lesson, startsAt: '2026-10-20T12:30:00Z' }
    expect(await crm.put('lessons', [moved])).toEqual(['l1 changed'])
    expect(await parents.until(3)).toEqual([opened, ...Array(2).fill(changed(callsChangedByRecord.lessons))])

    await notify([anna.userId])
    expect(await others.until(2)).toEqual([opened, changed(changedByTransfer)])
  })

  test('is sent to those who wait to buy: a place that is held for them, and the end of that', async () => {
    const { database } = server.opened
    const studentId = await school.addChild('Вера', [anna])
    const joinedAt = server.clock.now
    await database
      .insert(waitingListEntries)
      .values({ groupId: ids.group, studentId, requestedById: anna.userId, joinedAt })
    await using stream = await readStream(address, anna)
    await stream.until(1)
    const settle = (now: Date) => runJobs(['offer-free-places'], { database, clock: () => now })
    const lists = expect.arrayContaining([
      'GET /v1/catalog/waiting-list/list',
      'GET /v1/catalog/course/{id}/student/list',
    ])
    const bell = expect.arrayContaining(['GET /v1/profile/notification/unread'])
    await settle(server.clock.now)
    const notified = [changed(lists), changed(bell)]
    expect(await stream.until(3)).toEqual([opened, ...notified])
    await settle(new Date(server.clock.now.getTime() + 86_400_000))
    expect(await stream.until(5)).toEqual([opened, ...notified, ...notified])
  })

  test('is not sent to who joined a waiting list and is no guardian any more', async () => {
    const { database } = server.opened
    const studentId = await school.addChild('Лев')
    const joinedAt = server.clock.now
    await database
      .insert(waitingListEntries)
      .values({ groupId: ids.group, studentId, requestedById: anna.userId, joinedAt })
    await using stream = await readStream(address, anna)
    await stream.until(1)
    await runJobs(['offer-free-places'], { database, clock: () => server.clock.now })
    expect(await database.select().from(waitingListEntries).where(eq(waitingListEntries.studentId, studentId))).toEqual(
      [expect.objectContaining({ state: 'held' })],
    )
    await notify([anna.userId])
    expect(await stream.until(2)).toEqual([opened, changed(changedByTransfer)])
  })

  test('is sent to every administrator: a message to the school', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    await using stream = await readStream(address, administrator)
    await stream.until(1)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { contentHtml: '<p>Когда каникулы?</p>' }
    const asked = await anna.call('POST /v1/schedule/ticket/create', { body, headers })
    expect(asked.statusCode).toBe(201)
    expect(await stream.until(2)).toEqual([opened, changed(callsChangedByRecord.tickets)])
  })

  test('is sent to administrators only: a note in a ticket, and to whom it is assigned', async () => {
    const [administrator, colleague] = [
      await server.signInAs({ roles: ['administrator'] }),
      await server.signInAs({ roles: ['administrator'] }),
    ]
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { contentHtml: '<p>Когда каникулы?</p>' }
    const { uuid } = (await anna.call('POST /v1/schedule/ticket/create', { body, headers })).json<{ uuid: string }>()
    await using stream = await readStream(address, administrator)
    await using family = await readStream(address, anna)
    await stream.until(1)
    await family.until(1)
    const note = { kind: 'note', contentHtml: '<p>Позвоню сам</p>', version: 0 }
    const noted = await colleague.call(`POST /v1/admin/ticket/${uuid}/message`, {
      body: note,
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    const taken = await colleague.call(`PATCH /v1/admin/ticket/${uuid}`, {
      body: { topic: 'schedule', version: noted.json<{ version: number }>().version },
    })
    expect(taken.statusCode).toBe(200)
    const desk = changed([...readByTicketDesk])
    expect(await stream.until(3)).toEqual([opened, desk, desk])
    await notify([anna.userId])
    expect(await family.until(2)).toEqual([opened, changed(changedByTransfer)])
  })

  test('is sent to the user whose roles an administrator changes', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    await using stream = await readStream(address, anna)
    await stream.until(1)
    const body = { role: 'teacher', change: 'give', reason: 'Ведёт группу' }
    const answer = await administrator.call(`POST /v1/admin/user/${anna.userId}/role`, { body })
    expect(answer.statusCode).toBe(204)
    expect(await stream.until(2)).toEqual([opened, changed(['GET /v1/profile', 'GET /v1/system/menu'])])
  })

  test('signs out the pages of the account that an administrator locks', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    await using stream = await readStream(address, anna)
    await stream.until(1)
    await administrator.call(`POST /v1/admin/user/${anna.userId}/lock`, { body: { reason: 'По заявлению' } })
    await stream.ended
    expect(stream.events.at(-1)).toMatchObject({ event: 'session-ended' })
  })

  test('is of a collection that is announced or excepted by name', () => {
    expect(fileNames.filter(isAnnounced)).toEqual(expect.arrayContaining(['lessons', 'payments']))
    expect(() => isAnnounced('lesson')).toThrow('lesson is neither announced nor excepted')
  })

  test('is one of any collection: every statement that finds the people is valid', async () => {
    const id = '00000000-0000-4000-8000-000000000001'
    const { database } = server.opened
    for (const collection of Object.keys(callsChangedByRecord) as AnnouncedCollection[]) {
      for (const owner of ['bookId', 'studentId', 'groupId'])
        await announceRecords(database, collection, [{ id, [owner]: id }])
    }
    await using stream = await readStream(address, anna)
    await stream.until(1)
    await announceRecords(database, 'users', [{ id: anna.userId }])
    expect(await stream.until(2)).toEqual([opened, changed(callsChangedByRecord.users)])
  })
})
