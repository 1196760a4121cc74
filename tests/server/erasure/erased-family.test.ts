import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaxDeduction } from '#contract/billing/tax.ts'
import type { KeptDocument } from '#contract/enumerations.ts'
import type { DataRequest, DeletionPreview } from '#contract/people/data-requests.ts'
import { listOf } from '#server/db/list-of.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { listErased } from '#server/erasure/erased-people.ts'
import { findKeptDocuments } from '#server/erasure/kept-documents.ts'
import { makeDataExport } from '#server/personal-data/exports/make-data-export.ts'
import { tablesOfPeople } from '#server/personal-data/tables.ts'
import { createLog } from '#server/terminal/log.ts'
import { endContractsOf } from '#tests/support/billing/end-contracts.ts'
import { isKept, searchEverywhere } from '#tests/support/documents/search-everywhere.ts'
import { openDemoDatabase } from '#tests/support/schools/demo-database.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { jobContext, runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

// A family of the demo school, both guardians and all children: copies of their data, then their deletion, then a search.

const started = new Date('2026-10-14T09:00:00Z')
const lines: string[] = []
const log = createLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) })
const server = openForSuite(async () => {
  const opened = await openDemoDatabase(started)
  const app = await openTestApp({ now: started, opened, log })
  return { ...app, close: () => app.close().finally(opened.close) }
})
const directory = mkdtempSync(join(tmpdir(), 'erased-family-'))
const folder = join(directory, 'data-exports')
afterAll(() => rmSync(directory, { recursive: true }))

type Signed = Person & { userId: string }
type Kept = { kind: KeptDocument; count: number; until: string }

let customer: string
let payer: string
let children: string[]
let family: string[]
/** Of the whole family, in lower case. */
let traces: string[]
/** The tables with a trace of the family before and after the deletion. */
let before: string[] = []
let after: string[] = []
/** What the preview has announced as kept, by person. */
const announced = new Map<string, Kept[]>()

/** Which kind of documents a table belongs to; names of people belong to all. */
const kindOfTable: Record<string, KeptDocument | 'all'> = {
  contract_agreements: 'contracts',
  contract_signatures: 'contracts',
  signing_agreements: 'contracts',
  contract_actions: 'contracts',
  terminations: 'contracts',
  operations: 'payments',
  bank_lines: 'payments',
  refund_requests: 'payments',
  payment_differences: 'payments',
  tax_certificates: 'certificates',
  kept_identities: 'all',
}

const context = () =>
  jobContext({
    database: server.opened.database,
    clock: () => server.clock.now,
    log,
    env: { ...jobContext({ database: server.opened.database, clock: () => started }).env, FILES_DIR: directory },
  })
const wait = (hours: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + hours * 3_600_000)
}
const signIn = (userId: string, group: 'parent' | 'student' | 'admin'): Promise<Signed> =>
  server.signInAs({
    roles: group === 'admin' ? ['administrator'] : [],
    userId,
    group,
    twoFactorLastCheck: server.clock.now,
  })
const list = async (query: ReturnType<typeof sql>) =>
  (await server.opened.database.execute<{ value: string }>(query)).rows.map(({ value }) => value)

beforeAll(async () => {
  server.env.FILES_DIR = directory
  const { database } = server.opened
  const { rows } = await database.execute<{ customer: string; payer: string; children: string[] }>(sql`
    select mothers.id as customer, fathers.id as payer, array_agg(own.child_id::text order by own.child_id) as children
    from users as mothers join users as fathers on fathers.subject = replace(mothers.subject, 'female', 'male')
      join guardianships as own on own.guardian_id = mothers.id
    where mothers.subject like 'crm-%-female' and exists (select from contracts where customer_id = mothers.id)
      -- No other person of the school has a name of theirs.
      and not exists (select from users as others where left(others.last_name, 5) = left(mothers.last_name, 5)
        and others.id not in (mothers.id, fathers.id)
        and others.id not in (select child_id from guardianships where guardian_id = mothers.id))
    group by 1, 2 order by count(*) desc, 1 limit 1`)
  const found = rows[0]
  if (!found) throw new Error('The demo school has no such family')
  ;({ customer, payer, children } = found)
  family = [...children, customer, payer]
  traces = await list(sql`
    select distinct lower(value) as value from users, unnest(array[left(last_name, 5), email, right(phone, 10)]) as value
    where id in ${listOf(family, 'uuid')} and value is not null
    union select tax_number from personal_details where user_id in ${listOf(family, 'uuid')} and tax_number is not null`)
  expect(children.length).toBeGreaterThan(1)
  expect(traces.length).toBeGreaterThan(4)
})

