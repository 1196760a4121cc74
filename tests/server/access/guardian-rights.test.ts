import { createHash, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Address, type Call, methodOf, pathOf } from '#contract/call.ts'
import type { WriteCall } from '#contract/call-changes.ts'
import { declaredCalls } from '#contract/calls.ts'
import { type NotificationCategory, notificationCategories } from '#contract/enumerations.ts'
import { rightsOfCalls } from '#contract/people/call-rights.ts'
import { type GuardianRight, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { type AnnouncedCollection, callsChangedByRecord } from '#contract/record-changes.ts'
import { findRefusedNotices } from '#server/access/notification-rights.ts'
import { announceChanges, announceRecords } from '#server/changes/announce-changes.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { renewFeed } from '#server/learning/feed/feeds.ts'
import { sendDigest } from '#server/notifications/send-digests.ts'
import { changedBetween, checksumsOf } from '#tests/support/documents/checksums.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import {
  addSeparatedParents,
  hasRight,
  isGuardian,
  type Relation,
  relations,
  rightsOfRelation,
  type SeparatedParents,
  words,
} from '#tests/support/schools/separated-parents.ts'
import type { Person } from '#tests/support/server/app.ts'
import { statementsOf } from '#tests/support/server/statements.ts'
import { readStream } from '#tests/support/streams/stream-reader.ts'

const { server } = openDemoSchool()
let people: SeparatedParents['people']
let student: string
let plausible: SeparatedParents['plausible']
let idsByPath: SeparatedParents['idsByPath']
let secrets: SeparatedParents['secrets']

beforeAll(async () => {
  const school = await addSeparatedParents(server)
  ;({ people, student, plausible, idsByPath, secrets } = school)
})

/** What is compared, in the order of the documentation. */
const kindsOfCells = {
  reads:
    'an answer has no id or number that the relation may not read, and one without the right is the same as that of a stranger: no count, sum or title more',
  tags: 'an answer about a child has no `ETag`, is not stored, and no tag of another parent is answered with 304',
  writes: 'a call without the right is refused and changes nothing',
  errors:
    'the answer about a closed record is the same as about one that does not exist, after the same statements of the database',
  searches:
    'a search for a word of closed records answers as one for a word that is nowhere, after the same statements',
  changes: 'an answer without the right stays the same, byte for byte, when closed records change',
  documents: 'the link of another parent opens nothing, and the text of a PDF names nothing that is closed',
  feeds: 'a calendar has lessons only with the right, and keeps its `ETag` when closed lessons change',
  stream: 'an open page is notified of a changed record only about answers that may show it',
  notifications: 'a notification about a child is listed and counted only with the right of its category',
  digests: 'a digest has a notification about a child only with the right of its category and that to be notified',
} as const
type KindOfCells = keyof typeof kindsOfCells
type Counts = Partial<Record<KindOfCells, number>>

/** Of the last try of each test: a test that is tried again counts once. */
const countsOfTests = new Map<string, Counts>()
let counts: Counts = {}
beforeEach(({ task }) => {
  counts = {}
  countsOfTests.set(task.id, counts)
})
const count = (kind: KindOfCells, number = 1) => {
  counts[kind] = (counts[kind] ?? 0) + number
}
const cellsOf = (kind: KindOfCells) =>
  [...countsOfTests.values()].reduce((sum, counted) => sum + (counted[kind] ?? 0), 0)

/** A request from the schema of the call, so that a new call is covered. */
function requestOf(call: Call, search?: string) {
  const path = pathOf(call.address)
  const values = { ...fill(call.query), ...(search !== undefined && { search }) }
  const query = new URLSearchParams(
    Object.entries(values).map(([name, value]) =>
      Array.isArray(value) ? [`${name}[]`, String(value[0])] : [name, String(value)],
    ),
  )
  return { address: `${methodOf(call.address)} ${addressed(path)}`, query: query.toString() }
}

function ask(person: Person, call: Call, headers: Record<string, string> = {}) {
  const { address, query } = requestOf(call)
  return person.call(address, { query, headers })
}

/** As `@fastify/etag` makes it. */
const tagOf = (body: string) => `W/"${createHash('sha256').update(body).digest('base64')}"`

const withoutRequest = ({ userId }: Person, status: number, body: string) =>
  `${status} ${body.replace(/"requestId":"[^"]*"/, '').replaceAll(userId ?? '', 'the person')}`

const neededOf = ({ address }: Call) => rightsOfCalls[address as keyof typeof rightsOfCalls]

