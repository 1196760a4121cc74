import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Address, type Call, methodOf, pathOf } from '#contract/call.ts'
import type { WriteCall } from '#contract/call-changes.ts'
import { declaredCalls } from '#contract/calls.ts'
import { rightsOfCalls } from '#contract/people/call-rights.ts'
import {
  type GuardianRight,
  type GuardianRights,
  guardianPresets,
  rightsOfPreset,
} from '#contract/people/guardian-rights.ts'
import { limitGuardians } from '#server/account-control/coming-of-age.ts'
import { baskets } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { changedBetween, checksumsOf } from '#tests/support/documents/checksums.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import type { Person } from '#tests/support/server/app.ts'

/**
 * Two separated parents: both have two children in common, with these rights for one of the parents, who also has
 * all rights for a child of another family. Beside them a guardian with all rights whose children have come of age, a guardian of
 * that other child, one whose pairs the school has ended, and a student.
 */
const relations = [...guardianPresets, 'viewer', 'enroller', 'ofAdults', 'other', 'former', 'student'] as const
type Relation = (typeof relations)[number]

/** The presets, and sets of the school's own: who sees contracts without paying, who enrols without paying or writing. */
const rightsOfRelation = {
  ...rightsOfPreset,
  viewer: { ...rightsOfPreset.informed, seesLearning: false, seesContracts: true },
  enroller: { ...rightsOfPreset.informed, enrols: true },
  ofAdults: rightsOfPreset.payer,
} satisfies Partial<Record<Relation, GuardianRights>>
type Guardian = keyof typeof rightsOfRelation
const guardians = Object.keys(rightsOfRelation) as Guardian[]

const { server } = openDemoSchool()
const people = {} as Record<Relation, Person>
let student: string
let plausible: Record<string, unknown>
let idsByPath: Record<string, string>
/** What only those with the right may read: ids and numbers, by right; `relation`: for every guardian. */
let secrets: Record<'seesLearning' | 'seesContracts' | 'enrols' | 'relation', ReadonlySet<string>>

