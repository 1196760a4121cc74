import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskTicket, QueuedTicket, ResponseTime } from '#contract/people/tickets.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'

type SignedIn = Awaited<ReturnType<TestApp['signInAs']>>

const now = new Date('2026-11-20T09:00:00Z')
let server: TestApp
let administrator: SignedIn
let colleague: SignedIn
beforeAll(async () => {
  server = await openTestApp({ now })
  administrator = await server.signInAs({ roles: ['administrator'] })
  colleague = await server.signInAs({ roles: ['user_manager'] })
})
afterAll(() => server.close())

/** A new ticket of a new parent. */
async function ticketOf(own: Partial<typeof tickets.$inferInsert> = {}) {
  const author = await server.signInAs({ roles: ['parent'] })
  const email = `${randomUUID()}@example.org`
  await server.opened.database.update(users).set({ email }).where(eq(users.id, author.userId))
  const number = `Р-2026-${randomUUID().slice(0, 6)}`
  const [stored] = await server.opened.database
    .insert(tickets)
    .values({ number, authorId: author.userId, contentHtml: '<p>Где занятие?</p>', createdAt: now, ...own })
    .returning()
  return { author, email, number, id: stored?.id ?? '' }
}

const read = async (id: string, by: Person = administrator) =>
  (await by.call(`GET /v1/admin/ticket/${id}`)).json<DeskTicket>()
const write = (
  id: string,
  body: object,
  { by = administrator, key = randomUUID() }: { by?: Person; key?: string } = {},
) =>
  by.call(`POST /v1/admin/ticket/${id}/message`, {
    body: { kind: 'answer', contentHtml: '<p>В 204.</p>', version: 0, ...body },
    headers: { 'idempotency-key': key },
  })
const change = (id: string, body: object, by: Person = administrator) =>
  by.call(`PATCH /v1/admin/ticket/${id}`, { body: { version: 0, ...body } })
const reply = (id: string, by: Person, contentHtml = '<p>А завтра?</p>') =>
  by.call(`POST /v1/schedule/ticket/${id}/reply`, {
    body: { contentHtml },
    headers: { 'idempotency-key': randomUUID() },
  })
const auditOf = async (number: string) => {
  const rows = await server.opened.database
    .select({ action: auditEntries.action, detail: auditEntries.detail })
    .from(auditEntries)
    .where(like(auditEntries.detail, `${number}%`))
    .orderBy(auditEntries.at)
  return rows.map(({ action, detail }) => [action, detail?.slice(number.length)])
}

