import { eq, getTableName, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { marks, terms } from '#server/db/schema/learning.ts'
import { guardianships, userRoles } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { groupsToOffer, offerPlaces } from '#server/enrolment/transfers/apply-due-transfers.ts'
import { formats } from '#server/integration/formats/units.ts'
import { openServiceClient, type ServiceClient } from '#tests/support/integration/service-client.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ now: new Date('2026-11-20T09:00:00Z') }))
const database = () => server.opened.database

let crm: ServiceClient
beforeAll(async () => {
  crm = await openServiceClient(server, { name: 'crm' })
  for (const [collection, records] of Object.entries(school)) await crm.put(collection, records)
})

/** A small school in the ids of the CRM. */
const school: Record<string, object[]> = {
  orgs: [{ sourcedId: 'main', name: 'Main', type: 'school' }],
  territories: [{ sourcedId: 'house', title: 'Main building', address: '1 School Street' }],
  academicSessions: [
    {
      sourcedId: 'y',
      title: '2026',
      type: 'schoolYear',
      schoolYear: 2027,
      startDate: '2026-09-01',
      endDate: '2027-09-01',
    },
    {
      sourcedId: 't',
      title: 'Term',
      type: 'term',
      schoolYear: 2027,
      parentSourcedId: 'y',
      startDate: '2026-09-01',
      endDate: '2027-01-01',
    },
  ],
  courses: [{ sourcedId: 'c', title: 'Physics', orgSourcedId: 'main', grades: [7, 8] }],
  users: [
    { sourcedId: 'parent', givenName: 'Olga', familyName: 'Sokolova', email: 'olga@mail.example' },
    { sourcedId: 'child', givenName: 'Ilya', familyName: 'Sokolov', agentSourcedIds: ['parent'], grades: ['7'] },
    { sourcedId: 'other', givenName: 'Anna', familyName: 'Belova' },
  ],
  roles: [
    { sourcedId: 'r1', userSourcedId: 'child', role: 'student', orgSourcedId: 'main' },
    { sourcedId: 'r2', userSourcedId: 'parent', role: 'guardian', orgSourcedId: 'main' },
  ],
  classes: [
    {
      sourcedId: 'k',
      title: 'PH-1',
      courseSourcedId: 'c',
      termSourcedIds: ['y'],
      'metadata.placesTotal': 1,
      'metadata.price': 1000,
    },
  ],
  enrollments: [{ sourcedId: 'e', classSourcedId: 'k', userSourcedId: 'child', role: 'student' }],
  categories: [{ sourcedId: 'test', title: 'Test' }],
  lineItems: [
    {
      sourcedId: 'l',
      title: 'Forces',
      dueDate: '2026-11-17',
      classSourcedId: 'k',
      categorySourcedId: 'test',
      gradingPeriodSourcedId: 't',
      resultValueMax: 5,
    },
  ],
  lessons: [
    {
      sourcedId: 'n',
      classSourcedId: 'k',
      topic: 'Forces',
      format: 'offline',
      place: '12',
      startsAt: '2026-11-24T10:00:00Z',
      endsAt: '2026-11-24T11:00:00Z',
    },
  ],
}

async function keyOf(collection: string, id: string): Promise<string> {
  const { rows } = await database().execute<{ key: string }>(
    sql`select key from external_ids where source = 'crm' and collection = ${collection} and external_id = ${id}`,
  )
  return rows[0]?.key ?? ''
}

it('writes records of all kinds once, with a result for each', async () => {
  const child = await keyOf('users', 'child')
  expect(await database().$count(guardianships, eq(guardianships.childId, child))).toBe(1)
  const roles = await database().select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, child))
  expect(roles).toEqual([{ role: 'student' }])
  expect(await database().$count(groupMemberships, eq(groupMemberships.studentId, child))).toBe(1)
  for (const [collection, records] of Object.entries(school)) {
    const results = await crm.put(collection, records)
    expect(results.filter((result) => !result.endsWith(' unchanged'))).toEqual([])
  }
})

it('reads the end of a session as it was written, the first day after it', async () => {
  expect((await crm.call('GET /academicSessions/t')).json()).toMatchObject({ endDate: '2027-01-01' })
  const [term] = await database().select({ endsOn: terms.endsOn }).from(terms)
  expect(term).toEqual({ endsOn: '2026-12-31' })
})

