import { and, eq, isNull, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { ImportDetails, ImportRow } from '#contract/integration/imports.ts'
import { auditEntries, linkedAccounts } from '#server/db/schema/identity.ts'
import { importRuns } from '#server/db/schema/integration.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { discardForgottenFiles } from '#server/integration/import-runs/import-runs.ts'
import { runImport } from '#server/integration/import-runs/run-import.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { zipOf } from '#tests/support/integration/zip.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { jobContext } from '#tests/support/server/jobs.ts'

const started = new Date('2026-10-14T09:00:00Z')
let server: TestApp
let anna: Person & { userId: string }
let chief: Person & { userId: string }
beforeEach(async () => {
  server = await openTestApp({ now: started })
  anna = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: started })
  chief = await server.signInAs({ roles: ['super_administrator'], twoFactorLastCheck: started })
})
afterEach(() => server.close())

const manifest = (...files: string[]) =>
  [
    'propertyName,value\noneroster.version,1.2\nsource.systemCode,crm',
    ...files.map((file) => `file.${file},delta`),
  ].join('\n')
const people = (...rows: string[]) =>
  ['sourcedId,status,dateLastModified,givenName,familyName,email', ...rows].join('\n')
const school = {
  'manifest.csv': manifest('users'),
  'users.csv': people('p-1,active,,Ольга,Соколова,olga@mail.example', 'p-2,active,,Павел,Белов,'),
}
const roles = (...rows: string[]) =>
  ['sourcedId,status,dateLastModified,userSourcedId,roleType,role,orgSourcedId,metadata.role', ...rows].join('\n')

async function upload(who: Person, files: Record<string, string> | Buffer, name = 'школа.zip') {
  const body = Buffer.isBuffer(files) ? files : await zipOf(files)
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) }
  return who.call('POST /v1/admin/import', { body, headers })
}
const idOf = async (answer: ReturnType<typeof upload>) => (await answer).json<{ id: string }>().id
const look = async (id: string) => (await anna.call(`GET /v1/admin/import/${id}`)).json<ImportDetails>()
const act = async (who: Person, id: string, action: 'apply' | 'check', body?: object) =>
  (await who.call(`POST /v1/admin/import/${id}/${action}`, body ? { body } : {})).statusCode
/** What the job does; the story of the browser has the queue too. */
const run = (id: string) => {
  const { database, untimed } = server.opened
  const context = {
    database,
    untimed,
    clock: () => server.clock.now,
    timeZone: 'Europe/Moscow',
    env: { PROFILE_OWNERS: { names: 'person', email: 'person', phone: 'person' } as const, SCHOOL: server.env.SCHOOL },
  }
  return runImport({ ...context, log: pino({ level: 'silent' }) }, id)
}
const emails = async () =>
  (await server.opened.database.select().from(users)).flatMap(({ email }) => (email === null ? [] : [email]))

it('stores the name of the file without characters that cannot be kept or that control text', async () => {
  const id = await idOf(upload(anna, school, 'шк\0ола\u202Epiz.zip'))
  expect(await look(id)).toMatchObject({ fileName: 'школаpiz.zip' })
  await run(id)
  expect((await anna.call(`DELETE /v1/admin/import/${id}`)).statusCode).toBe(204)
})

it('checks an upload without writing, imports it when it is confirmed, and keeps the history', async () => {
  const id = await idOf(upload(anna, school))
  expect(await look(id)).toMatchObject({ state: 'checking', fileName: 'школа.zip', files: [], progress: 0 })
  await run(id)
  const counts = { created: 2, changed: 0, unchanged: 0, deleted: 0, faulty: 0, read: 2 }
  const checked = await look(id)
  expect(checked).toMatchObject({
    state: 'checked',
    faults: 0,
    total: counts,
    files: [{ file: 'users.csv', ...counts }],
  })
  expect(await emails()).toEqual([])

  expect([await act(anna, id, 'apply'), await act(anna, id, 'apply')]).toEqual([204, 409])
  await run(id)
  // The job of a server that died is repeated.
  await run(id)
  expect(await look(id)).toMatchObject({ state: 'applied', total: counts, progress: 1 })
  expect(await emails()).toEqual(['olga@mail.example'])
  const { items } = (await anna.call('GET /v1/admin/import/list')).json<{ items: ImportRow[] }>()
  expect(items).toEqual([
    {
      id,
      fileName: 'школа.zip',
      isCommand: false,
      state: 'applied',
      faults: 0,
      total: counts,
      startedBy: { id: anna.userId, name: 'Иван Петров' },
      createdAt: started.toISOString(),
      finishedAt: started.toISOString(),
    },
  ])
  const [stored] = await server.opened.database.select().from(importRuns)
  expect(stored?.content).toBeNull()
  const entries = await server.opened.database
    .select({ actorId: auditEntries.actorId, detail: auditEntries.detail })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'import.school'), isNull(auditEntries.problem)))
  expect(entries).toEqual([{ actorId: anna.userId, detail: 'crm: 2' }])
})

