// Database: both.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '#contract/call.ts'
import { callLimits } from '#contract/call-limits.ts'
import { uuid } from '#contract/schemas.ts'
import type { App } from '#server/app-types.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { idempotencyKeys } from '#server/db/schema/idempotency.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { limitCounts } from '#server/db/schema/limits.ts'
import { userRoles } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'

import { registerCall } from '#server/plugins/calls.ts'
import { hashToken } from '#server/security/tokens.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { openOnceMore, openTestDatabase } from '#tests/support/server/database.ts'

const parts = {
  params: z.object({ book: z.string().max(10) }),
  query: z.object({ tags: z.record(z.string(), z.string()).optional() }),
  body: z.strictObject({ title: z.string(), text: z.string() }),
}

const writeNote = call('POST /v1/note/{book}', {
  summary: 'Writes a note',
  access: { who: 'group', groups: ['parent'] },
  idempotent: true,
  ...parts,
  answer: z.object({ uuid, text: z.string() }),
  status: 201,
})

const signNote = call('POST /v1/note/{book}/sign', {
  summary: 'Writes a note that is signed',
  access: { who: 'signed-in' },
  idempotent: true,
  freshTwoFactor: true,
  ...parts,
})

/** What the handler does after its effect is stored. */
let afterEffect: () => unknown = () => {}

function noteRoutes(app: App): void {
  registerCall(app, writeNote, async ({ session, body, database }) => {
    const note = { at: app.clock(), action: 'note', actorId: session.userId, reason: body.text }
    const [written] = await database.insert(auditEntries).values(note).returning({ uuid: auditEntries.id })
    // Long enough for the other requests to arrive while the first one is handled.
    await database.execute(sql`select pg_sleep(0.005)`)
    await afterEffect()
    return { uuid: written?.uuid ?? '', text: body.text }
  })
  registerCall(app, signNote, async ({ session, database }): Promise<undefined> => {
    await database.insert(auditEntries).values({ at: app.clock(), action: 'signed note', actorId: session.userId })
  })
}

let opened: OpenDatabase
let openedByOther: OpenDatabase
let server: TestApp
let other: TestApp
let olga: Person & { userId: string }
let olgaAtOther: Person
beforeAll(async () => {
  opened = await openTestDatabase()
  openedByOther = await openOnceMore(opened)
  server = await openTestApp({ opened, routes: noteRoutes })
  other = await openTestApp({ opened: openedByOther, routes: noteRoutes })
})
afterAll(async () => {
  await server.close()
  await other.close()
  await openedByOther.close()
  await opened.close()
})
beforeEach(async () => {
  afterEffect = () => {}
  olga = await server.signInAs({ roles: ['parent'] })
  olgaAtOther = await other.signInAs({ roles: [], userId: olga.userId })
})

type Request = { key: string; book?: string; tags?: string; body?: object }
const note = { title: 'Расписание', text: 'Перенести занятие' }

const write = (person: Person, { key, book = 'blue', tags, body = note }: Request) =>
  person.call(`POST /v1/note/${book}`, {
    body,
    headers: { 'idempotency-key': key },
    ...(tags !== undefined && { query: tags }),
  })
const sign = (person: Person, key: string) =>
  person.call('POST /v1/note/blue/sign', { body: note, headers: { 'idempotency-key': key } })

const effectsOf = ({ userId }: { userId: string }) =>
  opened.database.$count(auditEntries, eq(auditEntries.actorId, userId))
const keysOf = ({ userId }: { userId: string }) =>
  opened.database.$count(idempotencyKeys, eq(idempotencyKeys.userId, userId))

const isReplayed = ({ headers }: LightMyRequestResponse) => headers['idempotency-replayed'] === 'true'

/** The response as a browser sees it, without the replay header and the request id. */
function seenOf({ statusCode, headers, body }: LightMyRequestResponse) {
  const { 'idempotency-replayed': _, 'x-request-id': requestId, date, ...rest } = headers
  return { statusCode, headers: rest, body: body.replace(String(requestId), '') }
}

const errorsOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<{ errors: unknown }>().errors]
const usedOtherwise = [422, [{ path: 'idempotency-key', message: 'used-otherwise' }]]