it('leaves out faulty records and says why', async () => {
  const results = await crm.put('users', [
    { sourcedId: 'u1', givenName: 'Pavel', familyName: 'Orlov', email: 'pavel@' },
    { sourcedId: 'u2', givenName: 'Pavel', familyName: 'Orlov', nickname: 'P' },
    { sourcedId: 'u2', givenName: 'Pavel', familyName: 'Orlov' },
    { sourcedId: 'u3', givenName: 'Pavel' },
    { sourcedId: 'u7', givenName: 'Suharto', familyName: '' },
    { sourcedId: 'u8', givenName: '', familyName: 'Suharto' },
    { sourcedId: 'u9', givenName: 'Pavel', familyName: 'Orlov', sms: '+8 900 555-11-01' },
    { sourcedId: 'u4', givenName: 'Pavel', familyName: 'Orlov', agentSourcedIds: 'nobody' },
    { sourcedId: 'u5', givenName: 'Pavel', familyName: 'Orlov', email: 'olga@mail.example' },
    { sourcedId: 'gone', status: 'tobedeleted' },
    { sourcedId: 'u\0', givenName: 'Pavel', familyName: 'Orlov' },
    { sourcedId: 'u6', givenName: '\ud800', familyName: 'Orlov' },
  ])
  expect(results).toEqual([
    'u1 faulty email: not-an-email',
    'u2 created',
    'u2 faulty sourcedId: repeated',
    'u3 faulty familyName: empty',
    'u7 created',
    'u8 faulty givenName: empty',
    'u9 faulty sms: plus-eight',
    'u4 faulty agentSourcedIds: unknown',
    'u5 faulty email: of-another',
    'gone ignored',
    'u faulty sourcedId: not-storable',
    'u6 faulty givenName: not-storable',
  ])
  expect(await keyOf('users', 'u4')).toBe('')
})

it('takes NDJSON, and answers with names of columns that it does not know', async () => {
  const line = (id: string) => JSON.stringify({ sourcedId: id, title: id, address: 'A', floor: 2 })
  const answer = await crm.call('PUT /territories', { body: `${line('a')}\n\n${line('b')}\n` })
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      results: [
        { row: 1, collection: 'territories', sourcedId: 'a', result: 'created' },
        { row: 2, collection: 'territories', sourcedId: 'b', result: 'created' },
      ],
      ignoredColumns: ['floor'],
    },
  ])
})

it('gives problem documents for what it cannot take', async () => {
  const lessonsOnly = await openServiceClient(server, { name: 'timetable', source: 'crm', scopes: 'lessons:write' })
  const people = await openServiceClient(server, { name: 'people', scopes: 'people:write' })
  const stranger = { authorization: 'Bearer nothing' }
  const answers = [
    await crm.call('PUT /territories', { body: '{"sourcedId":' }),
    await crm.call('PUT /territories', { body: { sourcedId: 'a' } }),
    await crm.call('PUT /territories', { body: [1] }),
    await crm.call('PUT /territories', { body: [{ collection: 'users', sourcedId: 'a' }] }),
    await crm.call('PUT /territories', { body: '{}', headers: { 'content-type': 'text/csv' } }),
    await crm.call('PUT /territories', { body: Array.from({ length: 10_001 }, () => ({})) }),
    await crm.call('PUT /territories', { body: 'x'.repeat(17 * 2 ** 20) }),
    await crm.call('GET /territories?limit=0'),
    await crm.call('GET /territories/none'),
    await lessonsOnly.call('GET /lessons'),
    await lessonsOnly.call('PUT /users', { body: [] }),
    await people.call('PUT /roles', { body: [] }),
    await crm.call('GET /territories', { headers: stranger }),
    await crm.call('GET /territories', { headers: { authorization: '' } }),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().type])).toEqual([
    [400, 'unreadable-request'],
    [400, 'unreadable-request'],
    [400, 'unreadable-request'],
    [422, 'invalid-values'],
    [415, 'wrong-media-type'],
    [413, 'too-large'],
    [413, 'too-large'],
    [422, 'invalid-values'],
    [404, 'not-found'],
    [403, 'scope-missing'],
    [403, 'scope-missing'],
    [403, 'scope-missing'],
    [401, 'unauthenticated'],
    [401, 'unauthenticated'],
  ])
  expect(answers.slice(-5).map(({ headers }) => headers['www-authenticate'])).toEqual([
    'Bearer realm="integration", error="insufficient_scope", scope="lessons:read"',
    'Bearer realm="integration", error="insufficient_scope", scope="users:write"',
    'Bearer realm="integration", error="insufficient_scope", scope="roles:write"',
    'Bearer realm="integration", error="invalid_token"',
    'Bearer realm="integration", error="invalid_token"',
  ])
})