/** The lessons of a child who is seen are in the way of a course for another one. */
const isClash = (call: Call, relation: Relation) =>
  call.address === 'GET /v1/catalog/course/{id}/student/list' && hasRight(relation, 'seesLearning')

function addressed(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((name === 'id' ? idsByPath[path] : plausible[name]) ?? randomUUID()),
  )
}

/** With all optional fields that have a plausible value. */
function fill(schema: z.ZodType | undefined): Record<string, unknown> {
  if (!schema) return {}
  type Json = { properties?: Record<string, { type?: string }> }
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name in plausible)
      .map(([name, { type }]) => [name, type === 'array' ? [plausible[name]].flat() : plausible[name]]),
  )
}

/** The secrets in a text, by right. */
function foundIn(text: string, right: keyof typeof secrets): string[] {
  return [...secrets[right]].filter((secret) => text.includes(secret))
}

const kindsOfSecrets = ['seesLearning', 'seesContracts', 'enrols', 'relation'] as const
const rightsWithSecrets = kindsOfSecrets.filter((kind) => kind !== 'relation')
const calls = declaredCalls.map(({ call }) => call)
const reading = calls.filter(({ address }) => methodOf(address) === 'GET')

/** What the guardian with all rights reads of each call. */
const whole = new Map<Address, { status: number; body: string }>()
/** What each relation without the right of a call is answered. */
const closed = new Map<Relation, Map<Call, string>>()

const withoutRight = relations.filter((relation) => relation !== 'full' && relation !== 'student')

describe('A call that reads', () => {
  const revealing = new Set<Address>()
  const strangers = new Map<Address, string>()

  beforeAll(async () => {
    for (const call of reading) {
      const { statusCode, body } = await ask(people.full, call)
      whole.set(call.address, { status: statusCode, body })
      const other = await ask(people.other, call)
      strangers.set(call.address, withoutRequest(people.other, other.statusCode, other.body))
      if (kindsOfSecrets.some((kind) => foundIn(body, kind).length > 0)) revealing.add(call.address)
    }
  })

  test.each(relations)('answers a relation of the kind «%s» with what its rights allow', async (relation) => {
    const leaks: string[] = []
    const missing: string[] = []
    for (const call of reading) {
      const needed = neededOf(call)
      const tag = tagOf(whole.get(call.address)?.body ?? '')
      const { statusCode, body, headers } = await ask(
        people[relation],
        call,
        needed === 'own' ? {} : { 'if-none-match': tag },
      )
      count('reads')
      if (statusCode === 500) leaks.push(`${call.address}: ${statusCode}`)
      if (needed !== 'own') {
        count('tags')
        const { etag = null, 'cache-control': control } = headers
        if (statusCode === 304 || etag !== null || control !== 'no-store')
          leaks.push(`${call.address}: ${etag} ${control}`)
      }
      // Students are their own; what they read of a sibling is none of theirs.
      for (const kind of kindsOfSecrets) {
        if (relation === 'student' || hasRight(relation, kind)) continue
        const found = foundIn(body, kind)
        if (found.length > 0) leaks.push(`${call.address}: ${kind} ${found[0]}`)
      }
      if (needed !== 'own' && !hasRight(relation, needed) && !isClash(call, relation)) {
        const answers = closed.get(relation) ?? new Map<Call, string>()
        closed.set(relation, answers.set(call, withoutRequest(people[relation], statusCode, body)))
      }
      if (!isGuardian(relation) || relation === 'full') continue
      const all = whole.get(call.address)
      if (needed === 'own' || all?.status !== 200) continue
      if (!hasRight(relation, needed)) {
        // Neither counts nor sums nor errors say that there is more than the guardian of the other child has.
        if (isClash(call, relation)) continue
        // It says which guardian of that other child the reader is: so only that it has no entry of this child.
        if (call.address === 'GET /v1/profile/guardian/list') {
          const children = (JSON.parse(body) as { studentUuid: string }[]).map(({ studentUuid }) => studentUuid)
          if (statusCode !== 200 || children.includes(student)) leaks.push(`${call.address}: ${children}`)
          continue
        }
        if (withoutRequest(people[relation], statusCode, body) !== strangers.get(call.address))
          leaks.push(`${call.address}: differs`)
        continue
      }
      // A basket is of the guardian who fills it.
      if (call.address.startsWith('GET /v1/catalog/basket/')) continue
      const lacks = rightsWithSecrets.some(
        (kind) => hasRight(relation, kind) && foundIn(body, kind).length < foundIn(all.body, kind).length,
      )
      if (statusCode !== 200 || lacks) missing.push(`${call.address}: ${statusCode}`)
    }
    expect({ leaks, missing }).toEqual({ leaks: [], missing: [] })
  })

  test('has something to hide wherever a right is declared, but for those whose answers have no ids of a child', () => {
    const declared = reading.filter(
      ({ address }) => rightsOfCalls[address as keyof typeof rightsOfCalls] !== 'own' && !revealing.has(address),
    )
    expect(declared.map(({ address }) => address).sort()).toEqual(withoutIds)
  })

  test('hides nothing where no right is declared', () => {
    const own = [...revealing].filter((address) => rightsOfCalls[address as keyof typeof rightsOfCalls] === 'own')
    expect(own).toEqual([])
  })
})