it('names each fault by file, line, column and reason in the language of the reader', async () => {
  const id = await idOf(upload(anna, { ...school, 'users.csv': people('p-1,active,,Ольга,Соколова,olga@') }))
  await run(id)
  const { findings, ...report } = await look(id)
  expect(report).toMatchObject({ state: 'checked', faults: 1, total: { read: 1, faulty: 1, created: 0 } })
  expect(findings[0]).toEqual({
    file: 'users.csv',
    line: 2,
    column: 'email',
    isFault: true,
    text: '«olga@» — не адрес почты',
  })
  const english = await anna.call(`GET /v1/admin/import/${id}`, { headers: { 'accept-language': 'en' } })
  expect(english.json<ImportDetails>().findings[0]?.text).toBe('“olga@” is not an email address')
})

it('checks again with other options, and imports with those of the last check', async () => {
  const rows = ['p-1,active,,Ольга,Соколова,olga@', 'p-2,active,,Павел,Белов,pavel@mail.example']
  const id = await idOf(upload(anna, { ...school, 'users.csv': people(...rows) }))
  await run(id)
  expect((await look(id)).total.created).toBe(0)
  expect(await act(anna, id, 'check', { skipFaulty: true, allowDeletes: false })).toBe(204)
  await run(id)
  expect(await look(id)).toMatchObject({ state: 'checked', skipFaulty: true, total: { created: 1, faulty: 1 } })
  await act(anna, id, 'apply')
  await run(id)
  expect(await emails()).toEqual(['pavel@mail.example'])
})

it('has one import under way: a second administrator is refused, also at the same moment', async () => {
  const [first, second] = await Promise.all([upload(anna, school), upload(chief, school)])
  const statuses = [first.statusCode, second.statusCode]
  expect(statuses.toSorted()).toEqual([200, 409])
  const id = (first.statusCode === 200 ? first : second).json<{ id: string }>().id
  await run(id)
  const other = await idOf(upload(chief, { ...school, 'users.csv': people('p-3,active,,Анна,Белова,a@mail.example') }))
  expect(await act(anna, id, 'apply')).toBe(409)
  await run(other)
  await act(chief, other, 'apply')
  server.clock.now = new Date(started.getTime() + 60_000)
  await run(other)
  expect(await look(id)).toMatchObject({ state: 'checked', isOutdated: true })
  expect(await act(anna, id, 'check', { skipFaulty: false, allowDeletes: false })).toBe(204)
  await run(id)
  expect(await look(id)).toMatchObject({ state: 'checked', isOutdated: false })
})

it('lets only a super administrator import changes of the rights of administration', async () => {
  const files = {
    ...school,
    'manifest.csv': manifest('orgs', 'users', 'roles'),
    'orgs.csv': 'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\nmain,active,,Школа,school,,',
    'roles.csv': roles(
      'r-1,active,,p-1,primary,siteAdministrator,main,administrator',
      'r-2,active,,p-2,primary,parent,main,',
    ),
  }
  const id = await idOf(upload(anna, files))
  await run(id)
  expect(await look(id)).toMatchObject({
    state: 'checked',
    total: { created: 1 },
    findings: expect.arrayContaining([
      expect.objectContaining({ file: 'roles.csv', line: 2, column: 'role', isFault: true }),
    ]),
  })
  await act(anna, id, 'check', { skipFaulty: true, allowDeletes: false })
  await run(id)
  expect((await look(id)).total.created).toBe(1)
  // The rights are those of who confirms.
  await act(chief, id, 'check', { skipFaulty: false, allowDeletes: false })
  await run(id)
  expect(await look(id)).toMatchObject({ state: 'checked', faults: 0, total: { created: 5 } })
  expect(await act(anna, id, 'apply')).toBe(204)
  await run(id)
  expect((await server.opened.database.select().from(userRoles)).filter(({ givenBy }) => givenBy === 'import')).toEqual(
    [],
  )

  const again = await idOf(upload(chief, files))
  await run(again)
  await act(chief, again, 'apply')
  await run(again)
  const given = await server.opened.database.select().from(userRoles).where(eq(userRoles.givenBy, 'import'))
  expect(given.map(({ role }) => role).toSorted()).toEqual(['administrator', 'parent'])
  // Nor may an administrator take them.
  const taken = { 'manifest.csv': manifest('roles'), 'roles.csv': roles('r-1,tobedeleted,,,,,,') }
  const taking = await idOf(upload(anna, taken))
  await run(taking)
  await act(anna, taking, 'apply')
  await run(taking)
  expect(await look(taking)).toMatchObject({ state: 'applied', total: { deleted: 0 } })
  expect(await server.opened.database.$count(userRoles, eq(userRoles.role, 'administrator'))).toBe(2)
})