it('answers a repeated Idempotency-Key with the first answer, for the same request only', async () => {
  const headers = { 'idempotency-key': 'batch-7' }
  const body = [{ sourcedId: 'once', title: 'Once', address: 'A' }, { sourcedId: '\ud800' }]
  const first = await crm.call('PUT /territories', { body, headers })
  const second = await crm.call('PUT /territories', { body, headers })
  expect(first.json().results[0].result).toBe('created')
  expect([second.json(), second.headers['idempotency-replayed']]).toEqual([first.json(), 'true'])
  const other = await crm.call('PUT /territories', { body: [], headers })
  expect([other.statusCode, other.json().errors]).toEqual([
    422,
    [{ path: 'idempotency-key', message: 'used-otherwise' }],
  ])
})

it('lists records in the ids of the program, page by page, and what changed since', async () => {
  const page = await crm.call('GET /lessons')
  expect(page.json()).toMatchObject({
    records: [{ sourcedId: 'n', classSourcedId: 'k', topic: 'Forces', startsAt: '2026-11-24T10:00:00.000Z' }],
    next: null,
  })
  const [child] = (await crm.call('GET /users'))
    .json()
    .records.filter((one: { sourcedId: string }) => one.sourcedId === 'child')
  expect(child).toMatchObject({ agentSourcedIds: ['parent'], grades: ['7'], email: null })
  expect((await crm.call('GET /roles')).json().records).toMatchObject([
    { sourcedId: expect.stringMatching(/^r\d$/), orgSourcedId: 'main' },
    { sourcedId: expect.stringMatching(/^r\d$/), orgSourcedId: 'main' },
  ])
  await crm.put('territories', [
    { sourcedId: 'p1', title: 'P1', address: 'A' },
    { sourcedId: 'p2', title: 'P2', address: 'A' },
  ])
  const asOf = (await crm.call('GET /territories')).json().asOf as string
  const ids: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const answer = await crm.call(`GET /territories?limit=2&after=${encodeURIComponent(after)}`)
    const page = answer.json() as { records: { sourcedId: string }[]; next: string | null }
    ids.push(...page.records.map(({ sourcedId }) => sourcedId))
    after = page.next
  }
  expect(ids).toEqual(expect.arrayContaining(['house', 'p1', 'p2']))
  expect(new Set(ids).size).toBe(ids.length)
  await crm.put('territories', [
    { sourcedId: 'p1', status: 'tobedeleted' },
    { sourcedId: 'p2', title: 'P2', address: 'B' },
  ])
  const { records } = (await crm.call(`GET /territories?updatedSince=${encodeURIComponent(asOf)}`)).json()
  const changed = records.map((one: { status: string; address?: string }) => [one.status, one.address])
  expect(changed).toEqual(expect.arrayContaining([['active', 'B']]))
  expect(changed).toEqual(expect.arrayContaining([['tobedeleted', undefined]]))
  const again = await crm.put(
    'territories',
    records.filter((one: { status: string }) => one.status === 'active'),
  )
  expect(again.filter((result) => result.endsWith(' faulty'))).toEqual([])
})