describe('When closed records change', () => {
  const feeds = new Map<Relation, { path: string; tag: string; text: string }>()
  const owners = relations.filter((relation) => relation !== 'student')
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const { statusCode, body, headers: answered } = await server.visitor.open(path, headers)
    return { status: statusCode, text: body, tag: String(answered.etag) }
  }

  beforeAll(async () => {
    const { database } = server.opened
    for (const relation of owners) {
      const secret = await renewFeed(database, {
        ownerId: people[relation].userId,
        roleGroup: 'parent',
        studentIds: [student],
        kinds: ['online', 'offline', 'exam-subjects', 'conversations', 'vacations', 'self-study'],
        createdAt: server.clock.now,
      })
      const path = `/calendar/${secret}.ics`
      feeds.set(relation, { path, ...(await read(path)) })
    }
    for (const statement of [
      sql`update lessons set topic = topic || ' и её история', place = 'Кабинет 777' where group_id in (select group_id from group_memberships where student_id = ${student})`,
      sql`update marks set comment = 'Переписано', given_at = given_at + interval '1 minute' where book_id in (select id from grade_books where student_id = ${student})`,
      sql`update contracts set number = number || '-Б' where student_id = ${student}`,
      sql`update absences set ends_on = ends_on + 1 where student_id = ${student}`,
      sql`update baskets set price = price + 100 where student_id = ${student}`,
      sql`update school_news set title = title || '!' where title = ${words.learning}`,
      sql`update tickets set content_html = content_html || '<p>Ещё</p>' where student_id = ${student}`,
    ])
      await database.execute(statement)
    const ofStudent = sql`select id from contracts where student_id = ${student}`
    await database.transaction(async (transaction) => {
      await transaction.execute(
        sql`update payments set due_on = due_on + 1, amount = amount + 100 where contract_id in (${ofStudent})`,
      )
      await transaction.execute(sql`
        update contracts set total = total + 100 * (select count(*) from payments where contract_id = contracts.id)
        where id in (${ofStudent})`)
    })
  })

  test.each(['payer', 'learning', 'viewer', 'former'] as const)('the answers to «%s» stay', async (relation) => {
    const changed: string[] = []
    for (const [call, before] of closed.get(relation) ?? []) {
      // The feeds are made here.
      if (call.address === 'GET /v1/schedule/feed-link') continue
      const { statusCode, body } = await ask(people[relation], call)
      if (withoutRequest(people[relation], statusCode, body) !== before) changed.push(call.address)
      count('changes')
    }
    expect(changed).toEqual([])
    expect(closed.get(relation)?.size).toBeGreaterThan(10)
  })

  test('those with the right are answered differently', async () => {
    const changed: string[] = []
    for (const [address, { status, body }] of whole) {
      const call = reading.find((one) => one.address === address) as Call
      if (status !== 200 || neededOf(call) === 'own') continue
      if ((await ask(people.full, call)).body !== body) changed.push(address)
    }
    expect(changed.length).toBeGreaterThan(12)
  })

  test.each(owners)('the calendar of «%s» changes only with the right', async (relation) => {
    const before = feeds.get(relation)
    const now = await read(before?.path ?? '', { 'if-none-match': feeds.get('full')?.tag ?? '' })
    const mayRead = hasRight(relation, 'seesLearning')
    const found = [...foundIn(`${before?.text} ${now.text}`, 'seesLearning')]
    expect({ status: now.status, hasLessons: found.length > 0, hasChanged: now.tag !== before?.tag }).toEqual({
      status: 200,
      hasLessons: mayRead,
      hasChanged: mayRead,
    })
    count('feeds', 2)
  })
})