/** The father has paid for a child without having signed, and has a certificate of it. Returns the child. */
async function payWithoutSigning(): Promise<string> {
  const { database } = server.opened
  const { rows } = await database.execute<{ payment: string; child: string }>(sql`
    select payments.id as payment, student_id as child from payments join contracts on contracts.id = contract_id
    where student_id in ${listOf(children, 'uuid')} and amount >= 700000
      and not exists (select from operations where payment_id = payments.id)
    order by student_id, position limit 1`)
  const { payment = '', child = '' } = rows[0] ?? {}
  await database.execute(sql`
    insert into operations (id, payment_id, kind, amount, at, payer_id, payer_name)
    values (gen_random_uuid(), ${payment}, 'ReceivingDS', 700000, '2026-09-20T09:00:00Z', ${payer},
      (select concat_ws(' ', last_name, first_name, patronym) from users where id = ${payer}))`)
  const person = (id: string) => sql`(
    select jsonb_build_object('lastName', last_name, 'firstName', first_name, 'patronym', patronym, 'taxNumber', null, 'bornOn', null)
    from users where id = ${id})`
  await database.execute(sql`
    insert into tax_certificates (number, year, applicant_id, student_id, amount, state, requested_at, prepared_at, ready_at, subject, file)
    values ('2026-900001', 2026, ${payer}, ${child}, 700000, 'ready', ${started.toISOString()}::timestamptz,
      ${started.toISOString()}::timestamptz, ${started.toISOString()}::timestamptz,
      jsonb_build_object('applicant', ${person(payer)}, 'student', ${person(child)}), convert_to('PDF', 'UTF8'))`)
  return child
}

/** The members of the family leave what people leave: messages, names, searches of the staff, a report of an absence. */
async function live(): Promise<void> {
  const [mother, father] = [await signIn(customer, 'parent'), await signIn(payer, 'parent')]
  const [child = ''] = children
  const { email, lastName } = await rowOf(customer)
  const staff = await server.signInAs({ roles: ['administrator'], group: 'admin', twoFactorLastCheck: started })
  for (const search of [email ?? '', lastName])
    expect(
      (await staff.call('GET /v1/admin/user/list', { query: `search=${encodeURIComponent(search)}` })).statusCode,
    ).toBe(200)
  for (const [person, contentHtml] of [
    [mother, `<p>Пишет ${lastName}, мой адрес ${email}</p>`],
    [father, `<p>${lastName} просит перезвонить</p>`],
  ] as const) {
    const body = { contentHtml, studentUuid: child }
    const headers = { 'idempotency-key': randomUUID() }
    expect((await person.call('POST /v1/schedule/ticket/create', { body, headers })).statusCode).toBe(201)
  }
}

async function rowOf(id: string) {
  const [row] = await server.opened.database.select().from(users).where(eq(users.id, id))
  if (!row) throw new Error('no such person')
  return row
}

async function copyOf(userId: string, group: 'parent' | 'student'): Promise<void> {
  const { database } = server.opened
  const person = await signIn(userId, group)
  expect((await person.call('POST /v1/profile/data-export')).statusCode).toBe(204)
  const [id = ''] = await list(sql`select id as value from data_exports where user_id = ${userId}`)
  await makeDataExport(context(), { id, language: 'ru' })
  expect(await list(sql`select state as value from data_exports where id = ${id}`)).toEqual(['ready'])
  expect((await database.select().from(users).where(eq(users.id, userId)))[0]?.lastName).not.toBe('Данные')
}