describe('An answer', () => {
  test('reaches its author, takes the ticket and is audited and published', async () => {
    const { author, email, number, id } = await ticketOf()
    const published = await recordEvents(server.opened.database)
    const answer = await write(id, { contentHtml: '<p onclick="x()">В <b>204</b>.</p><script>1</script>' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { version: 1 }])
    const ticket = await read(id)
    expect(ticket).toEqual({
      id,
      number,
      topic: 'schedule',
      state: 'answered',
      version: 1,
      dueAt: null,
      createdAt: now.toISOString(),
      contentHtml: '<p>Где занятие?</p>',
      files: [],
      author: { id: author.userId, name: 'Иван Петров' },
      student: null,
      assignee: { id: administrator.userId, name: 'Иван Петров' },
      recipient: null,
      messages: [
        {
          id,
          kind: 'answer',
          by: 'Иван Петров',
          contentHtml: '<p>В <strong>204</strong>.</p>',
          files: [],
          at: now.toISOString(),
        },
      ],
    })
    const { messages, state, isUnread } = (await author.call(`GET /v1/schedule/ticket/${id}`)).json()
    expect({ state, isUnread, messages }).toEqual({
      state: 'answered',
      isUnread: true,
      messages: [
        {
          uuid: id,
          isOwn: false,
          by: null,
          contentHtml: '<p>В <strong>204</strong>.</p>',
          files: [],
          at: now.toISOString(),
        },
      ],
    })
    const queued = await server.opened.database
      .select({ kind: deliveries.kind, values: deliveries.values, path: deliveries.path })
      .from(deliveries)
      .where(eq(deliveries.target, email))
    const values = { number, student: '', answer: 'В 204.' }
    expect(queued).toEqual([{ kind: 'ticket-answered', values, path: `/messages?ticket=${id}` }])
    expect(await auditOf(number)).toEqual([['ticket.answered', '']])
    expect(await published(id)).toEqual([
      ['ticket.updated', { collection: 'tickets', sourcedId: id, number, state: 'answered' }],
    ])
  })

  test('is stored once per idempotency key', async () => {
    const { id } = await ticketOf()
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => write(id, {}, { key })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await read(id)).messages).toHaveLength(1)
  })

  test('of two administrators at once is accepted from one, and the other one is informed', async () => {
    const { id } = await ticketOf()
    const answers = await Promise.all([write(id, {}), write(id, { contentHtml: '<p>В 205.</p>' }, { by: colleague })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ type: 'state-conflict' })
    expect((await read(id)).messages).toHaveLength(1)
  })

  test('is refused after a message of the author that it has not seen', async () => {
    const { id, author } = await ticketOf()
    await reply(id, author)
    expect((await write(id, {})).statusCode).toBe(409)
    expect((await write(id, { version: 1 })).statusCode).toBe(200)
  })

  test.each([
    ['nothing', '<p> </p>', 'too-short'],
    ['a script alone', '<script>alert(1)</script>', 'too-short'],
    ['too much', '&'.repeat(19_990), 'too-long'],
  ])('with %s is rejected', async (_, contentHtml, message) => {
    const { id } = await ticketOf()
    const answer = await write(id, { contentHtml })
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
      422,
      [{ path: 'contentHtml', message }],
    ])
  })

  test('to a closed ticket is refused until it is opened again', async () => {
    const { id } = await ticketOf({ state: 'closed' })
    expect((await write(id, {})).statusCode).toBe(409)
    expect((await change(id, { state: 'inProgress' })).statusCode).toBe(200)
    expect((await write(id, { version: 1 })).statusCode).toBe(200)
  })

  test('to a ticket that does not exist is 404', async () => {
    expect((await write(randomUUID(), {})).statusCode).toBe(404)
    expect((await change(randomUUID(), {})).statusCode).toBe(404)
    expect((await administrator.call(`GET /v1/admin/ticket/${randomUUID()}`)).statusCode).toBe(404)
  })
})

describe('A note', () => {
  test('is for administrators alone: no answer of the author’s calls and no message has it', async () => {
    const { id, author, email, number } = await ticketOf()
    const published = await recordEvents(server.opened.database)
    await write(id, { kind: 'note', contentHtml: '<p>Тайна: должник</p>' })
    expect((await read(id, colleague)).messages).toMatchObject([{ kind: 'note', contentHtml: '<p>Тайна: должник</p>' }])
    expect((await read(id)).state).toBe('received')
    const seen = await Promise.all([
      author.call('GET /v1/schedule/ticket/list'),
      author.call(`GET /v1/schedule/ticket/${id}`),
    ])
    expect(seen.map(({ body }) => body.includes('Тайна'))).toEqual([false, false])
    expect(seen[1]?.json()).toMatchObject({ messages: [], isUnread: false })
    expect(await server.opened.database.$count(deliveries, eq(deliveries.target, email))).toBe(0)
    expect(await published(id)).toEqual([])
    expect(await auditOf(number)).toEqual([['ticket.noted', '']])
  })
})