/** Calls that need a right and whose answers have no id of the child here: compared with those of the other guardian. */
const withoutIds: string[] = [
  'GET /v1/catalog/basket/{id}/contract-text',
  'GET /v1/learning/unseen',
  'GET /v1/parent/children/grade-book/courses-without-journals',
  'GET /v1/parent/children/grade-book/journal-days',
  'GET /v1/parent/children/grade-book/marks',
  'GET /v1/parent/children/grade-book/score-journal',
  'GET /v1/parent/children/grade-book/settings',
  'GET /v1/parent/children/progress/trend',
  'GET /v1/parent/children/schedule/groups/to-change',
  'GET /v1/profile/checkout/list',
  'GET /v1/profile/checkout/methods',
  'GET /v1/profile/contract/{contractId}/payee',
  'GET /v1/schedule/feed-link',
  'GET /v1/schedule/group/waiting-list/list',
  'GET /{token}',
]

type GuardedWrite = {
  [Name in WriteCall]: (typeof rightsOfCalls)[Name] extends 'own' ? never : Name
}[WriteCall]

/** A request of each call that needs a right: about the student, as the guardian with all rights would make it. */
const bodies = (): Record<GuardedWrite, Record<string, unknown> | undefined> => {
  const { groupUuid, contractUuid, paymentId, campaignUuid, opportunityUuid, markUuid } = plausible
  const { campaignOfBasket, offeredGroup } = plausible
  const studentUuid = student
  return {
    'POST /v1/schedule/absence/create': {
      studentUuid,
      reason: 'illness',
      startsOn: '2026-12-01',
      endsOn: '2026-12-02',
    },
    'DELETE /v1/schedule/absence/{id}': undefined,
    'POST /v1/catalog/basket': { groupUuid, studentUuid, paymentScheme: 'OnePayment' },
    'POST /v1/catalog/waiting-list/join': { groupUuid, studentUuid },
    'DELETE /v1/catalog/waiting-list/{id}': undefined,
    'POST /v1/profile/autopay': { contractUuid, termsVersion: 1 },
    'POST /v1/profile/autopay/{autopayId}/stop': undefined,
    'POST /v1/profile/checkout': { lines: [{ paymentUuid: paymentId, amount: 100 }], method: 'card' },
    'POST /v1/profile/contract/create-by-grocery-basket': {
      groceryBasketUuid: idsByPath['/v1/catalog/basket/{id}'],
      campaignUuid: campaignOfBasket,
    },
    'DELETE /v1/catalog/basket/{id}': undefined,
    'POST /v1/profile/bill': { paymentUuids: [paymentId] },
    'POST /v1/learning/unseen/seen': { section: 'grade-book', at: server.clock.now.toISOString(), item: markUuid },
    'PATCH /v1/profile/notification/settings': { children: [{ id: student, channels: [] }] },
    'POST /v1/schedule/group/enroll': { campaignUuid, opportunityUuid, groupUuid: offeredGroup, studentUuid },
    'POST /v1/schedule/group/waiting-list/join': { contractUuid, groupUuid },
    'DELETE /v1/schedule/group/waiting-list/{id}': undefined,
    'POST /v1/schedule/feed-link': { students: [student], kinds: ['offline'] },
    'POST /v1/parent/children/schedule/groups/change': { contractUuid, groupUuid },
    'DELETE /v1/schedule/enrolment/{id}': undefined,
    'DELETE /v1/schedule/group/transfer/{id}': undefined,
    'POST /v1/profile/consent': {
      answers: [{ subjectId: student, purpose: 'photographs', hash: '0'.repeat(64), isGiven: true }],
      language: 'ru',
    },
    'POST /v1/profile/data-request/deletion': { subjectId: student },
    'POST /v1/profile/data-request/correction': { subjectId: student, wrong: 'Артем', right: 'Артём' },
    'PATCH /v1/profile/tax-deduction/particulars': { userUuid: student, bornOn: '2012-05-01' },
    'POST /v1/profile/tax-deduction/certificate': { year: 2026, studentUuid },
    'POST /v1/profile/pairing-code': { studentUuid: student, offer: { kind: 'guardian', preset: 'informed' } },
    'DELETE /v1/profile/pairing-code/{id}': undefined,
    'POST /v1/schedule/ticket/create': { contentHtml: '<p>Здравствуйте</p>', studentUuid },
  }
}

/** Without a payment provider they are refused to everyone, before the right. */
const ofProvider: readonly GuardedWrite[] = ['POST /v1/profile/checkout', 'POST /v1/profile/autopay']

/** Tables of the server's own bookkeeping. */
const bookkeeping = ['audit_entries', 'idempotency_keys', 'limit_counts', 'server_keys', 'sessions']

