import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardianRights } from '#contract/people/guardian-rights.ts'
import { findUserReferences } from '#server/access/user-references.ts'
import type { Database } from '#server/db/client.ts'
import { dataExports } from '#server/db/schema/storage.ts'
import { erasePerson } from '#server/erasure/erase-person.ts'
import { fileOf } from '#server/personal-data/exports/data-exports.ts'
import { openFile, storeFile } from '#server/personal-data/exports/file-store.ts'
import { tablesOfPeople, tablesWithoutPeople } from '#server/personal-data/tables.ts'
import { endContractsOf } from '#tests/support/billing/end-contracts.ts'
import { isKept, searchEverywhere, tablesOf } from '#tests/support/documents/search-everywhere.ts'
import { openDemoDatabase } from '#tests/support/schools/demo-database.ts'
import { jobContext, runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

// The details of a person are planted wherever a row names the person, then deleted, then searched for everywhere.

const now = new Date('2026-10-14T09:00:00Z')
const opened = openForSuite(() => openDemoDatabase(now))

const [lastName, firstName] = ['Заречинская', 'Евфросиния']
const [email, phone, login] = ['zarechinskaya@mail.example', '+79990001122', 'zarechlogin']
const planted = `${firstName} ${lastName} ${email} ${phone} ${login} 112-233-445-95 4510-765432`
const traces = [lastName, firstName, email, phone.slice(1), login, '112-233-445-95', '4510-765432'].map((text) =>
  text.toLowerCase(),
)

let personId = ''
const copyId = 'aaaaaaaa-0000-4000-8000-000000000002'
const directory = mkdtempSync(join(tmpdir(), 'erasure-'))
const folder = join(directory, 'data-exports')
afterAll(() => rmSync(directory, { recursive: true }))
const requestId = 'aaaaaaaa-0000-4000-8000-000000000001'

const search = (database: Database) => searchEverywhere(database, traces)

/** Runs a statement that constraints may forbid. Returns whether a row was changed. */
async function attempt(transaction: Database, statement: ReturnType<typeof sql>): Promise<boolean> {
  return transaction
    .transaction(async (inner) => ((await inner.execute(statement)).rowCount ?? 0) > 0)
    .catch(() => false)
}

/** What only members of the staff do, who cannot be erased: they lose their roles first, and their work stays the school's. */
const ofStaff = new Set([
  'audit_entries.actor_id',
  'ticket_messages.author_id',
  'ticket_files.owner_id',
  'exams.teacher_id',
  'conversations.teacher_id',
  'lessons.substitute_id',
  'study_groups.teacher_id',
  'study_groups.curator_id',
  'courses.teacher_id',
  'tickets.recipient_id',
  'tickets.assignee_id',
  'tickets.answered_by_id',
  'school_news.author_id',
  'import_runs.started_by',
  'bank_lines.decided_by',
  'refund_requests.requested_by_id',
  'payment_differences.cleared_by_id',
  'terminations.asked_by_id',
  'data_requests.taken_by_id',
  'data_requests.decided_by_id',
  'invitations.invited_by',
  'account_joins.by_id',
  'contract_actions.by_id',
  'contract_actions.undone_by_id',
  'ended_guardianships.ended_by_id',
])

const plantedAs = (type: string) =>
  ({
    text: sql`${planted}::text`,
    json: sql`json_build_object('planted', ${planted}::text)`,
    jsonb: sql`jsonb_build_object('planted', ${planted}::text)`,
    bytea: sql`convert_to(${planted}, 'UTF8')`,
  })[type]

/** Gives the person a row of every table that names people, and writes the details into each of their columns that may hold them. */
async function plant(transaction: Database): Promise<void> {
  await transaction.execute(sql`set local session_replication_role = replica`)
  const types = new Map((await tablesOf(transaction)).map(({ table, columns }) => [table, columns]))
  for (const { table, column } of findUserReferences().filter(({ name }) => !ofStaff.has(name))) {
    const { name, schema } = getTableConfig(table)
    const full = sql.raw(schema ? `${schema}.${name}` : name)
    const owner = sql.identifier(column.name)
    if (name === 'users') continue
    const { rows } = await transaction.execute(sql`select from ${full} where ${owner} = ${personId} limit 1`)
    if (rows.length === 0)
      await attempt(
        transaction,
        sql`update ${full} set ${owner} = ${personId} where ctid = (select ctid from ${full} limit 1)`,
      )
    for (const { name: field, type } of types.get(schema ? `${schema}.${name}` : name) ?? []) {
      const value = plantedAs(type)
      if (value && !/^(number|key|secret_hash|code_hash|token_hash|name)$/.test(field))
        await attempt(
          transaction,
          sql`update ${full} set ${sql.identifier(field)} = ${value} where ${owner} = ${personId}`,
        )
    }
    if (types.get(name)?.some(({ name: field }) => field === 'hash'))
      await attempt(
        transaction,
        sql`update ${full} set text = ${planted}::text, hash = encode(sha256(convert_to(${planted}, 'UTF8')), 'hex') where ${owner} = ${personId}`,
      )
  }
}

/** What names the person without a foreign key: by contacts, by texts of others, by the account at the provider. */
async function plantElsewhere(transaction: Database): Promise<void> {
  const other = sql`(select id from users where subject = 'demo-administrator')`
  const statements = [
    sql`insert into identity_provider.accounts (subject, login, name, email) values ('erased', ${login}, ${planted}, ${email})`,
    sql`
      insert into identity_provider.recoveries (id, interaction, name, target, address, code_hash, sent_at, expires_at, tries_left)
      values (gen_random_uuid(), 'i', ${login}, ${email}, '192.0.2.1', 'h', now(), now(), 5)`,
    sql`
      insert into identity_provider.payloads (model, id, payload)
      values ('Session', 'erased', jsonb_build_object('accountId', 'erased', 'name', ${planted}::text))`,
    sql`
      insert into identity_provider.outbox_messages (id, channel, target, subject, text, at)
      values (gen_random_uuid(), 'email', ${email}, 's', 't', now()),
        (gen_random_uuid(), 'email', (select email from users where id = ${other}), 's', ${planted}, now())`,
    sql`insert into rejected_addresses (address, rejected_at) values (${email}, now())`,
    sql`
      insert into deliveries (channel, target, kind, language, queued_at, failure)
      values ('email', ${email.toUpperCase()}, 'recovery-code', 'ru', now(), 'refused')`,
    sql`
      insert into deliveries (channel, target, user_id, kind, language, queued_at, values)
      values ('email', 'other@mail.example', ${other}, 'guardian-paired', 'ru', now(), jsonb_build_object('who', ${planted}::text))`,
    sql`
      insert into notifications (user_id, category, kind, values, path, key, group_key, at)
      values (${other}, 'security', 'guardian-paired', jsonb_build_object('ru', jsonb_build_object('who', ${planted}::text)), '/', 'planted', 'planted', now())`,
    sql`
      insert into idempotency_keys (user_id, key, call, request_hash, outcome, created_at)
      values (${other}, 'planted', 'POST /v1/x', 'h', json_build_object('answer', ${planted}::text), now())`,
    sql`update webhook_deliveries set payload = ${`${personId} ${planted}`}`,
    sql`
      insert into import_runs (file_name, created_at, state, faults, findings)
      values ('people.csv', now(), 'applied', 1, json_build_array(json_build_object('file', 'people', 'line', 1, 'column', 'name', 'reason', 'r', 'value', ${planted}::text))),
        ('glued.csv', now(), 'applied', 1, json_build_array(json_build_object('value', ${`x${lastName}${firstName}x`}::text))),
        ('phones.csv', now(), 'applied', 1, json_build_array(json_build_object('value', '8(999)000-11-22, 89990001122')))`,
    sql`
      insert into external_ids (source, collection, external_id, target, key, attributes, hash)
      values ('sis', 'people', ${login}, 'users', ${personId}, jsonb_build_object('name', ${planted}::text), 'h')`,
    sql`
      insert into audit_entries (at, action, actor_id, subject_id, reason, detail, address, browser)
      values (now(), 'impersonation.started', ${other}, ${personId}, ${planted}, ${planted}, '192.0.2.9', 'Chrome'),
        (now(), 'contact.email', ${personId}, ${personId}, null, ${planted}, ${planted}, ${planted})`,
    sql`
      insert into tickets (number, author_id, student_id, content_html, created_at)
      values ('planted', ${other}, ${personId}, 'Пишу о Евфросинии Заречинской, ${sql.raw(email)}, +7 (999) 000-11-22, 112-233-445 95', now())`,
    sql`
      insert into ticket_files (owner_id, name, media_type, size, content, uploaded_at)
      values (${personId}, ${planted}, 'application/pdf', 10, convert_to(${planted}, 'UTF8'), now())`,
    ...['contract_agreements (contract_id, ', 'signing_agreements ('].map(
      (table) => sql`
        insert into ${sql.raw(table)} person_id, person, version, text, hash, at, address)
        select ${table.startsWith('contract') ? sql`id,` : sql``} ${personId}, ${planted}, '1', ${planted}::text,
          encode(sha256(convert_to(${planted}, 'UTF8')), 'hex'), now(), '192.0.2.1'
        from contracts where customer_id = ${personId} limit 1`,
    ),
    sql`
      insert into contract_signatures (contract_id, side, person_id, person, method, target, agreement_hash, at)
      select contract_id, 'customer', person_id, person, 'sms-code', ${planted}, hash, now() from contract_agreements
      where person_id = ${personId}`,
    sql`
      insert into ticket_messages (ticket_id, kind, author_id, content_html, created_at)
      select id, 'note', ${other}, 'Заречинская Евфросиния: ответили', now() from tickets where number = 'planted'`,
    // As a former employee, to others.
    sql`insert into tickets (number, author_id, content_html, created_at) values ('of-others', ${other}, 'Вопрос', now())`,
    sql`
      insert into ticket_messages (ticket_id, kind, author_id, content_html, created_at)
      select id, 'answer', ${personId}, 'Ответ', now() from tickets where number = 'of-others'`,
    sql`
      insert into ticket_files (ticket_id, owner_id, name, media_type, size, content, uploaded_at)
      select id, ${personId}, 'схема.pdf', 'application/pdf', 1, '1', now() from tickets where number = 'of-others'`,
    sql`
      insert into ticket_files (ticket_id, owner_id, name, media_type, size, content, uploaded_at)
      select id, ${other}, 'о ней.pdf', 'application/pdf', 1, '1', now() from tickets where number = 'planted'`,
    sql`
      insert into audit_entries (at, action, actor_id, subject_id, reason, address)
      values (now(), 'account.locked', ${personId}, ${other}, 'Просила сама', '192.0.2.1')`,
    sql`update marks set comment = ${planted} where book_id in (select id from grade_books where student_id = ${personId})`,
  ]
  for (const statement of statements) await transaction.execute(statement)
}

/** A copy of the data of the person, whose key is in the database. */
async function plantCopy(database: Database): Promise<string> {
  const name = fileOf({ id: copyId, attempts: 1 })
  const { key, bytes } = await storeFile(directory, name, Readable.from([planted]))
  const old = new Date(now.getTime() - 3_600_000)
  utimesSync(join(folder, name), old, old)
  const children = Object.fromEntries(guardianRights.map((right) => [right, []]))
  await database.execute(sql`
    insert into data_exports (id, user_id, state, asked_at, attempts, ready_at, expires_at, bytes, sealed_key, seen)
    values (${copyId}, ${personId}, 'ready', ${old.toISOString()}, 1, ${old.toISOString()},
      ${new Date(now.getTime() + 86_400_000).toISOString()}, ${bytes}, ${key}, ${JSON.stringify({ children, contracts: [] })})`)
  return key
}

/** Removes the files of copies that have ended. */
async function sweepFiles(): Promise<void> {
  const context = { database: opened.database, clock: () => now }
  await runJobs(['end-data-exports'], { ...context, env: { ...jobContext(context).env, FILES_DIR: directory } })
}

beforeAll(async () => {
  const { database } = opened
  const { rows } = await database.execute<{ id: string }>(sql`
    select guardian_id as id from guardianships join contracts on customer_id = guardian_id
      join tax_certificates on applicant_id = guardian_id
    where tax_certificates.state = 'ready' order by guardian_id limit 1`)
  personId = rows[0]?.id ?? ''
  await database.transaction(async (transaction) => {
    await plant(transaction)
    await plantElsewhere(transaction)
    await transaction.execute(sql`
      update users set last_name = ${lastName}, first_name = ${firstName}, patronym = 'Ильинична', email = ${email}, phone = ${phone},
        subject = 'erased', external_id = '4510-765432', joined_into = null, language = 'ru' where id = ${personId}`)
    await endContractsOf(transaction, [personId])
    await transaction.execute(
      sql`delete from guardianships where guardian_id = ${personId} and not exists (select from guardianships as other where other.child_id = guardianships.child_id and other.guardian_id <> ${personId})`,
    )
    await transaction.execute(sql`
      insert into data_requests (id, kind, state, subject_id, requested_by_id, requested_at, due_on, erase_after)
      values (${requestId}, 'deletion', 'accepted', ${personId}, ${personId}, now(), '2026-10-28', '2026-10-13T09:00:00Z')`)
  })
})

test('Every table of the database is in the list of tables', async () => {
  const names = (await tablesOf(opened.database))
    .map(({ table }) => table)
    .filter((table) => !table.startsWith('pgboss.') && table !== 'drizzle.__drizzle_migrations')
  expect(names).toEqual([...Object.keys(tablesOfPeople), ...tablesWithoutPeople].sort())
})

test('Details of the person are planted in all tables that name people, so that the search below can fail', async () => {
  const found = await search(opened.database)
  expect(found).toEqual(
    expect.arrayContaining([
      'absences',
      'audit_entries',
      'avatars',
      'contract_agreements',
      'deliveries',
      'external_ids',
      'idempotency_keys',
      'identity_provider.accounts',
      'identity_provider.payloads',
      'import_runs',
      'lesson_results',
      'linked_accounts',
      'marks',
      'notifications',
      'operations',
      'tax_certificates',
      'ticket_files',
      'ticket_messages',
      'tickets',
      'users',
    ]),
  )
})

test('A transaction that is stopped in the middle has deleted nothing', async () => {
  const { database } = opened
  const before = await search(database)
  const stopped = database.transaction(async (transaction) => {
    await erasePerson(transaction, requestId, { now, timeZone: 'Europe/Moscow', years: 5 })
    throw new Error('the server was killed')
  })
  await expect(stopped).rejects.toThrow('the server was killed')
  expect(await search(database)).toEqual(before)
})

test('A copy of the data is unreadable without its key, which the database has', async () => {
  const { database } = opened
  const key = await plantCopy(database)
  const name = fileOf({ id: copyId, attempts: 1 })
  const content = await openFile(directory, name, key)
  expect(String(Buffer.concat((await content?.toArray()) ?? []))).toBe(planted)
  const stored = readFileSync(join(folder, name)).toString('utf8').toLowerCase()
  expect(traces.filter((trace) => stored.includes(trace))).toEqual([])
  await sweepFiles()
  expect(readdirSync(folder)).toEqual([name])
})

test('The job deletes the person from all tables, files and queues, and keeps only documents of the law', async () => {
  const { database } = opened
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  await runJobs(['erase-people'], { database, clock: () => now, log })
  expect((await search(database)).filter((table) => !isKept(table))).toEqual([])
  const logged = lines.join('').toLowerCase()
  expect(traces.filter((trace) => logged.includes(trace))).toEqual([])
  expect(lines).toHaveLength(1)
  const { rows } = await database.execute(sql`
    select state, wrong, answer, ended_at is not null as "hasEnded",
      (select last_name || ' ' || first_name from users where id = ${personId}) as name,
      (select content_html from tickets where number = 'planted') as ticket
    from data_requests where id = ${requestId}`)
  expect(rows).toEqual([
    {
      state: 'done',
      wrong: null,
      answer: null,
      hasEnded: true,
      name: 'Данные удалены',
      ticket: 'Пишу о [удалено] [удалено], [удалено], [удалено], [удалено]',
    },
  ])
})

test('The file of the copy goes after its key', async () => {
  expect(await opened.database.$count(dataExports, eq(dataExports.userId, personId))).toBe(0)
  await sweepFiles()
  expect(readdirSync(folder)).toEqual([])
})

test('The audit log keeps who did what and when, and the device of the administrator', async () => {
  const { rows } = await opened.database.execute(sql`
    select action, actor_id = subject_id as "isOwn", reason, detail, address, browser from audit_entries
    where subject_id = ${personId} and action in ('impersonation.started', 'contact.email', 'data.erased')
      and at >= ${now.toISOString()}::timestamptz order by action`)
  const nothing = { reason: null, detail: null, address: null, browser: null }
  expect(rows).toEqual([
    { ...nothing, action: 'contact.email', isOwn: true },
    { ...nothing, action: 'data.erased', isOwn: null },
    { ...nothing, action: 'impersonation.started', isOwn: false, address: '192.0.2.9', browser: 'Chrome' },
  ])
})

test('Texts for other families, and the key of a foreign request, stay', async () => {
  const { rows } = await opened.database.execute(sql`
    select (select json_agg(json_build_array(content_html, author_id)) from ticket_messages where ticket_id = tickets.id) as messages,
      (select json_agg(name) from ticket_files where ticket_id = tickets.id) as files,
      (select json_agg(name) from ticket_files join tickets as about on about.id = ticket_id where about.number = 'planted') as about,
      (select json_agg(json_build_array(reason, address)) from audit_entries where actor_id = ${personId} and action = 'account.locked') as audit,
      (select outcome from idempotency_keys where key = 'planted') as outcome
    from tickets where number = 'of-others'`)
  expect(rows).toEqual([
    {
      messages: [['Ответ', null]],
      files: ['схема.pdf'],
      about: null,
      audit: [['Просила сама', null]],
      outcome: {},
    },
  ])
})

test('The job does nothing to a person whose data are deleted', async () => {
  const { database } = opened
  const before = await search(database)
  await runJobs(['erase-people'], { database, clock: () => now })
  expect(await search(database)).toEqual(before)
  expect(before).toContain('kept_identities')
})

test('After the period of the law the kept documents lose the name too', async () => {
  const { database } = opened
  await runJobs(['apply-retention'], { database, clock: () => new Date('2036-01-02T09:00:00Z') })
  expect(await search(database)).toEqual([])
})

test('What is protected from changes is protected again', async () => {
  for (const table of ['operations', 'consent_answers', 'contract_agreements'])
    await expect(opened.database.execute(sql`delete from ${sql.raw(table)}`)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('are added, never changed') },
    })
  await opened.database.execute(sql`
    insert into audit_entries (at, action, subject_id, reason) values (now(), 'account.locked', ${personId}, 'Причина')`)
  await expect(
    opened.database.execute(sql`select erase_audit_details(array[${personId}::uuid])`),
  ).rejects.toMatchObject({ cause: { code: '23001' } })
})