describe('A ticket', () => {
  test('goes through its states, each in the audit log, and a reply of the author opens it again', async () => {
    const { id, author, number } = await ticketOf()
    const published = await recordEvents(server.opened.database)
    const steps = [
      await change(id, { assigneeId: colleague.userId }),
      await write(id, { version: 1 }, { by: colleague }),
      await change(id, { version: 2, state: 'closed' }),
      await reply(id, author),
      await change(id, { version: 4, topic: 'studies' }),
      await change(id, { version: 5, assigneeId: null }),
    ]
    expect(steps.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await read(id)).toMatchObject({ state: 'inProgress', topic: 'studies', assignee: null, version: 6 })
    expect((await auditOf(number)).toSorted()).toEqual(
      [
        ['ticket.assigned', ', Иван Петров'],
        ['ticket.state', ', received → inProgress'],
        ['ticket.answered', ''],
        ['ticket.state', ', answered → closed'],
        ['ticket.state', ', closed → inProgress'],
        ['ticket.topic', ', studies'],
        ['ticket.assigned', ', —'],
      ].toSorted(),
    )
    const states = (await published(id)).map(([event, { state }]) => [event, state])
    expect(states.toSorted()).toEqual([
      ['ticket.updated', 'answered'],
      ['ticket.updated', 'closed'],
      ['ticket.updated', 'inProgress'],
      ['ticket.updated', 'inProgress'],
    ])
  })

  test('without an assignee is received again after a reply', async () => {
    const { id, author } = await ticketOf({ state: 'closed' })
    expect((await reply(id, author)).json()).toEqual({ state: 'received' })
  })

  test.each([
    ['received', 'received', 200],
    ['received', 'inProgress', 200],
    ['answered', 'received', 409],
    ['closed', 'received', 409],
    ['inProgress', 'received', 200],
  ] as const)('goes from %s to %s by hand: %i', async (state, next, status) => {
    const { id } = await ticketOf({ state })
    expect((await change(id, { state: next })).statusCode).toBe(status)
  })

  test('is assigned only to administrators who may sign in', async () => {
    const { id, author } = await ticketOf()
    const former = await server.signInAs({ roles: ['administrator'] })
    await server.opened.database.update(users).set({ lockedAt: now }).where(eq(users.id, former.userId))
    for (const assigneeId of [author.userId, former.userId, randomUUID()]) {
      const refused = await change(id, { assigneeId })
      expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
        422,
        [{ path: 'assigneeId', message: 'unknown' }],
      ])
    }
    const offered = (await administrator.call('GET /v1/admin/ticket/assignee/list')).json<{ id: string }[]>()
    const ids = offered.map(({ id: one }) => one)
    expect([administrator.userId, colleague.userId].every((one) => ids.includes(one))).toBe(true)
    expect([author.userId, former.userId].some((one) => ids.includes(one))).toBe(false)
  })
})