describe('A call that writes', () => {
  const write = async (person: Person, address: GuardedWrite, body: Record<string, unknown> | undefined) => {
    const [method, path = ''] = address.split(' ')
    const headers = { 'idempotency-key': randomUUID() }
    const { statusCode, body: answer } = await person.call(`${method} ${addressed(path)}`, { body, headers })
    return { status: statusCode, type: answer === '' ? '' : (JSON.parse(answer) as { type?: string }).type }
  }
  const isRefused = ({ status, type }: { status: number; type: string | undefined }) =>
    status === 404 || (status === 403 && type === 'role-missing')

  test.each(relations.filter((relation) => relation !== 'student'))(
    'is refused to «%s» without the right, and changes nothing',
    async (relation) => {
      const before = await checksumsOf(server.opened.database)
      const passed: string[] = []
      for (const [address, body] of Object.entries(bodies()) as [GuardedWrite, Record<string, unknown> | undefined][]) {
        if (hasRight(relation, rightsOfCalls[address])) continue
        count('writes')
        const answer = await write(people[relation], address, body)
        // Without a payment provider the method is refused to everyone, before the right.
        if (address === 'POST /v1/profile/checkout' && answer.status === 422) continue
        if (!isRefused(answer)) passed.push(`${address}: ${answer.status} ${answer.type}`)
      }
      expect(passed).toEqual([])
      const changed = changedBetween(before, await checksumsOf(server.opened.database))
      expect(changed.filter((name) => !bookkeeping.includes(name))).toEqual([])
    },
  )

  test('is not refused to the guardian with the right', async () => {
    const refused: string[] = []
    for (const [address, body] of Object.entries(bodies()) as [GuardedWrite, Record<string, unknown> | undefined][]) {
      if (ofProvider.includes(address)) continue
      const answer = await write(people.full, address, body)
      if (isRefused(answer)) refused.push(`${address}: ${answer.status} ${answer.type}`)
    }
    expect(refused).toEqual([])
  })
})

/** Records of the student that an answer could reveal, by the right to see them. */
function recordsOf(right: GuardianRight): unknown[] {
  const path = (address: string) => idsByPath[address]
  const { contractUuid, paymentId, operationId, autopayId, bookUuid, markUuid } = plausible
  const records: Partial<Record<GuardianRight, unknown[]>> = {
    seesContracts: [contractUuid, paymentId, operationId, autopayId],
    seesLearning: [
      bookUuid,
      markUuid,
      path('/v1/schedule/absence/{id}'),
      path('/v1/schedule/group/transfer/{id}'),
      path('/v1/school-news/{id}'),
    ],
    enrols: [
      path('/v1/catalog/basket/{id}'),
      path('/v1/catalog/waiting-list/{id}'),
      path('/v1/schedule/group/waiting-list/{id}'),
      path('/v1/schedule/enrolment/{id}'),
    ],
  }
  return records[right] ?? []
}