beforeAll(async () => {
  const { database } = server.opened
  const list = async (query: ReturnType<typeof sql>) => {
    const { rows } = await database.execute<{ value: string }>(query)
    return rows.map(({ value }) => value)
  }
  const one = async (query: ReturnType<typeof sql>) => (await list(sql`${query} limit 1`))[0] ?? randomUUID()
  const family = await userOf('family')
  student = await userOf('student')
  const sibling = await one(
    sql`select child_id as value from guardianships where guardian_id = ${family} and child_id <> ${student} order by 1`,
  )
  const groupsOf = (id: string) => sql`(select group_id from group_memberships where student_id = ${id})`
  const stranger = await one(sql`
    select child_id as value from guardianships where guardian_id <> ${family}
      and child_id not in (select child_id from guardianships where guardian_id = ${family})
      and exists (select from contracts where student_id = child_id)
      and not exists (select from group_memberships where student_id = child_id
        and (group_id in ${groupsOf(student)} or group_id in ${groupsOf(sibling)}))
    order by 1`)
  const signIn = () => server.signInAs({ roles: ['parent'], group: 'parent', twoFactorLastCheck: server.clock.now })
  for (const relation of guardians) {
    const person = await signIn()
    people[relation] = person
    const pair = (childId: string, given: Guardian) => {
      // All rights, until the job limits them.
      if (given === 'ofAdults') return { guardianId: person.userId, childId }
      return { guardianId: person.userId, childId, ...rightsOfRelation[given], ageAppliedAt: server.clock.now }
    }
    await database
      .insert(guardianships)
      .values([pair(student, relation), pair(sibling, relation), pair(stranger, 'full')])
  }
  const other = await signIn()
  people.other = other
  await database.insert(guardianships).values({ guardianId: other.userId, childId: stranger })
  await comeOfAge([student, sibling])
  const former = await signIn()
  people.former = former
  const pavel = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: server.clock.now })
  for (const childId of [student, sibling]) {
    await database.insert(guardianships).values({ guardianId: former.userId, childId })
    const body = { reason: 'По решению суда' }
    const ended = await pavel.call(`POST /v1/admin/user/${childId}/guardian/${former.userId}/end`, { body })
    expect(ended.statusCode).toBe(204)
  }
  people.student = await server.signInAs({ roles: [], userId: student, group: 'student' })

  const ofStudent = sql`student_id = ${student}`
  const contract = await one(sql`
    select contracts.id as value from contracts join payments on contract_id = contracts.id
    where ${ofStudent} and contracts.status = 'Concluded' and group_id is not null
      and exists (select from operations where payment_id = payments.id and kind = 'ReceivingDS') order by 1`)
  const payment = await one(
    sql`select id as value from payments where contract_id = ${contract} order by status = 'Open' desc, position desc`,
  )
  const group = await one(sql`select group_id as value from contracts where id = ${contract}`)
  const otherGroup = await one(sql`
    select id as value from study_groups where id <> ${group}
      and (program_id, campaign_id) = (select program_id, campaign_id from study_groups where id = ${group}) order by 1`)
  const book = await one(sql`select id as value from grade_books where ${ofStudent} order by 1`)
  const campaignOfBasket = await one(sql`select campaign_id as value from study_groups where id = ${otherGroup}`)
  const basketId = randomUUID()
  await database.insert(baskets).values({
    ...{
      id: basketId,
      filledById: people.full.userId ?? '',
      studentId: student,
      groupId: otherGroup,
      price: 6_600_000,
    },
    campaignId: campaignOfBasket,
    paymentScheme: 'OnePayment',
    createdAt: server.clock.now,
  })
  const opportunity = await one(sql`select id as value from opportunities order by 1`)
  const offeredGroup = await one(
    sql`select group_id as value from opportunity_groups where opportunity_id = ${opportunity} order by 1`,
  )
  const campaign = await one(sql`select campaign_id as value from opportunities where id = ${opportunity}`)
  const by = people.full.userId
  const now = server.clock.now.toISOString()
  const [absence, transfer, wait, transferWait, autopay, pairingCode] = Array.from({ length: 6 }, () => randomUUID())
  const [waited, anotherWaited] = await list(
    sql`select id as value from study_groups where ends_on > '2026-12-31' and id not in (${group}, ${otherGroup}) order by 1 limit 2`,
  )
  for (const statement of [
    sql`insert into absences (id, student_id, reported_by_id, reason, starts_on, ends_on, created_at)
      values (${absence}, ${student}, ${by}, 'illness', '2026-12-10', '2026-12-11', ${now}::timestamptz)`,
    sql`insert into transfers (id, contract_id, student_id, from_group_id, to_group_id, requested_by_id, requested_at, month, effective_from, state, withdrawn_at)
      select ${transfer}::uuid, ${contract}::uuid, ${student}::uuid, ${group}::uuid, ${otherGroup}::uuid, ${by}::uuid, ${now}::timestamptz, '2026-11-01', '2026-12-07', 'withdrawn', ${now}::timestamptz`,
    sql`insert into waiting_list_entries (id, group_id, student_id, contract_id, requested_by_id, joined_at)
      values (${wait}, ${waited}, ${student}, null, ${by}, ${now}::timestamptz),
        (${transferWait}, ${anotherWaited}, ${student}, ${contract}, ${by}, ${now}::timestamptz)`,
    sql`insert into autopays (id, contract_id, person_id, state, saved_method, card_digits, terms_version, from_on, agreed_at, agreed_address)
      values (${autopay}, ${contract}, ${by}, 'on', 'a saved card', '4242', 1, '2026-11-01', ${now}::timestamptz, '')`,
    sql`insert into pairing_codes (id, child_id, kind, preset, code_hash, made_by, is_by_school, made_at, expires_at)
      values (${pairingCode}, ${student}, 'guardian', 'informed', 'a hash', ${by}, false, ${now}::timestamptz, '2027-01-01')`,
    sql`insert into enrolments (campaign_id, opportunity_id, group_id, student_id, enrolled_by_id, created_at)
      values (${campaign}, ${opportunity}, ${offeredGroup}, ${student}, ${by}, ${now}::timestamptz) on conflict do nothing`,
  ])
    await database.execute(statement)
  plausible = {
    ...{ secret: 'A'.repeat(43), other: student, number: '26-МАТ-00000001', code: '0000-0000-0000' },
    ...{ contractUuid: contract, contractId: contract, checkoutId: randomUUID() },
    ...{ amount: 100, paymentId: payment, groupUuid: otherGroup, groupId: group },
    ...{
      studentUuid: student,
      students: [student],
      userUuid: student,
      userId: student,
      child: student,
      subjectId: student,
    },
    ...{ bookUuid: book, provider: 'vk', month_date: '2026-11-01', date: '2026-11-20', year: 2026, search: 'сок' },
    operationId: await one(sql`
      select operations.id as value from operations join payments on payments.id = payment_id
      where contract_id = ${contract} and operations.kind = 'ReceivingDS' order by 1`),
    courseUuid: await one(sql`select course_id as value from grade_book_courses where book_id = ${book} order by 1`),
    termUuid: await one(sql`
      select id as value from terms where campaign_id = (select campaign_id from grade_books where id = ${book}) order by 1`),
    markUuid: await one(
      sql`select id as value from marks where book_id = ${book} and not absent and given_at <= ${now}::timestamptz order by given_at desc`,
    ),
    opportunityUuid: opportunity,
    campaignUuid: campaign,
    campaignOfBasket,
    offeredGroup,
    token: await one(sql`select token as value from offers order by 1`),
    territoryUuid: await one(sql`select id as value from territories order by 1`),
    groupUuids: [otherGroup],
    autopayId: autopay,
  }
  const course = await one(sql`select program_id as value from study_groups where id = ${otherGroup}`)
  idsByPath = {
    '/v1/catalog/basket/{id}': basketId,
    '/v1/catalog/basket/{id}/contract-link': basketId,
    '/v1/catalog/basket/{id}/contract-text': basketId,
    '/v1/catalog/course/{id}': course,
    '/v1/catalog/course/{id}/student/list': course,
    '/v1/schedule/absence/{id}': absence ?? '',
    '/v1/profile/pairing-code/{id}': pairingCode ?? '',
    '/v1/catalog/waiting-list/{id}': wait ?? '',
    '/v1/schedule/group/waiting-list/{id}': transferWait ?? '',
    '/v1/schedule/group/transfer/{id}': transfer ?? '',
    '/v1/schedule/enrolment/{id}': await one(sql`select id as value from enrolments where ${ofStudent} order by 1`),
  }

  const common = sql`(${student}::uuid, ${sibling}::uuid)`
  const ids = async (...queries: ReturnType<typeof sql>[]) => new Set((await Promise.all(queries.map(list))).flat())
  secrets = {
    seesLearning: await ids(
      sql`select id as value from grade_books where student_id in ${common}`,
      sql`select marks.id as value from marks join grade_books on grade_books.id = book_id where student_id in ${common}`,
      sql`select lessons.id as value from lessons where group_id in ${groupsOf(student)} or group_id in ${groupsOf(sibling)}`,
      sql`select id as value from exams where student_id in ${common}`,
      sql`select id as value from conversations where student_id in ${common}`,
      sql`select id as value from transfers where student_id in ${common}`,
      sql`select id as value from absences where student_id in ${common}`,
    ),
    seesContracts: await ids(
      sql`select number as value from contracts where student_id in ${common}`,
      sql`select payments.id as value from payments join contracts on contracts.id = contract_id where student_id in ${common}`,
      sql`select operations.id as value from operations join payments on payments.id = payment_id
        join contracts on contracts.id = contract_id where student_id in ${common}`,
      sql`select autopays.id as value from autopays join contracts on contracts.id = contract_id where student_id in ${common}`,
    ),
    enrols: await ids(
      sql`select ${basketId}::text as value`,
      sql`select id as value from waiting_list_entries where student_id in ${common}`,
    ),
    relation: await ids(
      sql`select id as value from users where id in ${common}`,
      sql`select id as value from contracts where student_id in ${common}`,
    ),
  }
})