describe('The queue', () => {
  const queue = async (query: string) =>
    (await administrator.call('GET /v1/admin/ticket/queue', { query })).json<{ items: QueuedTicket[] }>().items
  const hours = (count: number) => new Date(now.getTime() - count * 3_600_000)

  test('has the tickets that wait, the most urgent first, and finds by state, topic, assignee and norm', async () => {
    const topic = 'other'
    const urgent = await ticketOf({ topic, createdAt: hours(100) })
    const calm = await ticketOf({ topic, createdAt: hours(1), state: 'inProgress', assigneeId: administrator.userId })
    const answered = await ticketOf({
      topic,
      createdAt: hours(90),
      state: 'answered',
      answerHtml: '<p>Да</p>',
      answeredAt: hours(80),
      assigneeId: colleague.userId,
    })
    const idsOf = async (query: string) => (await queue(query)).map(({ id }) => id)
    expect(await idsOf('topic=other')).toEqual([urgent.id, calm.id])
    expect(await idsOf('topic=other&overdue=yes')).toEqual([urgent.id])
    expect(await idsOf('topic=other&assignee=own')).toEqual([calm.id])
    expect(await idsOf('topic=other&assignee=none')).toEqual([urgent.id])
    expect(await idsOf(`topic=other&state=all&assignee=${colleague.userId}`)).toEqual([answered.id])
    expect(await idsOf('topic=other&state=answered')).toEqual([answered.id])
    expect(await idsOf('topic=other&state=all')).toEqual([urgent.id, calm.id, answered.id])
    expect(await idsOf(`topic=other&search=${encodeURIComponent('ПЕТРОВ занятие')}`)).toEqual([urgent.id, calm.id])
    expect(await idsOf(`topic=other&state=all&search=${encodeURIComponent(answered.number)}`)).toEqual([answered.id])
    expect(await idsOf(`topic=other&search=${encodeURIComponent('Петров чек')}`)).toEqual([])
    const child = { id: randomUUID(), firstName: 'Артём', lastName: 'Кузнецов' }
    await server.opened.database.insert(users).values(child)
    const ofChild = await ticketOf({ topic: 'technical', createdAt: hours(1), studentId: child.id })
    expect(await idsOf(`search=${encodeURIComponent('петров кузнецов')}`)).toEqual([ofChild.id])
    const beyond = await administrator.call('GET /v1/admin/ticket/queue', { query: 'topic=other&page=2' })
    expect(beyond.json()).toMatchObject({ items: [], total: 2 })
    expect((await queue('topic=other'))[0]).toEqual({
      id: urgent.id,
      number: urgent.number,
      topic,
      state: 'received',
      assignee: null,
      recipient: null,
      subject: 'Где занятие?',
      preview: 'Где занятие?',
      student: null,
      createdAt: hours(100).toISOString(),
      dueAt: hours(28).toISOString(),
      isToAnswer: true,
      author: { id: urgent.author.userId, name: 'Иван Петров' },
    })
  })

  test('counts the norm of a reopened ticket from the first reply after the answer', async () => {
    const answer = { answerHtml: '<p>Да</p>', answeredAt: hours(80), createdAt: hours(90) }
    const { id, author } = await ticketOf({ ...answer, topic: 'technical', state: 'answered' })
    const before = { kind: 'reply', contentHtml: '<p>Ау</p>', createdAt: hours(85) } as const
    await server.opened.database.insert(ticketMessages).values({ ...before, ticketId: id, authorId: author.userId })
    await reply(id, author, '<p>Не помогло &amp; точка</p>')
    server.clock.now = new Date(now.getTime() + 3_600_000)
    const later = await server.signInAs({ roles: ['parent'], userId: author.userId })
    expect((await reply(id, later)).statusCode).toBe(200)
    server.clock.now = now
    const [ticket] = (await queue('topic=technical')).filter((one) => one.id === id)
    expect(ticket).toMatchObject({ dueAt: hours(-24).toISOString(), preview: 'А завтра?' })
  })
})

test('Response times have the median and the share within the norm; a late ticket counts without an answer', async () => {
  const at = (hour: number) => new Date(Date.parse('2026-11-10T00:00:00Z') + hour * 3_600_000)
  const answer = (after: number) => ({
    topic: 'payments',
    state: 'answered',
    createdAt: at(0),
    answerHtml: '<p>Да</p>',
    answeredAt: at(after),
  })
  await ticketOf(answer(2) as typeof tickets.$inferInsert)
  await ticketOf(answer(4) as typeof tickets.$inferInsert)
  await ticketOf(answer(60) as typeof tickets.$inferInsert)
  await ticketOf({ topic: 'payments', createdAt: at(0) })
  // Not yet late, and too long ago.
  await ticketOf({ topic: 'payments', createdAt: now })
  await ticketOf({ topic: 'payments', createdAt: new Date('2026-01-01T00:00:00Z') })
  const times = (await administrator.call('GET /v1/admin/ticket/response-time/list')).json<ResponseTime[]>()
  expect(times.find(({ topic }) => topic === 'payments')).toEqual({
    topic: 'payments',
    norm: 48,
    tickets: 4,
    median: 4,
    withinNorm: 0.5,
    late: 2,
  })
  expect(times.map(({ topic }) => topic)).toEqual(['schedule', 'payments', 'studies', 'technical', 'other'])
})

test('A parent reaches no ticket of the desk', async () => {
  const { id, author } = await ticketOf()
  const answers = await Promise.all([
    author.call(`GET /v1/admin/ticket/${id}`),
    write(id, {}, { by: author }),
    change(id, { state: 'closed' }, author),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  const untouched = and(eq(tickets.id, id), eq(tickets.version, 0), eq(tickets.state, 'received'))
  expect(await server.opened.database.$count(tickets, untouched)).toBe(1)
})