describe('A closed record', () => {
  test.each(withoutRight)('is to «%s» as one that does not exist, after the same statements', async (relation) => {
    const hidden = (['seesContracts', 'seesLearning', 'enrols'] as const)
      .filter((right) => !hasRight(relation, right))
      .flatMap(recordsOf)
    // A guardian knows that the child exists.
    const unknown = isGuardian(relation) ? hidden : [...hidden, student]
    const withoutRecords = (text: string) =>
      unknown.reduce<string>((changed, id) => changed.replaceAll(String(id), randomUUID()), text)
    const written = bodies()
    const asked = calls.flatMap((call) => {
      const needed = neededOf(call)
      if (needed === 'own' || hasRight(relation, needed)) return []
      const request = JSON.stringify({ ...requestOf(call), body: written[call.address as GuardedWrite] })
      const missing = withoutRecords(request)
      return request === missing ? [] : [{ call, requests: [request, missing] }]
    })
    const compare = async ({ call, requests }: (typeof asked)[number]) => {
      const answers: { answer: string; statements: string[] }[] = []
      for (const request of requests) {
        let answer = ''
        const statements = await statementsOf(async () => {
          const { address, query, body } = JSON.parse(request) as { address: string; query: string; body?: object }
          const headers = { 'idempotency-key': randomUUID() }
          const given = await people[relation].call(address, { query, headers, ...(body && { body }) })
          answer = withoutRequest(people[relation], given.statusCode, given.body)
        })
        answers.push({ answer, statements: statements.map(({ text }) => text) })
      }
      const [real, missing] = answers.map(({ answer, statements }) => [answer, ...statements])
      const at = real?.findIndex((line, index) => line !== missing?.[index]) ?? -1
      const isSame = at === -1 && real?.length === missing?.length
      return isSame ? null : `${call.address}: ${real?.[at] ?? 'nothing'} and ${missing?.[at] ?? 'nothing'}`
    }
    const differences: string[] = []
    for (const one of asked) {
      count('errors')
      // A statement that belongs to no request, or that a limit writes once a minute, is not there the second time.
      if ((await compare(one)) === null) continue
      const again = await compare(one)
      if (again !== null) differences.push(again)
    }
    expect(differences.join('\n')).toBe('')
    expect(asked.length).toBeGreaterThan(5)
  })

  test.each(withoutRight)('is not found by a search of «%s»', async (relation) => {
    const searching = reading.filter(
      ({ query, access }) =>
        JSON.stringify(query ? z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) : {}).includes(
          '"search"',
        ) && !JSON.stringify(access).includes('admin'),
    )
    expect(searching.map(({ address }) => address)).toContain('GET /v1/schedule/ticket/list')
    const { rows } = await server.opened.database.execute<{ number: string }>(
      sql`select number from contracts where id = ${plausible.contractUuid}`,
    )
    const seen = async (call: Call, search: string) => {
      let answer = ''
      const statements = await statementsOf(async () => {
        const { address, query } = requestOf(call, search)
        const { statusCode, body } = await people[relation].call(address, { query })
        answer = `${statusCode} ${body}`
      })
      return { answer, statements: statements.map(({ text }) => text) }
    }
    for (const call of searching) {
      for (const word of [words.ticket, words.learning, rows[0]?.number ?? '']) {
        // The catalog reads letters and digits in different ways, and of letters those that are signs in the other layout.
        const nowhere = await seen(
          call,
          word.replaceAll(/[А-я]/g, (letter) => (/[хъжэбю]/i.test(letter) ? 'ж' : 'ы')).replaceAll(/\d/g, '9'),
        )
        expect({ call: call.address, word, ...(await seen(call, word)) }).toEqual({
          call: call.address,
          word,
          ...nowhere,
        })
        count('searches')
      }
    }
  })
})