it('keeps changes for 400 days, and refuses to answer what has changed since an earlier day', async () => {
  const clock = () => server.clock.now
  await crm.put(
    'territories',
    ['old', 'gone'].map((sourcedId) => ({ sourcedId, title: sourcedId, address: 'A' })),
  )
  await crm.put('territories', [{ sourcedId: 'gone', status: 'tobedeleted' }])
  const since = (days: number) =>
    crm.call(`GET /territories?updatedSince=${new Date(clock().getTime() - days * 86_400_000).toISOString()}`)
  const write = (days: number) =>
    database().execute(sql`
      update record_changes set changed_at = ${clock().toISOString()}::timestamptz - ${days} * interval '1 day'
      where target = 'territories' and (is_deleted or key in (select id::text from territories where title = 'old'))`)
  const clean = () => runJobs(['apply-retention'], { database: database(), clock })
  const found = async () => {
    const { records } = (await since(400)).json()
    return records.flatMap((one: { status: string; title?: string }) => one.title ?? one.status)
  }
  await write(399)
  await clean()
  expect(await found()).toEqual(expect.arrayContaining(['old', 'tobedeleted']))
  await write(402)
  await clean()
  expect(await found()).not.toEqual(expect.arrayContaining(['old']))
  expect(await found()).not.toEqual(expect.arrayContaining(['tobedeleted']))
  const whole = (await crm.call('GET /territories')).json().records as {
    title: string
    dateLastModified: string | null
  }[]
  expect(whole.filter(({ title }) => title === 'old')).toMatchObject([{ dateLastModified: null }])
  expect((await since(401)).json()).toMatchObject({
    type: 'invalid-values',
    status: 422,
    errors: [{ path: 'updatedSince', message: 'too-early' }],
    detail: 'Changes are kept for 400 days: read the whole collection, without updatedSince',
  })
})

it('reads, writes and deletes one record, guarded by its ETag', async () => {
  const address = '/territories/one' as const
  const made = await crm.call(`PUT ${address}`, {
    body: { title: 'One', address: 'A' },
    headers: { 'if-none-match': '*' },
  })
  expect([made.statusCode, made.json()]).toMatchObject([200, { sourcedId: 'one', title: 'One', address: 'A' }])
  const read = await crm.call(`GET ${address}`)
  const tag = String(read.headers.etag)
  expect(read.json()).toEqual(made.json())
  const write = (title: string, match: string) =>
    crm.call(`PUT ${address}`, { body: { title, address: 'A' }, headers: { 'if-match': match } })
  expect((await write('Two', tag)).statusCode).toBe(200)
  expect((await write('Three', tag)).json()).toMatchObject({ type: 'precondition-failed', status: 412 })
  const faulty = await crm.call(`PUT ${address}`, { body: { address: 'A' } })
  expect(faulty.json()).toMatchObject({ status: 422, errors: [{ path: 'title', message: 'empty' }] })
  expect((await crm.call(`DELETE ${address}`, { headers: { 'if-match': tag } })).statusCode).toBe(412)
  expect((await crm.call(`DELETE ${address}`)).statusCode).toBe(204)
  expect((await crm.call(`DELETE ${address}`)).statusCode).toBe(404)
  const used = await crm.call('DELETE /users/child')
  expect(used.json()).toMatchObject({ status: 422, errors: [{ path: 'status', message: 'constraint' }] })
  expect((await crm.call('GET /users/child')).statusCode).toBe(200)
  const lms = await openServiceClient(server, { name: 'lms' })
  const own = await lms.call(`GET /users/${await keyOf('users', 'child')}`)
  expect(own.json()).toMatchObject({ givenName: 'Ilya' })
  expect((await lms.call(`DELETE /users/${await keyOf('users', 'child')}`)).json().status).toBe(409)
})

it('a moved lesson and a new mark are news of the family', async () => {
  const parent = await server.signInAs({ roles: [], userId: await keyOf('users', 'parent') })
  const seenAt = new Date('2026-11-20T09:10:00Z')
  server.clock.now = seenAt
  for (const section of ['schedule', 'grade-book'])
    await parent.call('POST /v1/learning/unseen/seen', { body: { section, at: seenAt.toISOString() } })
  server.clock.now = new Date('2026-11-20T09:20:00Z')
  const [lesson = {}] = school.lessons ?? []
  const moved = { ...lesson, startsAt: '2026-11-25T10:00:00Z', endsAt: '2026-11-25T11:00:00Z' }
  expect(await crm.put('lessons', [moved])).toEqual(['n changed'])
  const changes = (await parent.call('GET /v1/schedule/change/list')).json()
  expect(changes).toMatchObject([
    {
      state: 'moved',
      startsAt: '2026-11-25T10:00:00.000Z',
      isNew: true,
      was: { startsAt: expect.stringContaining('2026-11-24T10:00:00') },
    },
  ])
  const result = {
    sourcedId: 'm',
    lineItemSourcedId: 'l',
    studentSourcedId: 'child',
    score: 4,
    scoreDate: '2026-11-20',
  }
  expect(await crm.put('results', [result])).toEqual(['m created'])
  expect((await parent.call('GET /v1/learning/mark/newest')).json()).toMatchObject([{ value: '4', isNew: true }])
  server.clock.now = new Date('2026-11-20T09:30:00Z')
  expect(await crm.put('results', [{ ...result, score: 5 }])).toEqual(['m changed'])
  const { rows: history } = await database().execute(sql`select value from mark_history`)
  expect([history, await database().select({ value: marks.value, at: marks.givenAt }).from(marks)]).toEqual([
    [{ value: '4' }],
    [{ value: '5', at: server.clock.now }],
  ])
  expect(await crm.put('results', [{ ...result, score: 5 }])).toEqual(['m unchanged'])
})