/** Asks, notes what the preview announces, and accepts. */
async function askAndAccept(requester: string, subjectId: string): Promise<void> {
  const person = await signIn(requester, 'parent')
  const shown = await person.call('GET /v1/profile/data-request/deletion-preview', { query: `subjectId=${subjectId}` })
  const { obstacles, kept } = shown.json<DeletionPreview>()
  expect(obstacles).toEqual([])
  announced.set(
    subjectId,
    kept.map(({ kind, count, until }) => ({ kind, count, until })),
  )
  const asked = await person.call('POST /v1/profile/data-request/deletion', {
    body: { subjectId },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { id } = asked.json<DataRequest>()
  const staff = await server.signInAs({
    roles: ['administrator'],
    group: 'admin',
    twoFactorLastCheck: server.clock.now,
  })
  const { lastName } = await rowOf(subjectId)
  const body = { decision: 'accept', answer: `Удалим данные: ${lastName}` }
  expect((await staff.call(`POST /v1/admin/data-request/${id}/answer`, { body })).statusCode).toBe(204)
}

async function erase(): Promise<void> {
  wait(25)
  await runJobs(['erase-people', 'end-data-exports'], context())
}

const nightly = { tags: ['nightly'] }

test(
  'A whole family takes copies and is deleted: what is found afterwards is what the preview has announced',
  nightly,
  async () => {
    const { database } = server.opened
    const paidFor = await payWithoutSigning()
    await live()
    await copyOf(customer, 'parent')
    await copyOf(payer, 'parent')
    expect(readdirSync(folder)).toHaveLength(2)
    await database.transaction((transaction) => endContractsOf(transaction, family))
    before = await searchEverywhere(database, traces)
    expect(before).toEqual(expect.arrayContaining(['users', 'tickets', 'operations', 'tax_certificates', 'deliveries']))

    const childName = await rowOf(paidFor)
    for (const child of children) await askAndAccept(customer, child)
    await erase()
    expect(await database.select().from(guardianships).where(eq(guardianships.guardianId, customer))).toEqual([])
    // Who has paid without having signed still has the certificate, under the name of the child.
    const father = await signIn(payer, 'parent')
    const { students } = (
      await father.call('GET /v1/profile/tax-deduction', { query: 'year=2026' })
    ).json<TaxDeduction>()
    expect(students.map(({ lastName, paid, certificate }) => [lastName, paid, certificate?.isOutdated])).toEqual([
      [childName.lastName, 700_000, false],
    ])
    const file = await father.open(students[0]?.certificateUrl ?? '')
    expect(file.statusCode).toBe(200)
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(
      `${childName.lastName} ${childName.firstName}`,
    )

    for (const guardian of [customer, payer]) await askAndAccept(guardian, guardian)
    await erase()
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), new Date(0), new Date(0))
    await runJobs(['end-data-exports'], context())
    expect(await listErased(database)).toEqual(expect.arrayContaining(family))

    const found = await searchEverywhere(database, traces)
    after = found
    expect(found.filter((table) => !isKept(table))).toEqual([])
    const kinds = new Set([...announced.values()].flat().map(({ kind }) => kind))
    expect(
      found.filter((table) => kindOfTable[table] !== 'all' && !kinds.has(kindOfTable[table] as KeptDocument)),
    ).toEqual([])
    for (const [person, kept] of announced)
      expect([
        person,
        await findKeptDocuments(database, [person], { years: 5, now: server.clock.now, timeZone: 'Europe/Moscow' }),
      ]).toEqual([person, kept])
    expect(await database.$count(taxCertificates, eq(taxCertificates.applicantId, payer))).toBe(1)

    // Files, logs, and the note from which a restored backup is erased again.
    expect(readdirSync(folder)).toEqual([])
    const stored = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(stored.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).length)).toEqual([])
    const written = [...lines, ...(await listErased(database))].join('\n').toLowerCase()
    expect(lines.length).toBeGreaterThan(10)
    expect(traces.filter((trace) => written.includes(trace) || written.includes(encodeURIComponent(trace)))).toEqual([])
  },
)

test('After the period of the law nothing is found', nightly, async () => {
  const { database } = server.opened
  await runJobs(['apply-retention'], { ...context(), clock: () => new Date('2036-01-02T09:00:00Z') })
  expect(await searchEverywhere(database, traces)).toEqual([])
  const rowOfTable = (table: string) => {
    const erased = tablesOfPeople[table]?.erased
    const isFound = after.includes(table) && typeof erased === 'object' && 'kept' in erased
    return `| \`${table}\` | ${before.includes(table) ? 'found' : 'nothing'} | ${isFound ? `kept: ${erased.kept}` : 'nothing'} | nothing |`
  }
  const tables = [...new Set([...before, ...after])].sort()
  const text = [
    '# What is found of a deleted family',
    '',
    'Written by `tests/server/erasure/erased-family.test.ts`. A mother, a father and their children of the demo school leave what people leave, take copies of their data and are deleted. Then all tables, also their files, the file store and the log are searched for names, contacts and tax numbers ([personal data](personal-data.md#requests)).',
    '',
    '| table with a trace | before | after the deletion | after the period of the law |',
    '|---|---|---|---|',
    ...tables.map(rowOfTable),
    '| `FILES_DIR` | copies of their data | nothing | nothing |',
    '| log, note of erased people for backups | nothing | nothing | nothing |',
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../../docs/erased-family.md')
})