describe('A document', () => {
  const linksIn = (body: string) => [...body.matchAll(/\/api\/v1\/document\/[^"]+/g)].map(([url]) => url)
  const linksOf = (relation: Relation) =>
    Promise.all(reading.filter(({ address }) => address.includes('-link')).map((call) => ask(people[relation], call)))

  test.each(withoutRight)('of another parent is not opened by «%s»', async (relation) => {
    const links = [...whole.values()].flatMap(({ body }) => linksIn(body))
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) {
      expect([link, (await people[relation].open(link)).statusCode]).toEqual([link, 404])
      count('documents')
    }
  })

  test.each([
    ['viewer', 3, ['seesContracts']],
    ['learning', 1, ['seesLearning']],
  ] as const)(
    'of «%s» names nothing that is closed, and its link ends with the right',
    async (relation, number, held) => {
      const { database } = server.opened
      const { userId } = people[relation]
      const links = (await linksOf(relation)).flatMap(({ statusCode, body }) =>
        statusCode === 200 ? linksIn(body) : [],
      )
      const texts = await Promise.all(
        links.map(async (link) => {
          const { rawPayload, statusCode } = await people[relation].open(link)
          expect(statusCode).toBe(200)
          return (await readPdf(rawPayload)).pages.join(' ')
        }),
      )
      expect(texts).toHaveLength(number)
      const list = async (query: ReturnType<typeof sql>) =>
        (await database.execute<{ value: string }>(query)).rows.map(({ value }) => value)
      const family = sql`select guardian_id from guardianships where child_id = ${student} and guardian_id <> ${userId}`
      const customers = sql`select customer_id from contracts where student_id = ${student}`
      const ofRight = {
        seesLearning: await list(sql`
        select distinct topic as value from lessons where length(topic) > 12
          and group_id in (select group_id from group_memberships where student_id = ${student})`),
        seesContracts: [
          ...(await list(sql`select number as value from contracts where student_id = ${student}`)),
          ...(await list(sql`
          select distinct replace(to_char(amount / 100, 'FM999,999,999'), ',', ' ') as value from payments
          join contracts on contracts.id = contract_id where student_id = ${student} and amount >= 100000`)),
          ...(await list(sql`select last_name as value from users where id in (${customers}) and id in (${family})`)),
        ],
      }
      const contacts = await list(
        sql`select unnest(array[email, phone]) as value from users where id in (${family}) and id not in (${customers})`,
      )
      const forbidden = [
        ...(['seesLearning', 'seesContracts'] as const).flatMap((right) => (held[0] === right ? [] : ofRight[right])),
        words.learning,
        words.ticket,
        ...contacts,
      ].filter(Boolean)
      expect(forbidden.length).toBeGreaterThan(4)
      const whole = texts.join(' ').replaceAll(/\s+/g, ' ')
      expect(forbidden.filter((word) => whole.includes(word))).toEqual([])
      count('documents', texts.length)

      const isPair = and(eq(guardianships.guardianId, userId), eq(guardianships.childId, student))
      await database
        .update(guardianships)
        .set({ ...rightsOfPreset.informed, seesLearning: false })
        .where(isPair)
      for (const link of links) {
        expect((await people[relation].open(link)).statusCode).toBe(404)
        count('documents')
      }
      await database.update(guardianships).set(rightsOfRelation[relation]).where(isPair)
    },
  )
})

test('An open page is notified only of changed records that its answers may show', async () => {
  const { database } = server.opened
  if (!server.app.server.listening) await server.app.listen({ host: 'localhost', port: 0 })
  const address = `http://localhost:${(server.app.server.address() as AddressInfo).port}`
  const { rows } = await database.execute<{ lesson: string; ticket: string }>(sql`
    select (select id from lessons where group_id = ${plausible.groupId} limit 1) as lesson,
      (select id from tickets where student_id = ${student} and content_html like ${`%${words.ticket}%`}) as ticket`)
  const { lesson, ticket } = rows[0] as { lesson: string; ticket: string }
  const certificate = 'bbbbbbbb-0000-4000-8000-000000000001'
  await database.execute(sql`
    insert into tax_certificates (id, number, year, applicant_id, student_id, amount, requested_at)
    values (${certificate}, '2025-900001', 2025, ${student}, ${student}, 100, ${server.clock.now.toISOString()}::timestamptz)
    on conflict do nothing`)
  const ids: Partial<Record<AnnouncedCollection, unknown>> = {
    users: student,
    lessons: lesson,
    lessonChanges: lesson,
    gradeBooks: plausible.bookUuid,
    contracts: plausible.contractUuid,
    payments: plausible.paymentId,
    operations: plausible.operationId,
    transfers: idsByPath['/v1/schedule/group/transfer/{id}'],
    waitingList: idsByPath['/v1/catalog/waiting-list/{id}'],
    choices: idsByPath['/v1/schedule/enrolment/{id}'],
    tickets: ticket,
    taxCertificates: certificate,
  }
  /** Of records that are their author's alone. */
  const owners: Partial<Record<AnnouncedCollection, Relation>> = { taxCertificates: 'student', tickets: 'full' }
  const all = relations.map((relation) => people[relation].userId)
  await using closing = new AsyncDisposableStack()
  const streams = new Map<Relation, Awaited<ReturnType<typeof readStream>>>()
  for (const relation of relations) streams.set(relation, closing.use(await readStream(address, people[relation])))
  await Promise.all([...streams.values()].map((stream) => stream.until(1)))
  const wrong: string[] = []
  for (const collection of Object.keys(callsChangedByRecord) as AnnouncedCollection[]) {
    const before = new Map([...streams].map(([relation, { events }]) => [relation, events.length]))
    await database.transaction(async (transaction) => {
      await announceRecords(transaction, collection, [{ id: ids[collection], studentId: student }])
      await announceChanges(transaction, { userIds: all, calls: ['GET /v1/system/menu'] })
    })
    for (const [relation, stream] of streams) {
      const from = before.get(relation) ?? 0
      const isMarker = ({ data }: { data: unknown }) => JSON.stringify(data).includes('GET /v1/system/menu')
      let until = from + 1
      while (!(await stream.until(until)).slice(from).some(isMarker)) until += 1
      const received = stream.events.slice(from).filter((event) => !isMarker(event))
      const announced = received.flatMap(({ data }) => (data as { calls: (keyof typeof rightsOfCalls)[] }).calls)
      count('stream')
      const guarded = callsChangedByRecord[collection].filter((call) => rightsOfCalls[call] !== 'own')
      const mayRead = (call: keyof typeof rightsOfCalls) => hasRight(relation, rightsOfCalls[call])
      const owner = owners[collection]
      const isNotified = owner
        ? relation === owner
        : relation === 'student' ||
          (guarded.some(mayRead) && (collection !== 'waitingList' || hasRight(relation, 'enrols')))
      const extra = relation === 'student' ? [] : announced.filter((call) => !mayRead(call))
      if (isNotified !== announced.length > 0 || extra.length > 0)
        wrong.push(`${collection} to ${relation}: ${isNotified} ${announced.length} ${extra}`)
    }
  }
  expect(wrong).toEqual([])
})

describe('A notification about a child', () => {
  const rightOf: Record<NotificationCategory, 'relation' | GuardianRight> = {
    lessons: 'seesLearning',
    marks: 'seesLearning',
    homework: 'seesLearning',
    payments: 'seesContracts',
    documents: 'seesContracts',
    enrolment: 'enrols',
    tickets: 'relation',
    events: 'relation',
    news: 'relation',
    security: 'relation',
  }

  test.each(relations.filter((relation) => relation !== 'student'))(
    'is listed and counted to «%s» by its right',
    async (relation) => {
      const { database } = server.opened
      const { userId } = people[relation]
      const unread = async () =>
        (await people[relation].call('GET /v1/profile/notification/unread')).json<{ count: number }>().count
      const before = await unread()
      const round = randomUUID()
      await database.insert(notifications).values(
        notificationCategories.map((category) => ({
          userId,
          category,
          kind: 'lesson-moved',
          studentId: student,
          path: '/schedule?mode=matrix',
          at: server.clock.now,
          key: `${category} ${round}`,
          groupKey: `${category} ${round}`,
          values: { ru: lessonOf(category), en: lessonOf(category) },
        })),
      )
      const visible = notificationCategories.filter((category) => hasRight(relation, rightOf[category]))
      expect((await unread()) - before).toBe(visible.length)
      const refused = await findRefusedNotices(
        database,
        notificationCategories.map((category) => ({ recipient: { id: userId }, studentId: student, category })),
      )
      expect(notificationCategories.filter((_, position) => !refused.has(position))).toEqual(
        visible.filter((category) => {
          const right = rightOf[category]
          return hasRight(relation, right === 'relation' ? 'isNotified' : [right, 'isNotified'])
        }),
      )
      await database
        .update(users)
        .set({ email: `${userId}@mail.example` })
        .where(eq(users.id, userId))
      await database.update(notifications).set({ awaitsDigest: true }).where(eq(notifications.userId, userId))
      const time = { now: server.clock.now, timeZone: server.env.TIME_ZONE, texts: server.env.CONSENTS }
      await database.transaction((transaction) => sendDigest(transaction, userId, time))
      const isDigest = and(eq(deliveries.userId, userId), eq(deliveries.kind, 'digest'))
      const digests = await database.select().from(deliveries).where(isDigest)
      const sent = JSON.stringify(digests.map(({ values }) => values))
      for (const category of notificationCategories) {
        const right = rightOf[category]
        const isSent = hasRight(relation, right === 'relation' ? 'isNotified' : [right, 'isNotified'])
        expect([category, sent.includes(`${words.learning} ${category}`)]).toEqual([category, isSent])
        count('digests')
        const { body } = await people[relation].call('GET /v1/profile/notification/list', {
          query: `category=${category}`,
        })
        expect([category, body.includes('mode=matrix')]).toEqual([category, visible.includes(category)])
        count('notifications', 3)
      }
    },
  )
  const lessonOf = (category: NotificationCategory) => ({
    title: `${words.learning} ${category}`,
    student: 'Мария',
    was: 'сегодня',
    at: 'завтра',
    place: '204',
  })
})

test('The cells are counted in the documentation', async ({ annotate }) => {
  const kinds = Object.keys(kindsOfCells) as KindOfCells[]
  const rows = kinds.map((kind) => `| ${kind} | ${cellsOf(kind)} | ${kindsOfCells[kind]} |`)
  const total = kinds.reduce((sum, kind) => sum + cellsOf(kind), 0)
  await annotate(`${total} cells: ${kinds.map((kind) => `${kind} ${cellsOf(kind)}`).join(', ')}`)
  const text = [
    '# Cells of the matrix of rights',
    '',
    `Written by \`tests/server/access/guardian-rights.test.ts\`, which makes every call in ${relations.length} relations to two children in common. A cell is one answer, event or document that is compared with what the relation may see ([decision 115](decisions/115-rights-of-guardians.md)).`,
    '',
    '| kind | cells | what is compared |',
    '|---|---|---|',
    ...rows,
    `| all | ${total} | |`,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../docs/rights-matrix.md')
})