it('lets only a super administrator import changes of people with rights of administration', async () => {
  const profiles = (...rows: string[]) =>
    [
      'sourcedId,status,userSourcedId,profileType,vendorId,credentialId,metadata.login,metadata.linkedAt',
      ...rows.map((row) => `${row},linked-account,yandex,stranger,anna,2026-10-14T09:00:00Z`),
    ].join('\n')
  const files = (status: string) => ({
    'manifest.csv': manifest('users', 'userProfiles'),
    'users.csv': people(`${chief.userId},${status},,Иван,Петров,`, 'p-1,active,,Ольга,Соколова,'),
    'userProfiles.csv': profiles(`l-1,${status},${chief.userId}`),
  })
  const check = async (who: Person, uploaded: Record<string, string>) => {
    const id = await idOf(upload(who, uploaded))
    await run(id)
    const { findings } = await look(id)
    return { id, faults: findings.flatMap(({ file, line, isFault }) => (isFault ? [`${file} ${line}`] : [])) }
  }
  const linked = () => server.opened.database.$count(linkedAccounts, eq(linkedAccounts.userId, chief.userId))
  const refused = ['users.csv 2', 'userProfiles.csv 2']
  expect((await check(anna, files('active'))).faults).toEqual(refused)
  const { id, faults } = await check(chief, files('active'))
  expect(faults).toEqual([])
  await act(chief, id, 'apply')
  await run(id)
  expect(await linked()).toBe(1)
  // A list that is imported again may hold administrators, but not change, delete or move what is theirs.
  expect((await check(anna, files('active'))).faults).toEqual([])
  const moved = { ...files('active'), 'userProfiles.csv': profiles('l-1,active,p-1') }
  expect((await check(anna, moved)).faults).toEqual(['userProfiles.csv 2'])
  const deleting = await check(anna, files('tobedeleted'))
  expect(deleting.faults).toEqual(['userProfiles.csv 0', 'users.csv 0'])
  await act(anna, deleting.id, 'apply')
  await run(deleting.id)
  expect(await linked()).toBe(1)
  const again = await check(chief, {
    'manifest.csv': manifest('users'),
    'users.csv': people('p-2,active,,Павел,Белов,'),
  })
  expect((await look(again.id)).total).toMatchObject({ created: 1, deleted: 0 })
})

it('takes a list of people and payments: checked, applied, in the history and in the audit log', async () => {
  const list = ['id;last_name;first_name;email;roles', 'p-1;Соколова;Ольга;olga@mail.example;parent']
  const id = await idOf(upload(anna, Buffer.from(list.join('\n')), 'люди.csv'))
  await run(id)
  const total = { read: 1, created: 1, changed: 0, unchanged: 0, deleted: 0, faulty: 0 }
  expect(await look(id)).toMatchObject({
    state: 'checked',
    faults: 0,
    total,
    files: [{ file: 'люди.csv', ...total }],
    findings: [{ file: 'люди.csv', line: 0, column: '', isFault: false, text: 'ролей выдано: 1' }],
  })
  expect(await emails()).toEqual([])
  await act(anna, id, 'apply')
  await run(id)
  expect([(await look(id)).state, await emails()]).toEqual(['applied', ['olga@mail.example']])
  const statement = [
    '1CClientBankExchange',
    'СекцияДокумент',
    'Номер=1',
    'Дата=12.10.2026',
    'Сумма=5',
    'КонецДокумента',
  ]
  const left = await idOf(upload(anna, Buffer.from(statement.join('\r\n')), 'kl_to_1c.txt'))
  await run(left)
  expect(await look(left)).toMatchObject({
    state: 'checked',
    faults: 0,
    total: { read: 1, created: 1 },
    findings: [
      { line: 2, isFault: false, text: 'не загружено: договор не назван: 5.00 «»' },
      { line: 0, isFault: false, text: 'платежей ждут решения в панели, «Загрузка данных»: 1' },
    ],
  })
  const entries = await server.opened.database
    .select({ action: auditEntries.action, actorId: auditEntries.actorId, detail: auditEntries.detail })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'import.people'), isNull(auditEntries.problem)))
  expect(entries).toEqual([{ action: 'import.people', actorId: anna.userId, detail: 'люди.csv: 1' }])
})

