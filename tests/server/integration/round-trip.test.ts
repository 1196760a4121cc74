import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { declaredCalls } from '#contract/calls.ts'
import { users } from '#server/db/schema/people.ts'
import { takeFreePlace } from '#server/enrolment/groups/places.ts'
import { demoAccounts, demoSubject } from '#server/idp/demo-accounts.ts'
import { exportBundle } from '#server/integration/export-bundle.ts'
import { formats } from '#server/integration/formats/units.ts'
import { importBundle } from '#server/integration/import-bundle.ts'
import { describeFinding } from '#server/integration/reasons.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const now = new Date('2026-11-20T09:00:00Z')
const directory = mkdtempSync(join(tmpdir(), 'personal-account-round-trip-'))
afterAll(() => rmSync(directory, { recursive: true }))

const demo = openDemoSchool({ now })
const other = openForSuite(() => openTestApp({ now }))
const bundle = join(directory, 'school.zip')

const imported = (isAgain = false) => {
  const faults: string[] = []
  return importBundle(other.opened.database, bundle, {
    now: other.clock.now,
    timeZone: 'Europe/Moscow',
    onFault: (fault) => void (isAgain || faults.length > 20 || faults.push(describeFinding(fault, 'en'))),
  }).then((report) => ({ ...report, faults }))
}

test('The exported school is imported into an empty database without faults, and a second time without changes', async () => {
  await enrolInPaid(demo.server)
  await exportBundle(demo.server.opened.database, bundle)
  const first = await imported()
  expect(first.faults).toEqual([])
  const second = await imported()
  expect(second.files.filter(({ read, unchanged }) => read !== unchanged)).toEqual([])
})

/** What belongs to the installation: the audit log, sessions, keys, and addresses with secrets in them. */
const ofInstallation = [
  'GET /v1/admin/audit/list',
  'GET /v1/profile/visit/list',
  'GET /v1/profile/notification/list',
  'GET /v1/profile/notification/unread',
  'GET /v1/profile/session/list',
  'GET /v1/profile/push-subscription/list',
  'GET /v1/push-subscription/key',
  'GET /v1/schedule/feed-link',
  'GET /v1/auth/logout-link',
  'GET /v1/learning/record-book-link',
]
const calls = declaredCalls
  .map(({ call }) => call.address)
  .filter((address) => address.startsWith('GET ') && !address.includes('{') && !ofInstallation.includes(address))

test.each(demoAccounts.map(({ login }) => login))('Every list that %s reads is equal', async (login) => {
  const [one, another] = [await answersOf(demo.server, login), await answersOf(other, login)]
  expect(another).toEqual(one)
})

const tables = new Set(formats.flatMap(({ table }) => (table ? [getTableName(table)] : [])))

test.each([...tables, 'user_roles', 'guardianships'])('All rows of %s are equal', async (table) => {
  const rows = async ({ opened: { database } }: TestApp) => {
    const ofImport = ['created_at', 'updated_at', 'given_by', 'search_words']
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

async function answersOf(server: TestApp, login: string) {
  const found = eq(users.subject, demoSubject(login))
  const [user] = await server.opened.database.select({ id: users.id }).from(users).where(found)
  const person = await server.signInAs({ roles: [], userId: user?.id ?? '' })
  const answers: Record<string, unknown> = {}
  for (const address of calls) {
    const query = /schedule\/list/.test(address) ? 'month_date=2026-11-20' : ''
    const { statusCode, body } = await person.call(address, { query })
    const text = body.replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(/\?(token|signature|expires)=[^"]*/g, '')
    answers[address] = [statusCode, statusCode === 200 ? JSON.parse(text) : statusCode]
  }
  return answers
}