it('answers with the day of a mark at the school, whatever the day elsewhere', async () => {
  const result = { lineItemSourcedId: 'l', studentSourcedId: 'other', score: 4, scoreDate: '2026-10-01' }
  const given = { evening: '2026-10-01T20:30:00Z', night: '2026-10-01T21:30:00Z' }
  for (const [sourcedId, givenAt] of Object.entries(given)) {
    await crm.put('results', [{ ...result, sourcedId, 'metadata.givenAt': givenAt }])
    const day = { evening: '2026-10-01', night: '2026-10-02' }[sourcedId]
    expect((await crm.call(`GET /results/${sourcedId}`)).json()).toMatchObject({ scoreDate: day })
    expect(await crm.put('results', [{ sourcedId, status: 'tobedeleted' }])).toEqual([`${sourcedId} deleted`])
  }
})

it('a freed place offers itself to the waiting list', async () => {
  const groupId = await keyOf('classes', 'k')
  const places = async () =>
    (
      await database().select({ taken: studyGroups.placesTaken }).from(studyGroups).where(eq(studyGroups.id, groupId))
    )[0]
  expect(await places()).toEqual({ taken: 1 })
  const waiting = { sourcedId: 'w', classSourcedId: 'k', studentSourcedId: 'other', askedBySourcedId: 'parent' }
  expect(await crm.put('waitingList', [{ ...waiting, joinedAt: '2026-11-01T09:00:00Z' }])).toEqual(['w created'])
  const moment = { now: server.clock.now, timeZone: 'Europe/Moscow' }
  expect(await groupsToOffer(database(), moment)).toEqual([])
  expect(await crm.put('enrollments', [{ sourcedId: 'e', status: 'tobedeleted' }])).toEqual(['e deleted'])
  expect(await places()).toEqual({ taken: 0 })
  expect(await groupsToOffer(database(), moment)).toEqual([groupId])
  await database().transaction((transaction) => offerPlaces(transaction, groupId, moment))
  const held = await database().select({ state: waitingListEntries.state }).from(waitingListEntries)
  expect([held, await places()]).toEqual([[{ state: 'held' }], { taken: 1 }])
})