it('lets only a super administrator change administrators and their rights by a list of people', async () => {
  const check = async (who: Person, ...rows: string[]) => {
    const list = ['id,last_name,first_name,email,roles', ...rows].join('\n')
    const id = await idOf(upload(who, Buffer.from(list), 'люди.csv'))
    await run(id)
    await act(who, id, 'check', { skipFaulty: true, allowDeletes: false })
    await run(id)
    const { findings, total } = await look(id)
    return [
      total.created + total.changed,
      findings.flatMap(({ line, text, isFault }) => (isFault ? [[line, text]] : [])),
    ]
  }
  await server.opened.database.update(users).set({ externalId: 'chief' }).where(eq(users.id, chief.userId))
  const ofAdministrator = 'у этого человека есть права администратора: его данные меняет только главный администратор'
  expect(await check(anna, 'p-1,Белова,Анна,,parent', 'chief,Иной,Пётр,stranger@mail.example,')).toEqual([
    0,
    [[3, ofAdministrator]],
  ])
  expect(await check(anna, 'p-1,Белова,Анна,,administrator')).toEqual([
    0,
    [[2, 'права администратора «administrator» меняет только главный администратор']],
  ])
  expect(await check(anna, 'p-1,Белова,Анна,,parent', 'chief,Петров,Иван,,')).toEqual([1, []])
  expect(await check(chief, 'p-1,Белова,Анна,,administrator', 'chief,Иной,Пётр,,')).toEqual([2, []])
})

it('goes on after the server was killed: what is applied is only compared', async () => {
  const id = await idOf(upload(anna, school))
  await run(id)
  await act(anna, id, 'apply')
  await run(id)
  const [stored] = await server.opened.database.select().from(importRuns)
  // The server died between the last transaction of the import and the note of its end.
  const content = await zipOf(school)
  await server.opened.database.update(importRuns).set({ state: 'applying', content, finishedAt: null })
  await run(id)
  expect(stored?.state).toBe('applied')
  expect(await look(id)).toMatchObject({ state: 'applied', total: { created: 0, unchanged: 2 } })
})

it('ends as failed without a directory for files, and after the last attempt of its job', async () => {
  vi.stubEnv('TMPDIR', '/dev/null')
  const id = await idOf(upload(anna, school))
  await run(id)
  vi.unstubAllEnvs()
  expect(await look(id)).toMatchObject({ state: 'failed', finishedAt: started.toISOString() })

  const { database, pool } = server.opened
  await database.execute(sql`delete from pgboss.job`)
  await upload(anna, school)
  await database.execute(sql`update pgboss.job set retry_limit = 0, start_after = now() + interval '1 hour'`)
  const jobs = await startJobs(pool, jobContext({ database, clock: () => started }), { jobs: [], supervise: 1 })
  onTestFinished(() => jobs.stop())
  // Each select: on the embedded database another job may ask first.
  const broken = vi.spyOn(database, 'select').mockImplementation(() => {
    throw new Error('Query read timeout')
  })
  await database.execute(sql`update pgboss.job set start_after = now() where name = 'run-import'`)
  const failed = () => database.$count(importRuns, eq(importRuns.state, 'failed'))
  await expect.poll(failed, { timeout: 20_000 }).toBe(2)
  broken.mockRestore()
  expect((await upload(anna, school)).statusCode).toBe(200)
})

it('refuses what is no zip, discards on request, and forgets what awaits a decision for a day', async () => {
  const text = await upload(anna, Buffer.from('sourcedId,status'))
  expect(text.json()).toMatchObject({ status: 422, errors: [{ path: 'file', message: 'unreadable' }] })
  const damaged = await idOf(upload(anna, Buffer.from('PK\x03\x04 and nothing else', 'latin1')))
  await run(damaged)
  expect(await look(damaged)).toMatchObject({ state: 'checked', faults: 1, total: { read: 0 } })
  expect((await anna.call(`DELETE /v1/admin/import/${damaged}`)).statusCode).toBe(204)
  expect((await anna.call(`DELETE /v1/admin/import/${damaged}`)).statusCode).toBe(409)
  expect(await act(anna, damaged, 'apply')).toBe(409)
  const unknown = '8d1c2c5e-0000-4000-8000-000000000001'
  expect((await anna.call(`GET /v1/admin/import/${unknown}`)).statusCode).toBe(404)
  expect(await act(anna, unknown, 'apply')).toBe(404)

  const forgotten = await idOf(upload(anna, school))
  await run(forgotten)
  const day = 24 * 60 * 60_000
  await discardForgottenFiles(server.opened.database, new Date(started.getTime() + day))
  expect((await look(forgotten)).state).toBe('checked')
  await discardForgottenFiles(server.opened.database, new Date(started.getTime() + day + 1))
  expect((await look(forgotten)).state).toBe('discarded')
})