/** Applies the eighteenth birthday of these students to the pairs about which the school has not decided. */
async function comeOfAge(childIds: readonly string[]): Promise<void> {
  const { database } = server.opened
  const isOneOf = inArray(personalDetails.userId, [...childIds])
  const before = await database.select().from(personalDetails).where(isOneOf)
  await database.delete(personalDetails).where(isOneOf)
  const updatedAt = server.clock.now
  await database.insert(personalDetails).values(childIds.map((userId) => ({ userId, bornOn: '2008-01-01', updatedAt })))
  for (const childId of childIds)
    await database.transaction((transaction) =>
      limitGuardians(transaction, childId, { now: updatedAt, timeZone: 'Europe/Moscow', kept: rightsOfPreset.payer }),
    )
  // The other relations are those of a minor.
  await database.delete(personalDetails).where(isOneOf)
  if (before.length > 0) await database.insert(personalDetails).values(before)
}

async function userOf(login: string): Promise<string> {
  const [user] = await server.opened.database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.subject, demoSubject(login)))
  return user?.id ?? ''
}

/** A request from the schema of the call, so that a new call is covered. */
function ask(person: Person, call: Call) {
  const path = pathOf(call.address)
  const query = new URLSearchParams(
    Object.entries(fill(call.query)).map(([name, value]) =>
      Array.isArray(value) ? [`${name}[]`, String(value[0])] : [name, String(value)],
    ),
  )
  return person.call(`GET ${addressed(path)}`, { query: query.toString() })
}

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