describe('The same key', () => {
  test('returns the same response, marked as a replay, with one effect', async () => {
    const key = randomUUID()
    const first = await write(olga, { key })
    expect([first.statusCode, first.json()]).toEqual([201, { uuid: expect.any(String), text: note.text }])
    expect(isReplayed(first)).toBe(false)
    const again = await write(olga, { key })
    expect(seenOf(again)).toEqual(seenOf(first))
    expect(isReplayed(again)).toBe(true)
    expect(await effectsOf(olga)).toBe(1)
  })

  test.each<[string, Omit<Request, 'key'>]>([
    ['body', { body: { ...note, text: 'Отменить занятие' } }],
    ['parameter', { book: 'red' }],
    ['query', { tags: 'tags[a]=1' }],
  ])('is rejected with another %s, and the first request keeps it', async (_, change) => {
    const key = randomUUID()
    const first = await write(olga, { key })
    expect(errorsOf(await write(olga, { key, ...change }))).toEqual(usedOtherwise)
    expect(seenOf(await write(olga, { key }))).toEqual(seenOf(first))
    expect(await effectsOf(olga)).toBe(1)
  })

  test('is rejected for another call', async () => {
    const key = randomUUID()
    const person = await server.signInAs({ roles: ['parent'], twoFactorLastCheck: server.clock.now })
    await write(person, { key })
    expect(errorsOf(await sign(person, key))).toEqual(usedOtherwise)
    expect(await effectsOf(person)).toBe(1)
  })

  test('of another user is a separate key', async () => {
    const key = randomUUID()
    const pavel = await server.signInAs({ roles: ['parent'] })
    const first = await write(olga, { key })
    const his = await write(pavel, { key, body: { ...note, text: 'Заменить преподавателя' } })
    expect([his.statusCode, isReplayed(his)]).toEqual([201, false])
    expect(his.json()).not.toEqual(first.json())
    expect([await effectsOf(olga), await effectsOf(pavel)]).toEqual([1, 1])
  })

  test('expires after 24 hours', async () => {
    const key = randomUUID()
    const later = await openTestApp({ opened, routes: noteRoutes, now: server.clock.now })
    const first = await write(olga, { key })
    later.clock.now = new Date(server.clock.now.getTime() + 24 * 60 * 60_000 - 1)
    const person = await later.signInAs({ roles: [], userId: olga.userId })
    expect(seenOf(await write(person, { key }))).toEqual(seenOf(first))
    later.clock.now = new Date(later.clock.now.getTime() + 1)
    const anew = await write(person, { key, body: { ...note, text: 'Отменить занятие' } })
    expect([anew.statusCode, isReplayed(anew)]).toEqual([201, false])
    expect([await effectsOf(olga), await keysOf(olga)]).toEqual([2, 1])
    await later.close()
  })
})

describe('64 concurrent requests on two servers', () => {
  function writeOften(key: string): Promise<LightMyRequestResponse[]> {
    return Promise.all(Array.from({ length: 64 }, (_, at) => write(at % 2 === 0 ? olga : olgaAtOther, { key })))
  }

  test.each([1, 2, 3])('have one effect and one response (round %i)', async () => {
    const answers = await writeOften(randomUUID())
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    expect(new Set(answers.map((answer) => JSON.stringify(seenOf(answer)))).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(201)
    expect(await effectsOf(olga)).toBe(1)
  })

  test('have one error and no effect', async () => {
    let handled = 0
    afterEffect = () => {
      handled += 1
      throwProblem('state-conflict', 'No place is left')
    }
    const answers = await writeOften(randomUUID())
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([409]))
    expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    expect([handled, await effectsOf(olga)]).toEqual([1, 0])
  })

  test('have one effect also if the first of them fails', async () => {
    let handled = 0
    afterEffect = () => {
      handled += 1
      if (handled === 1) throw new Error('the first of them fails')
    }
    const answers = await writeOften(randomUUID())
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(63).fill(201), 500])
    expect([handled, await effectsOf(olga)]).toEqual([2, 1])
  })
})

describe('A rejection by the handler', () => {
  test('is replayed, also if the call would succeed by now, and has no effect', async () => {
    const key = randomUUID()
    afterEffect = () =>
      throwProblem('code-limit-reached', 'As many notes as may be', {
        errors: [{ path: 'text', message: 'too-much' }],
        retryAfter: 90.5,
      })
    const first = await write(olga, { key })
    const { requestId: _, ...problem } = first.json()
    expect([problem, first.headers['retry-after']]).toEqual([
      {
        type: 'code-limit-reached',
        title: 'No more codes for now',
        status: 429,
        detail: 'As many notes as may be',
        errors: [{ path: 'text', message: 'too-much' }],
        retryAfter: 90.5,
      },
      '91',
    ])
    afterEffect = () => {}
    const again = await write(olga, { key })
    expect([seenOf(again), isReplayed(again)]).toEqual([seenOf(first), true])
    expect(await effectsOf(olga)).toBe(0)
    expect((await write(olga, { key: randomUUID() })).statusCode).toBe(201)
  })
})

