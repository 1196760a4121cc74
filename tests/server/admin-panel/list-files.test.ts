import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/people/admin.ts'
import type { DescribeList } from '#contract/people/list-files.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { contractOfProgram, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const id = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [olga, artem] = [id(1), id(2)]

type Row = { firstName?: string; number?: string; contract?: { number: string } | null; amount?: number | null }

/** The real one needs the build (tests/routes/admin/list-files.test.ts). */
const describeList: DescribeList = async ({ list, items, language, timeZone }) => [
  [list, language, timeZone],
  ...items.map((item) => {
    const { firstName, number, contract, amount = null } = item as Row
    return [firstName ?? number ?? contract?.number ?? 'entry', amount]
  }),
]

const server = openForSuite(() => openTestApp({ describeList }))
let administrator: Person

beforeAll(async () => {
  const { database } = server.opened
  await openSmallSchool(server)
  await database.insert(users).values([
    { id: olga, firstName: '=Ольга', lastName: 'Соколова', phone: '+79001234567', lastSignInAt: server.clock.now },
    { id: artem, firstName: 'Артём', lastName: 'Соколов' },
  ])
  await database.insert(userRoles).values({ userId: olga, role: 'parent' })
  const { contract, line } = contractOfProgram({
    student: artem,
    customer: olga,
    total: 123_450,
    createdAt: new Date(0),
  })
  await database.transaction(async (transaction) => {
    await transaction.insert(contracts).values({ ...contract, id: id(50), number: '26-ХИМ-1', status: 'Concluded' })
    await transaction.insert(payments).values({ ...line, id: id(60), contractId: id(50) })
  })
  await database.insert(tickets).values({
    id: id(70),
    number: 'Р-2026-000001',
    authorId: olga,
    studentId: artem,
    topic: 'payments',
    contentHtml: '<p>Где чек?</p>',
    createdAt: server.clock.now,
  })
  administrator = await server.signInAs({ roles: ['administrator'] })
})

async function download(person: Person, path: string, language = 'ru') {
  const answer = await server.app.inject({
    url: encodeURI(`/api/v1/admin/${path}`),
    cookies: { ...person.cookies, lang: language },
  })
  return { status: answer.statusCode, headers: answer.headers, lines: answer.body.replace('\uFEFF', '').split('\r\n') }
}

describe('A list of the panel as CSV', () => {
  test('has the rows of the filter, is in the language of the page, and runs no formula', async () => {
    const { headers, lines } = await download(administrator, 'user/list.csv?search=89001234567')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="list.csv"; filename*=UTF-8''users-2026-10-14.csv`,
    )
    expect(lines).toEqual(['users;ru;Europe/Moscow', "'=Ольга;", ''])
    const english = await download(administrator, 'user/list.csv?search=26-ХИМ', 'en')
    expect(english.lines).toEqual(['users,en,Europe/Moscow', 'Артём,', "'=Ольга,", ''])
  })

  test.each([
    ['work-queue/overdue/list.csv', ['queue;ru;Europe/Moscow', '26-ХИМ-1;123450', '']],
    ['ticket/queue.csv?topic=payments', ['messages;ru;Europe/Moscow', 'Р-2026-000001;', '']],
    ['ticket/queue.csv?topic=other', ['messages;ru;Europe/Moscow', '']],
    ['audit/list.csv?kind=impersonation', ['audit;ru;Europe/Moscow', '']],
    ['absence/list.csv', ['absences;ru;Europe/Moscow', '']],
    ['news/list.csv', ['news;ru;Europe/Moscow', '']],
    ['import/list.csv', ['imports;ru;Europe/Moscow', '']],
    ['bank-line/list.csv?state=waiting', ['bank-lines;ru;Europe/Moscow', '']],
  ])('is there for %s', async (path, lines) => {
    expect((await download(administrator, path)).lines).toEqual(lines)
  })

  test('is noted in the audit log with its number of rows', async () => {
    await download(administrator, 'work-queue/overdue/list.csv')
    const { items } = (await administrator.call('GET /v1/admin/audit/list', { query: 'kind=export' })).json<{
      items: AuditEntry[]
    }>()
    const entry = items.find(({ detail }) => detail === 'queue: 1')
    expect(entry).toMatchObject({ action: 'export.list', actor: { name: 'Иван Петров' } })
  })

  test('is refused to other roles, for wrong filters and unknown lists', async () => {
    const parent = await server.signInAs({ roles: ['parent'], userId: olga })
    const statuses = [
      (await download(parent, 'user/list.csv')).status,
      (await download(server.visitor, 'user/list.csv')).status,
      (await download(administrator, 'user/list.csv?status=unknown')).status,
      (await download(administrator, 'work-queue/unknown/list.csv')).status,
    ]
    expect(statuses).toEqual([403, 401, 422, 404])
  })
})