const isGuardian = (relation: Relation): relation is Guardian => relation in rightsOfRelation

function has(relation: Relation, needed: (typeof rightsOfCalls)[keyof typeof rightsOfCalls]): boolean {
  if (needed === 'own') return true
  if (!isGuardian(relation)) return false
  if (needed === 'relation') return true
  const wanted: readonly GuardianRight[] = typeof needed === 'string' ? [needed] : needed
  return wanted.every((right) => rightsOfRelation[relation][right])
}

/** The secrets in a text, by right. */
function foundIn(text: string, right: keyof typeof secrets): string[] {
  return [...secrets[right]].filter((secret) => text.includes(secret))
}

const kindsOfSecrets = ['seesLearning', 'seesContracts', 'enrols', 'relation'] as const
const rightsWithSecrets = kindsOfSecrets.filter((kind) => kind !== 'relation')
const calls = declaredCalls.map(({ call }) => call)
const reading = calls.filter(({ address }) => methodOf(address) === 'GET')

describe('A call that reads', () => {
  /** What the guardian with all rights reads of each call. */
  const whole = new Map<Address, { status: number; body: string }>()
  const revealing = new Set<Address>()
  const strangers = new Map<Address, string>()
  const withoutRequest = ({ userId }: Person, status: number, body: string) =>
    `${status} ${body.replace(/"requestId":"[^"]*"/, '').replaceAll(userId ?? '', 'the person')}`

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
      const { statusCode, body } = await ask(people[relation], call)
      if (statusCode === 500) leaks.push(`${call.address}: ${statusCode}`)
      const needed = rightsOfCalls[call.address as keyof typeof rightsOfCalls]
      // Students are their own; what they read of a sibling is none of theirs.
      for (const kind of kindsOfSecrets) {
        if (relation === 'student' || has(relation, kind)) continue
        const found = foundIn(body, kind)
        if (found.length > 0) leaks.push(`${call.address}: ${kind} ${found[0]}`)
      }
      if (!isGuardian(relation) || relation === 'full') continue
      const all = whole.get(call.address)
      if (needed === 'own' || all?.status !== 200) continue
      if (!has(relation, needed)) {
        // Neither counts nor sums nor errors say that there is more than the guardian of the other child has.
        // The lessons of a child who is seen are in the way of a course for another one.
        const isClash = call.address === 'GET /v1/catalog/course/{id}/student/list' && has(relation, 'seesLearning')
        if (isClash) continue
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
        (kind) => has(relation, kind) && foundIn(body, kind).length < foundIn(all.body, kind).length,
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
  'GET /v1/school-news/list',
  'GET /v1/school-news/{id}',
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
      ...{ studentUuid, reason: 'illness', startsOn: '2026-12-01', endsOn: '2026-12-02' },
    },
    'DELETE /v1/schedule/absence/{id}': undefined,
    'POST /v1/catalog/basket': { groupUuid, studentUuid, paymentScheme: 'OnePayment' },
    'POST /v1/catalog/waiting-list/join': { groupUuid, studentUuid },
    'DELETE /v1/catalog/waiting-list/{id}': undefined,
    'POST /v1/profile/autopay': { contractUuid, termsVersion: 1 },
    'POST /v1/profile/autopay/{autopayId}/stop': undefined,
    'POST /v1/profile/checkout': { lines: [{ paymentUuid: paymentId, amount: 100 }], method: 'card' },
    'POST /v1/profile/contract/create-by-grocery-basket': {
      ...{ groceryBasketUuid: idsByPath['/v1/catalog/basket/{id}'], campaignUuid: campaignOfBasket },
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
      ...{ subjectId: student, purpose: 'photographs', hash: '0'.repeat(64), isGiven: true, language: 'ru' },
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
        if (has(relation, rightsOfCalls[address])) continue
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