it('a contract comes with its payments, and operations close and conclude it, but not what is cancelled', async () => {
  const contract = {
    sourcedId: 'd',
    number: 'D-1',
    contractStatus: 'Open',
    createdAt: '2026-11-19T09:00:00Z',
    total: '1000.00',
    studentSourcedId: 'child',
    customerSourcedId: 'parent',
    classSourcedId: 'k',
    programSourcedId: 'c',
    campaignSourcedId: 'y',
    format: 'offline',
    paymentScheme: 'StepByStep',
  }
  const payment = (sourcedId: string, position: number, amount: string) => ({
    collection: 'payments',
    sourcedId,
    contractSourcedId: 'd',
    title: sourcedId,
    position,
    amount,
    dueOn: '2026-12-01',
    paymentStatus: 'Open',
  })
  expect(await crm.put('contracts', [contract])).toEqual(['d faulty total: not-the-total'])
  const parts = [{ ...payment('p-1', 1, '400.00'), kind: 'fund' }, payment('p-2', 2, '600.00')]
  expect(await crm.put('contracts', [contract, ...parts])).toEqual(['d created', 'p-1 created', 'p-2 created'])
  expect(await crm.put('contracts', [payment('p-2', 2, '500.00')])).toEqual(['p-2 faulty total: not-the-total'])
  const operation = (sourcedId: string, amount: string) => ({
    sourcedId,
    paymentSourcedId: 'p-1',
    kind: 'ReceivingDS',
    amount,
    at: '2026-11-20T08:00:00Z',
  })
  const state = async () => ({
    contracts: await database().select({ status: contracts.status }).from(contracts),
    payments: await database().select({ status: payments.status }).from(payments).orderBy(payments.position),
  })
  expect(await crm.put('operations', [operation('o-1', '150.00')])).toEqual(['o-1 created'])
  expect(await state()).toEqual({ contracts: [{ status: 'Open' }], payments: [{ status: 'Open' }, { status: 'Open' }] })
  expect(await crm.put('operations', [operation('o-2', '250.00')])).toEqual(['o-2 created'])
  expect(await state()).toEqual({
    contracts: [{ status: 'Concluded' }],
    payments: [{ status: 'Closed' }, { status: 'Open' }],
  })
  expect(await crm.put('operations', [operation('o-3', '1.00')])).toEqual(['o-3 faulty : constraint'])
  const cancelled = { ...payment('p-2', 2, '600.00'), paymentStatus: 'Canceled' }
  expect(await crm.put('contracts', [cancelled])).toEqual(['p-2 changed'])
  expect(await crm.put('operations', [{ ...operation('o-4', '600.00'), paymentSourcedId: 'p-2' }])).toEqual([
    'o-4 created',
  ])
  expect((await state()).payments).toEqual([{ status: 'Closed' }, { status: 'Canceled' }])
  expect(await crm.put('operations', [{ ...operation('o-5', '1.00'), kind: 'ReturnDS' }])).toEqual(['o-5 created'])
  expect((await state()).payments).toEqual([{ status: 'DeferredPayment' }, { status: 'Canceled' }])
  expect(await crm.put('contracts', [{ ...contract, contractStatus: 'Termination' }])).toEqual(['d changed'])
  expect(await crm.put('operations', [{ ...operation('o-6', '1.00'), kind: 'ReturnDS' }])).toEqual(['o-6 created'])
  expect((await state()).payments).toEqual([{ status: 'Canceled' }, { status: 'Canceled' }])
})

it('audits what a program changed', async () => {
  const entries = await database()
    .select({ detail: auditEntries.detail, command: auditEntries.command })
    .from(auditEntries)
    .where(eq(auditEntries.action, 'import.school'))
  expect(entries).toContainEqual({ detail: 'crm: contracts, payments 3', command: 'integration API' })
})

it('takes ten thousand records in one request', { tags: ['nightly'] }, async () => {
  const records = Array.from({ length: 10_000 }, (_, at) => ({
    sourcedId: `many-${at}`,
    classSourcedId: 'k',
    topic: `Lesson ${at}`,
    format: 'webinar',
    startsAt: '2026-12-01T10:00:00Z',
    endsAt: '2026-12-01T11:00:00Z',
  }))
  const results = await crm.put('lessons', records)
  expect(new Set(results.map((result) => result.split(' ')[1]))).toEqual(new Set(['created']))
})

it('every table of the import notes its changes', async () => {
  const { rows } = await database().execute<{ name: string }>(sql`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname in ('record_inserted', 'record_updated', 'record_deleted') group by relname having count(*) = 3
  `)
  const tables = new Set(formats.flatMap(({ table }) => (table ? [getTableName(table)] : [])))
  expect([...tables].filter((table) => !rows.some(({ name }) => name === table))).toEqual([])
})

it('lets only a program that may write roles change people with rights of administration', async () => {
  const people = await openServiceClient(server, { name: 'staff', scopes: 'people:write' })
  const { userId } = await server.signInAs({ roles: ['administrator'] })
  const administrator = { sourcedId: userId, givenName: 'Vera', familyName: 'Orlova', 'metadata.sub': 'stranger' }
  expect(await people.put('users', [administrator])).toEqual([`${userId} faulty : of-administrator`])
  expect(await crm.put('users', [administrator])).toEqual([`${userId} changed`])
})
