import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { declaredCalls } from '#contract/calls.ts'
import type { Contract, Operation } from '#contract/enrolment/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { takeFreePlace } from '#server/enrolment/groups/places.ts'
import { type DemoLogin, demoAccounts, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { exportBundle } from '#server/integration/export/export-bundle.ts'
import { describeFinding } from '#server/integration/format-types/reasons.ts'
import { formats } from '#server/integration/formats/units.ts'
import { importSchool } from '#server/integration/import-runs/import-school.ts'
import { offerTokenOf } from '#src/api/programme-2035.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const now = new Date('2026-11-20T09:00:00Z')
const directory = mkdtempSync(join(tmpdir(), 'personal-account-round-trip-'))
afterAll(() => rmSync(directory, { recursive: true }))

// Every account of the demo, among few other families.
const demo = openDemoSchool({ now, families: 12 })
const other = openForSuite(() => openTestApp({ now }))
const bundle = join(directory, 'school.zip')

const imported = (isAgain = false) => {
  const faults: string[] = []
  return importSchool(other.opened.database, bundle, {
    now: other.clock.now,
    timeZone: 'Europe/Moscow',
    onFault: (fault) => void (isAgain || faults.length > 20 || faults.push(describeFinding(fault, 'en'))),
  }).then((report) => ({ ...report, faults }))
}

test('The exported school is imported into an empty database without faults, and a second time without changes', async () => {
  await enrolInPaid(demo.server)
  await exportBundle(demo.server.opened.database, bundle, 'Europe/Moscow')
  const first = await imported()
  expect(first.faults).toEqual([])
  const second = await imported()
  expect(second.files.filter(({ read, unchanged }) => read !== unchanged)).toEqual([])
})

test('An export that cannot be written says why, and leaves no file', async () => {
  const path = join(directory, 'full.zip')
  symlinkSync('/dev/full', `${path}.unfinished`)
  const { database } = demo.server.opened
  await expect(exportBundle(database, path, 'Europe/Moscow')).rejects.toThrow(/full\.zip cannot be written .*ENOSPC/)
  expect([existsSync(path), existsSync(`${path}.unfinished`)]).toEqual([false, false])
  await expect(exportBundle(database, bundle, 'Europe/Moscow')).rejects.toThrow('already exists')
})

/** What belongs to the installation: the audit log, sessions, keys, addresses with secrets in them, and online payments. */
const ofInstallation = [
  'GET /v1/admin/audit/list',
  'GET /v1/admin/sign-in-failure/list',
  'GET /v1/admin/unmapped-role/list',
  'GET /v1/admin/pending-work',
  'GET /v1/admin/work-queue/{queue}/list',
  'GET /v1/admin/user/{id}/autopay/list',
  'GET /v1/admin/user/{id}/termination/list',
  'GET /v1/admin/contract/{contractId}',
  'GET /v1/admin/contract/{contractId}/document-link',
  'GET /v1/admin/contract/{contractId}/termination/preview',
  'GET /v1/profile/contract/{contractId}/termination/preview',
  'GET /v1/admin/user/{id}/checkout/list',
  'GET /v1/admin/checkout/{checkoutId}/refund/preview',
  'GET /v1/profile/autopay/list',
  'GET /v1/profile/checkout/list',
  'GET /v1/profile/checkout/{checkoutId}',
  'GET /v1/admin/user/{id}/delivery/list',
  'GET /v1/profile/visit/list',
  'GET /v1/profile/notification/list',
  'GET /v1/profile/notification/unread',
  'GET /v1/profile/session/list',
  'GET /v1/profile/consent/list',
  'GET /v1/profile/data-request/list',
  'GET /v1/profile/data-request/deletion-preview',
  'GET /v1/admin/data-request/{id}',
  'GET /v1/profile/push-subscription/list',
  'GET /v1/push-subscription/key',
  'GET /v1/schedule/feed-link',
  'GET /v1/profile/join/preview',
  'GET /v1/profile/guardian/list',
  'GET /v1/admin/user/{id}/pairing-code/list',
  'GET /v1/auth/logout-link',
  'GET /v1/learning/record-book-link',
]
const calls = declaredCalls
  .map(({ call }) => call)
  .filter(({ address }) => address.startsWith('GET ') && !ofInstallation.includes(address))

type Parameters = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: answers of all calls, read by the tables below
type Answers = Record<string, any>

const ids = (items: Parameters[] = []): Parameters[] => items.map(({ id, uuid = id }) => ({ id: uuid ?? '' }))
const books = (answers: Answers): Parameters[] => [
  ...(answers['GET /v1/student/grade-book/books']?.books ?? []).map((book: { uuid: string }) => ({
    bookUuid: book.uuid,
  })),
  ...(answers['GET /v1/parent/children/grade-book/list'] ?? []).flatMap((child: Answers) =>
    child.books.map((book: { uuid: string }) => ({ bookUuid: book.uuid, studentUuid: child.student.uuid })),
  ),
]
const marks = (answers: Answers): Parameters[] =>
  (answers['GET /v1/learning/mark/newest'] ?? []).map(
    ({ uuid, bookUuid, courseUuid, termUuid, studentUuid }: Parameters) => ({
      markUuid: uuid,
      bookUuid,
      courseUuid,
      termUuid,
      studentUuid,
    }),
  )
const marksOfCourses = (answers: Answers): Parameters[] =>
  marks(answers).map(({ courseUuid = '', ...rest }) => ({ ...rest, 'courseUuid[]': courseUuid }))
const contracts = (answers: Answers): Parameters[] =>
  (answers['GET /v1/profile/contract/list'] ?? []).map(({ uuid, payments }: Answers) => ({
    contractId: uuid,
    contractUuid: uuid,
    paymentId: payments[0]?.uuid,
    operationId: payments.flatMap(({ operations }: Answers) => operations).find(({ hasReceipt }: Answers) => hasReceipt)
      ?.uuid,
  }))
const baskets = (answers: Answers): Parameters[] =>
  (answers['GET /v1/catalog/basket/list'] ?? []).map(({ groceryBasketUuid, student }: Answers) => ({
    id: groceryBasketUuid,
    studentUuid: student.uuid,
  }))
const courses = (answers: Answers): Parameters[] => ids(answers['GET /v1/catalog/course/list']?.items)
const groupsOfCourses = (answers: Answers): Parameters[] =>
  (answers['GET /v1/catalog/course/list']?.items ?? [])
    .slice(0, 1)
    .map(({ groups: [group] }: { groups: Parameters[] }) => ({ 'groupUuids[]': group?.groupUuid }))
const tickets = (answers: Answers): Parameters[] => [
  ...ids(answers['GET /v1/schedule/ticket/list']),
  ...ids(answers['GET /v1/admin/ticket/queue']?.items),
]
const people = (answers: Answers): Parameters[] => ids(answers['GET /v1/admin/user/list']?.items)
const offers = (answers: Answers): Parameters[] => {
  const token = answers['GET /v1/system/menu'] && offerTokenOf(answers['GET /v1/system/menu'])
  return token ? [{ token }] : []
}
const schoolNews = (answers: Answers): Parameters[] => ids(answers['GET /v1/school-news/list']?.items)
const groupsToChange = (answers: Answers): Parameters[] => {
  const of = Object.entries(answers).find(([address]) => address.includes('groups/to-change?contractUuid='))
  const [, contractUuid] = /contractUuid=([^&]*)/.exec(of?.[0] ?? '') ?? []
  return contractUuid ? of?.[1].map(({ groupUuid }: Parameters) => ({ contractUuid, groupUuid })) : []
}
const progressGroups = (answers: Answers): Parameters[] =>
  (answers['GET /v1/parent/children/progress/groups'] ?? []).map(({ groupId, studentUuid }: Parameters) => ({
    groupId,
    studentUuid,
  }))

/** Where the parameters of a call come from: answers of the same person. A new call needs a row. */
const parametersOf: Record<string, (answers: Answers) => Parameters[]> = {
  'GET /v1/parent/children/schedule/list': () => [{ month_date: '2026-11-20' }],
  'GET /v1/student/schedule/list': () => [{ month_date: '2026-11-20' }],
  'GET /v1/learning/homework/list': () => [{ date: '2026-11-20' }],
  'GET /v1/profile/tax-deduction': () => [{ year: '2025' }, { year: '2026' }],
  'GET /v1/profile/account/iam-oauth-url/{provider}': () => [],
  'GET /v1/auth/not-me/{secret}': () => [],
  'GET /v1/contract-verification': () => [{ number: '26-МАТ-00000001', code: '0000-0000-0000' }],
  'GET /v1/admin/import/{id}': () => [],
  'GET /v1/admin/webhook/{id}/delivery/list': () => [],
  'GET /v1/admin/contract/search': () => [{ search: 'сокол' }],
  'GET /v1/admin/user/{id}': people,
  'GET /v1/admin/ticket/{id}': tickets,
  'GET /v1/schedule/ticket/{id}': tickets,
  'GET /v1/school-news/{id}': schoolNews,
  'GET /v1/catalog/course/{id}': courses,
  'GET /v1/catalog/course/{id}/student/list': courses,
  'GET /v1/catalog/group/list': groupsOfCourses,
  'GET /v1/catalog/group/student/list': groupsOfCourses,
  'GET /v1/catalog/basket/{id}': baskets,
  'GET /v1/catalog/basket/{id}/contract-link': baskets,
  'GET /v1/catalog/basket/{id}/contract-text': baskets,
  'GET /v1/profile/contract/{contractId}/history': contracts,
  'GET /v1/profile/contract/{contractId}/payee': contracts,
  'GET /v1/profile/contract/{contractId}/signing': contracts,
  'GET /v1/admin/contract/{contractId}/signing': contracts,
  'GET /v1/profile/contract/{contractId}/document-link': contracts,
  'GET /v1/profile/contract/{contractId}/payment/{paymentId}/bill-link': contracts,
  'GET /v1/profile/contract/{contractId}/operation/{operationId}/receipt-link': contracts,
  'GET /v1/parent/children/schedule/groups/to-change': contracts,
  'GET /v1/student/schedule/groups/to-change': contracts,
  'GET /v1/schedule/group/preview': groupsToChange,
  'GET /{token}': offers,
  'GET /v1/schedule/offer/{token}/student/list': offers,
  'GET /v1/parent/children/progress/list': progressGroups,
  'GET /v1/parent/children/progress/trend': progressGroups,
  'GET /v1/parent/children/grade-book/settings': books,
  'GET /v1/student/grade-book/settings': books,
  'GET /v1/parent/children/grade-book/courses-without-journals': books,
  'GET /v1/student/grade-book/courses-without-journals': books,
  'GET /v1/parent/children/grade-book/marks': marksOfCourses,
  'GET /v1/student/grade-book/marks': marksOfCourses,
  'GET /v1/parent/children/grade-book/mark-details': marks,
  'GET /v1/student/grade-book/mark-details': marks,
  'GET /v1/parent/children/grade-book/journal-days': marks,
  'GET /v1/student/grade-book/journal-days': marks,
  'GET /v1/parent/children/grade-book/score-journal': marks,
  'GET /v1/student/grade-book/score-journal': marks,
}
const isAnswered = new Set<string>()

/** Together they are answered by every call. */
const accountsOfAllCalls: DemoLogin[] = ['family', 'parent', 'student', 'academy-student', 'spo-student', 'mixed']

for (const { login } of demoAccounts)
  test(`Every call that ${login} makes is answered equally`, {
    tags: accountsOfAllCalls.includes(login) ? [] : ['nightly'],
  }, async () => {
    const [one, another] = [await answersOf(demo.server, login), await answersOf(other, login)]
    expect(ofSchool(another)).toEqual(ofSchool(one))
  })

/**
 * Runs of imports are of the installation. So is a termination, like the online payments that it returns; its contract is of
 * the school.
 */
function ofSchool(answers: Answers): Answers {
  const isOwn = (key: string) => key === 'termination' || key.startsWith('GET /v1/admin/import/list')
  return JSON.parse(JSON.stringify(answers, (key, value) => (isOwn(key) ? undefined : value)))
}

test('Every call with parameters was answered to an account, apart from those that need more than a school', () => {
  const needMore = [
    'GET /v1/profile/account/iam-oauth-url/{provider}',
    'GET /v1/admin/import/{id}',
    'GET /v1/admin/user/{id}/join/preview',
    'GET /v1/admin/webhook/{id}/delivery/list',
    // Contracts that wait for a signature: an import brings none.
    'GET /v1/profile/contract/{contractId}/signing',
    'GET /v1/admin/contract/{contractId}/signing',
    'GET /v1/auth/redirect-to-oauth-provider',
    'GET /v1/auth/not-me/{secret}',
  ]
  expect(
    calls
      .map(({ address }) => address)
      .filter((address) => !isAnswered.has(address))
      .sort(),
  ).toEqual(needMore.sort())
})

const tables = new Set(formats.flatMap(({ table }) => (table ? [getTableName(table)] : [])))

test.each([...tables, 'user_roles', 'guardianships'])('All rows of %s are equal', async (table) => {
  const rows = async ({ opened: { database } }: TestApp) => {
    // What a file gives is set by the school, also the rights of a pair that a code has made.
    const ofImport = ['created_at', 'updated_at', 'given_by', 'search_words', 'is_set_by_school']
    const query = sql.raw(
      `select to_jsonb(t) - '{${ofImport}}'::text[] as row from ${table} as t order by to_jsonb(t)::text`,
    )
    return (await database.execute<{ row: object }>(query)).rows.map(({ row }) => JSON.stringify(row)).sort()
  }
  expect(await rows(other)).toEqual(await rows(demo.server))
})

/** The place is taken before the contract is made. */
async function enrolInPaid({ opened: { database } }: TestApp) {
  const { rows } = await database.execute<{ groupId: string }>(sql`
    insert into enrolments (campaign_id, opportunity_id, group_id, student_id, enrolled_by_id, created_at)
    select campaign_id, opportunity_id, study_groups.id, user_id, user_id, ${now.toISOString()}
    from baskets join opportunity_groups using (opportunity_id) join study_groups using (campaign_id), user_roles
    where study_groups.id = opportunity_groups.group_id and role = 'student' and places_taken < places_total
    order by user_id limit 1 returning group_id as "groupId"
  `)
  expect(await takeFreePlace(database, rows[0]?.groupId ?? '')).toBe(true)
}

/** Answers by address with its parameters: calls without parameters first, whose answers hold those of the others. */
async function answersOf(server: TestApp, login: string): Promise<Answers> {
  const found = eq(users.subject, demoSubject(login))
  const [user] = await server.opened.database.select({ id: users.id }).from(users).where(found)
  const person = await server.signInAs({ roles: [], userId: user?.id ?? '' })
  const [answers, read]: [Answers, Answers] = [{}, {}]
  const inOrder = calls.toSorted((one, other) => orderOf(one.address) - orderOf(other.address))
  for (const { address, query } of inOrder)
    for (const parameters of parametersOf[address]?.(read).slice(0, 3) ?? [{}]) {
      const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '')
      const names = query instanceof z.ZodObject ? Object.keys(query.shape) : []
      const given = Object.entries(parameters).filter(([name]) => names.includes(name.replace('[]', '')))
      const asked = new URLSearchParams(given).toString()
      const { statusCode, body } = await person.call(path, { query: asked })
      const name = asked ? `${path}?${asked}` : path
      answers[name] = statusCode
      if (statusCode !== 200) continue
      isAnswered.add(address)
      answers[name] = read[name] = comparable(address, body)
    }
  return answers
}

/**
 * Without signatures of links, and without what belongs to the installation: sessions, who gave a role and when, and the
 * receipts of online payments.
 */
function comparable(address: string, body: string) {
  const answer = JSON.parse(body.replaceAll(/(\/document\/[^"]*)\/[^/"]*"/g, '$1"'))
  if (address === 'GET /v1/profile/contract/list')
    for (const operation of operationsOf(answer)) delete operation.fiscalReceipt
  if (address !== 'GET /v1/admin/user/{id}') return answer
  const { createdAt: _, sessions: __, control, ...card } = answer
  return { ...card, control: { ...control, takeable: [] } }
}

function operationsOf(contracts: Contract[]): Operation[] {
  return contracts.flatMap(({ payments }) => payments).flatMap(({ operations }) => operations)
}

/** The groups to change to are asked for before their previews. */
function orderOf(address: string): number {
  if (address.endsWith('/preview')) return 2
  return address in parametersOf ? 1 : 0
}
