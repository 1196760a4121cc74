import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Address, type Call, methodOf, pathOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import type { RoleGroup } from '#contract/roles.ts'
import { lastSeenInterval } from '#server/auth/sessions/session-store.ts'
import { baskets } from '#server/db/schema/contracts.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { changedBetween, checksumsOf } from '#tests/support/documents/checksums.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import type { Person } from '#tests/support/server/app.ts'

/** The tables of sessions, rate limits and the audit log. They hold no data of the user. */
const bookkeeping = ['audit_entries', 'limit_counts', 'logout_links', 'oidc_attempts', 'server_keys', 'sessions']

const { server } = openDemoSchool()
let administratorId: string
/** Values by names of parameters, queries and fields, for the first child of the family. */
let plausible: Record<string, unknown>
/** The meaning of `{id}`, which differs by address. */
let ids: Record<string, string>

beforeAll(async () => {
  const { database } = server.opened
  administratorId = await userOf('administrator')
  const [family, student] = [await userOf('family'), await userOf('student')]
  const first = async (table: string, column: string, condition = sql`true`) => {
    const { rows } = await database.execute<{ value: string }>(
      sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)} where ${condition} order by 1 limit 1`,
    )
    return rows[0]?.value ?? randomUUID()
  }
  const owed = await first(
    'payments',
    'id',
    sql`status = 'Open' and contract_id in (
      select contracts.id from contracts join guardianships on child_id = student_id
      where guardian_id = ${family} and child_id = ${student}
        and contracts.status = 'Concluded' and group_id is not null
    ) and not exists (select from operations where payment_id = payments.id)`,
  )
  const contractUuid = await first('payments', 'contract_id', sql`id = ${owed}`)
  const bookUuid = await first('grade_books', 'id', sql`student_id = ${student}`)
  const courseUuid = await first('grade_book_courses', 'course_id', sql`book_id = ${bookUuid}`)
  const group = await first('contracts', 'group_id', sql`id = ${contractUuid}`)
  const groupUuid = await first(
    'study_groups',
    'id',
    sql`id <> ${group} and (program_id, campaign_id) = (select program_id, campaign_id from study_groups where id = ${group})`,
  )
  const basketId = randomUUID()
  await database.insert(baskets).values({
    id: basketId,
    filledById: family,
    studentId: student,
    groupId: groupUuid,
    price: 6_600_000,
    campaignId: await first('study_groups', 'campaign_id', sql`id = ${groupUuid}`),
    paymentScheme: 'OnePayment',
    createdAt: server.clock.now,
  })
  plausible = {
    // A well-formed secret of a notice that does not exist.
    secret: 'A'.repeat(43),
    other: student,
    number: '26-МАТ-00000001',
    code: '0000-0000-0000',
    contractUuid,
    contractId: contractUuid,
    checkoutId: await first('checkouts', 'id', sql`payer_id = ${family} and state = 'paid'`),
    amount: 100,
    paymentId: owed,
    operationId: await first(
      'operations',
      'id',
      sql`kind = 'ReceivingDS' and payment_id in (select id from payments where contract_id = ${contractUuid})`,
    ),
    groupUuid,
    groupId: group,
    studentUuid: student,
    subjectId: family,
    students: [student],
    userUuid: family,
    userId: student,
    bookUuid,
    courseUuid,
    termUuid: await first(
      'terms',
      'id',
      sql`campaign_id = (select campaign_id from grade_books where id = ${bookUuid})`,
    ),
    markUuid: await first('marks', 'id', sql`book_id = ${bookUuid}`),
    campaignUuid: await first('opportunities', 'campaign_id'),
    opportunityUuid: await first('opportunities', 'id'),
    token: await first('offers', 'token'),
    territoryUuid: await first('territories', 'id'),
    provider: 'vk',
    groupUuids: [await first('study_groups', 'id')],
    month_date: '2026-11-01',
    date: '2026-11-01',
    year: 2026,
    search: 'сок',
    kind: 'contract',
  }
  ids = {
    '/v1/admin/user/{id}': family,
    '/v1/catalog/basket/{id}': basketId,
    '/v1/catalog/basket/{id}/contract-link': basketId,
    '/v1/catalog/basket/{id}/contract-text': basketId,
    '/v1/catalog/course/{id}': await first('programs', 'id'),
    '/v1/catalog/course/{id}/student/list': await first('programs', 'id'),
  }
})

async function userOf(login: string): Promise<string> {
  const isThisOne = eq(users.subject, demoSubject(login))
  const [user] = await server.opened.database.select({ id: users.id }).from(users).where(isThisOne)
  return user?.id ?? ''
}

/** A request that is generated from the schema of the call, so that new calls are covered. */
async function make(person: Person, call: Call) {
  const path = pathOf(call.address).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === 'id' ? ids[pathOf(call.address)] : plausible[name]),
  )
  const query = new URLSearchParams(
    Object.entries(fill(call.query)).map(([name, value]) =>
      Array.isArray(value) ? [`${name}[]`, String(value[0])] : [name, String(value)],
    ),
  )
  return person.call(`GET ${path}`, { query: query.toString(), headers: { 'accept-language': 'en' } })
}

/** With all optional fields. */
function fill(schema: z.ZodType | undefined): Record<string, unknown> {
  if (!schema) return {}
  type Json = { properties?: Record<string, { type?: string }>; required?: string[] }
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const missing = required.filter((name) => !(name in plausible))
  if (missing.length > 0) throw new Error(`A plausible value is wanted for ${missing.join(', ')}`)
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name in plausible)
      .map(([name, { type }]) => [name, type === 'array' ? [plausible[name]].flat() : plausible[name]]),
  )
}

/** Calls that change data are refused (session-rules.test.ts). */
const calls = declaredCalls.map(({ call }) => call).filter(({ address }) => methodOf(address) === 'GET')
const served = new Set<Address>()

describe.each([
  ['family', 'parent'],
  ['student', 'student'],
] as const)('An administrator who impersonates %s', (login, group: RoleGroup) => {
  test('changes no data of the user by reading', async () => {
    const { database } = server.opened
    const userId = await userOf(login)
    await database.update(users).set({ language: 'ru' }).where(eq(users.id, userId))
    await server.signInAs({ roles: [], userId })
    const looking = await server.signInAs({ roles: [], userId, group, seenBy: administratorId })
    const ownSessions = () =>
      database
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isNull(sessions.administratorId)))
    const [before, own] = [await checksumsOf(database), await ownSessions()]
    // Long enough for the session to store its last request.
    server.clock.now = new Date(server.clock.now.getTime() + lastSeenInterval)
    for (const call of calls) if ((await make(looking, call)).statusCode === 200) served.add(call.address)

    const changed = changedBetween(before, await checksumsOf(database))
    expect(changed.filter((name) => !bookkeeping.includes(name))).toEqual([])
    expect(await ownSessions()).toEqual(own)
  })
})

test('The read-only calls succeed', () => {
  const unserved = calls.filter(({ address }) => !served.has(address))
  expect(unserved.map(({ address }) => address).sort()).toEqual([
    'GET /v1/admin/absence/list',
    'GET /v1/admin/audit/list',
    'GET /v1/admin/bank-line/list',
    'GET /v1/admin/checkout/{checkoutId}/refund/preview',
    'GET /v1/admin/contract/search',
    'GET /v1/admin/contract/{contractId}',
    'GET /v1/admin/contract/{contractId}/document-link',
    'GET /v1/admin/contract/{contractId}/signing',
    'GET /v1/admin/contract/{contractId}/termination/preview',
    'GET /v1/admin/data-request/{id}',
    'GET /v1/admin/import/list',
    'GET /v1/admin/import/{id}',
    'GET /v1/admin/invitation/preview',
    'GET /v1/admin/news/audience/list',
    'GET /v1/admin/news/list',
    'GET /v1/admin/pending-work',
    'GET /v1/admin/service-account/list',
    'GET /v1/admin/sign-in-failure/list',
    'GET /v1/admin/ticket/assignee/list',
    'GET /v1/admin/ticket/queue',
    'GET /v1/admin/ticket/response-time/list',
    'GET /v1/admin/ticket/{id}',
    'GET /v1/admin/unmapped-role/list',
    'GET /v1/admin/user/list',
    'GET /v1/admin/user/{id}',
    'GET /v1/admin/user/{id}/autopay/list',
    'GET /v1/admin/user/{id}/checkout/list',
    'GET /v1/admin/user/{id}/delivery/list',
    'GET /v1/admin/user/{id}/join/preview',
    'GET /v1/admin/user/{id}/pairing-code/list',
    'GET /v1/admin/user/{id}/termination/list',
    'GET /v1/admin/webhook/list',
    'GET /v1/admin/webhook/{id}/delivery/list',
    'GET /v1/admin/work-queue/{queue}/list',
    'GET /v1/auth/not-me/{secret}',
    'GET /v1/auth/redirect-to-oauth-provider',
    'GET /v1/profile/account/iam-oauth-url/{provider}',
    // A contract that waits for a signature: tests/server/enrolment/signing.test.ts.
    'GET /v1/profile/contract/{contractId}/signing',
    'GET /v1/profile/join/preview',
    'GET /v1/schedule/ticket/{id}',
    'GET /v1/school-news/{id}',
    'GET /v1/teacher/day',
  ])
})