describe('The key is not stored for', () => {
  test.each<[string, number, () => unknown]>([
    ['a fault', 500, () => Promise.reject(new Error('out of paper'))],
    ['a service that does not answer', 502, () => throwProblem('provider-unreachable', 'No answer')],
  ])('%s (%i): it can be used again', async (_, status, fail) => {
    const key = randomUUID()
    afterEffect = fail
    expect((await write(olga, { key })).statusCode).toBe(status)
    expect([await effectsOf(olga), await keysOf(olga)]).toEqual([0, 0])
    afterEffect = () => {}
    const again = await write(olga, { key })
    expect([again.statusCode, isReplayed(again), await effectsOf(olga)]).toEqual([201, false, 1])
  })

  test('a request that is rejected before the handler: invalid values, a missing role, a stale two-factor check', async () => {
    const key = randomUUID()
    const student = await server.signInAs({ roles: ['student'] })
    expect((await write(student, { key })).statusCode).toBe(403)
    expect((await sign(student, key)).statusCode).toBe(428)
    await opened.database.insert(userRoles).values({ userId: student.userId, role: 'parent' })
    expect(errorsOf(await write(student, { key, body: { title: 'Расписание' } }))).toEqual([
      422,
      [{ path: 'text', message: 'required' }],
    ])
    const written = await write(student, { key })
    expect([written.statusCode, isReplayed(written)]).toEqual([201, false])
  })
})

describe('A key is required', () => {
  test.each([
    ['missing', {}, 'required'],
    ['empty', { 'idempotency-key': '' }, 'wrong-format'],
    ['not a UUID', { 'idempotency-key': 'second-click' }, 'wrong-format'],
    ['two', { 'idempotency-key': `${randomUUID()}, ${randomUUID()}` }, 'wrong-format'],
  ])('%s: 422 and no effect', async (_, headers, message) => {
    const answer = await olga.call('POST /v1/note/blue', { body: note, headers })
    expect(errorsOf(answer)).toEqual([422, [{ path: 'idempotency-key', message }]])
    expect(await effectsOf(olga)).toBe(0)
  })
})

test('A replay does not count against a rate limit, and is answered when the limit is reached', async () => {
  const person = await server.signInAs({ roles: ['parent'] })
  const write = (key: string) =>
    person.call('POST /v1/note/shared', { body: { title: 'a', text: 'b' }, headers: { 'idempotency-key': key } })
  const countOf = async () => {
    const counts = await opened.database.select().from(limitCounts)
    return counts.find(({ key }) => key === hashToken(`person ${person.userId}`))?.count
  }
  const key = randomUUID()
  expect([(await write(key)).statusCode, await countOf()]).toEqual([201, 1])
  expect([(await write(key)).headers['idempotency-replayed'], await countOf()]).toEqual(['true', 1])
  await opened.database.update(limitCounts).set({ count: callLimits.change.max })
  expect((await write(randomUUID())).statusCode).toBe(429)
  expect([(await write(key)).statusCode, (await write(key)).headers['idempotency-replayed']]).toEqual([201, 'true'])
  await opened.database.delete(limitCounts)
})

test('While too many others wait, a request is refused uncounted until it is repeated, and a replay is answered', async () => {
  const { idempotentWrites } = server.app
  const answered = randomUUID()
  const first = await write(olga, { key: answered })
  const countOf = async () => {
    const counts = await opened.database.select().from(limitCounts)
    return counts.find(({ key }) => key === hashToken(`person ${olga.userId}`))?.count
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const others = Array.from({ length: 21 * idempotentWrites.concurrency }, () => idempotentWrites(() => promise))
  const key = randomUUID()
  const refused = await write(olga, { key })
  expect([refused.statusCode, refused.headers['retry-after'], await countOf()]).toEqual([503, '5', 1])
  const again = await write(olga, { key: answered })
  expect([seenOf(again), isReplayed(again)]).toEqual([seenOf(first), true])
  resolve()
  await Promise.all(others)
  expect([(await write(olga, { key })).statusCode, await countOf(), await effectsOf(olga)]).toEqual([201, 2, 2])
})
