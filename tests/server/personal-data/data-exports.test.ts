import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { and, desc, eq } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { DataExportStatus } from '#contract/people/data-export.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { auditEntries, sessions } from '#server/db/schema/identity.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { dataExports } from '#server/db/schema/storage.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { fileSchemas, publishedSchema, readArchive } from '#server/personal-data/exports/archive.ts'
import {
  beginAttempt,
  failDataExport,
  findDownload,
  finishAttempt,
} from '#server/personal-data/exports/data-exports.ts'
import { openFile, storeFile } from '#server/personal-data/exports/file-store.ts'
import { endOldDataExports, makeDataExport } from '#server/personal-data/exports/make-data-export.ts'
import { unzip } from '#tests/support/integration/zip.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import type { Person } from '#tests/support/server/app.ts'
import { auditedOf } from '#tests/support/server/audited.ts'
import { openOnceMore } from '#tests/support/server/database.ts'
import { jobContext } from '#tests/support/server/jobs.ts'
import { statementsOf } from '#tests/support/server/statements.ts'

const start = new Date('2026-11-20T09:00:00Z')
const day = 24 * 60 * 60_000
const secretsKey = 'k'.repeat(32)
const { server, signIn } = openDemoSchool()
const directory = mkdtempSync(join(tmpdir(), 'data-exports-'))
const folder = join(directory, 'data-exports')
afterAll(() => rmSync(directory, { recursive: true }))

type SignedIn = Person & { userId: string; sessionId: string }

beforeEach(async () => {
  server.clock.now = start
  server.env.FILES_DIR = directory
  server.env.SECRETS_KEY = secretsKey
  await server.opened.database.delete(dataExports)
  rmSync(folder, { recursive: true, force: true })
})

const context = () => {
  const { database } = server.opened
  return jobContext({ database, clock: () => server.clock.now, env: server.env })
}

/** A person who has just signed in and entered a code. */
async function confirmed(login: DemoLogin): Promise<SignedIn> {
  const person = await signIn(login)
  await server.opened.database
    .update(sessions)
    .set({ twoFactorLastCheck: server.clock.now })
    .where(eq(sessions.id, person.sessionId))
  return person
}
const ask = (person: Person) => person.call('POST /v1/profile/data-export')
const statusOf = async (person: Person) => (await person.call('GET /v1/profile/data-export')).json<DataExportStatus>()
const problemOf = (answer: { json: <T>() => T; statusCode: number }) => [
  answer.statusCode,
  answer.json<{ type: string }>().type,
]
async function idOf({ userId }: SignedIn): Promise<string> {
  const [row] = await server.opened.database
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.askedAt))
  return row?.id ?? ''
}
async function make(person: SignedIn): Promise<string> {
  expect((await ask(person)).statusCode).toBe(204)
  const id = await idOf(person)
  await makeDataExport(context(), { id, language: 'ru' })
  return id
}
const linkOf = (person: Person, id: string) => person.call(`POST /v1/profile/data-export/${id}/link`)
async function download(person: SignedIn, id: string) {
  const { url } = (await linkOf(person, id)).json<{ url: string }>()
  return person.open(url)
}

/** What a copy has, by file, without a server in between. */
async function archiveOf(userId: string) {
  const { database, clock, timeZone, env } = context()
  const from = { database, clock, timeZone, payees: env.PAYEES, publicUrl: env.PUBLIC_URL }
  const chunks: Buffer[] = []
  for await (const chunk of readArchive(from, { userId, language: 'ru', now: start })) chunks.push(chunk as Buffer)
  const files = await unzip(Buffer.concat(chunks))
  const rowsOf = (section: string): Record<string, unknown>[] =>
    JSON.parse(files.get(`data/${section}.json`)?.toString() ?? 'null')
  const text = [...files].flatMap(([name, content]) => (name.endsWith('.json') ? [content.toString()] : [])).join('\n')
  const folders = [...files.keys()].flatMap((name) => name.split('/').slice(1, -1))
  return { files, rowsOf, text, folders: new Set(folders) }
}
async function userOf(login: DemoLogin) {
  const { userId } = await signIn(login)
  const [user] = await server.opened.database.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error(`no ${login}`)
  return user
}
const valuesOf = (rows: Record<string, unknown>[], field: string) => [...new Set(rows.map((row) => row[field]))].sort()

describe('the life of a copy', () => {
  test('it is asked for, made, announced and downloaded; the file on the disk is unreadable', async () => {
    const person = await confirmed('spo-parent')
    await server.opened.database.delete(deliveries)
    expect((await ask(person)).statusCode).toBe(204)
    expect((await statusOf(person)).last).toMatchObject({ state: 'asked', readyAt: null, bytes: null })
    const id = await idOf(person)
    await makeDataExport(context(), { id, language: 'en' })
    const { last, nextAt } = await statusOf(person)
    const readyAt = start.toISOString()
    expect(last).toEqual({
      id,
      state: 'ready',
      askedAt: readyAt,
      readyAt,
      expiresAt: new Date(start.getTime() + 7 * day).toISOString(),
      bytes: expect.any(Number) as number,
    })
    expect(nextAt).toBe(null)

    const file = await download(person, id)
    expect([file.statusCode, file.headers['content-type'], Number(file.headers['content-length'])]).toEqual([
      200,
      'application/zip',
      last?.bytes,
    ])
    expect(file.headers['content-disposition']).toContain('data-2026-11-20.zip')
    const files = await unzip(file.rawPayload)
    expect([...files.keys()].slice(0, 3)).toEqual(['README.txt', 'schema.json', 'data/person.json'])
    expect(files.get('data/person.json')?.toString()).toContain('Кузнецов')

    const [name = ''] = readdirSync(folder)
    expect(name).toBe(`${id}.1`)
    const stored = readFileSync(join(folder, name))
    expect(stored.length).toBe((last?.bytes ?? 0) + 16)
    expect(stored.includes('data/person.json')).toBe(false)

    const [message] = await server.opened.database.select().from(deliveries)
    expect([message?.kind, message?.values]).toEqual(['data-export-ready', { until: '27 ноября 2026 года' }])
    const [notice] = await server.opened.database
      .select({ path: notifications.path })
      .from(notifications)
      .where(and(eq(notifications.userId, person.userId), eq(notifications.kind, 'data-export-ready')))
    expect(notice?.path).toBe('/profile?section=data')
    const audited = await auditedOf(server.opened.database, 'export', person.userId)
    // Both are of the same moment of the test.
    expect(audited.slice(-2).sort()).toEqual([
      ['export.data', person.userId, 'data-2026-11-20.zip'],
      ['export.data-asked', person.userId, null],
    ])
  })

  test('after seven days the link is 404, and the file is gone from the disk', async () => {
    const person = await confirmed('spo-parent')
    const id = await make(person)
    server.clock.now = new Date(start.getTime() + 7 * day)
    const later = await confirmed('spo-parent')
    expect((await statusOf(later)).last?.state).toBe('expired')
    expect(problemOf(await linkOf(later, id))).toEqual([404, 'not-found'])
    for (const file of readdirSync(folder)) utimesSync(join(folder, file), start, start)
    await endOldDataExports(context())
    expect(readdirSync(folder)).toEqual([])
    const [row] = await server.opened.database.select().from(dataExports).where(eq(dataExports.id, id))
    expect([row?.state, row?.sealedKey]).toEqual(['expired', null])
  })

  test('a new copy takes the place of the one before, and nothing removes the file that is in use', async () => {
    const person = await confirmed('spo-parent')
    const first = await make(person)
    server.clock.now = new Date(start.getTime() + 60_000)
    const second = await make(person)
    expect((await statusOf(person)).last).toMatchObject({ id: second, state: 'ready' })
    expect((await linkOf(person, first)).statusCode).toBe(404)
    const old = new Date(start.getTime() - day)
    for (const file of readdirSync(folder)) utimesSync(join(folder, file), old, old)
    await endOldDataExports(context())
    expect(readdirSync(folder)).toEqual([`${second}.1`])
  })

  test('an attempt that another server has repeated does not become the copy, and leaves nothing', async () => {
    const person = await confirmed('spo-parent')
    await ask(person)
    const id = await idOf(person)
    const { database } = server.opened
    const killed = await beginAttempt(database, id)
    if (!killed) throw new Error('not begun')
    await makeDataExport(context(), { id, language: 'ru' })
    const made = await storeFile(directory, `${id}.1`, Readable.from([Buffer.from('late')]))
    writeFileSync(join(folder, `${randomUUID()}.1.unfinished`), 'of a server that died')
    const seen = { children: {}, contracts: [] } as never
    const late = { database, clock: () => server.clock.now, timeZone: 'Europe/Moscow', secretsKey }
    expect(await finishAttempt(late, { row: killed, ...made, seen })).toBe(false)
    expect((await download(person, id)).statusCode).toBe(200)
    // The repeated job finds nothing to do.
    await makeDataExport(context(), { id, language: 'ru' })
    const old = new Date(start.getTime() - 2 * day)
    for (const file of readdirSync(folder)) utimesSync(join(folder, file), old, old)
    await endOldDataExports(context())
    expect(readdirSync(folder)).toEqual([`${id}.2`])
  })

  test('two servers side by side make each copy once', { tags: ['nightly'] }, async () => {
    const { database } = server.opened
    const people = [await confirmed('spo-parent'), await confirmed('learning-parent'), await confirmed('parent')]
    await database.delete(deliveries)
    for (const person of people) expect((await ask(person)).statusCode).toBe(204)
    const more = await openOnceMore(server.opened)
    const begun: string[] = []
    const runners = await Promise.all(
      [server.opened, more].map((opened, number) => {
        const runner = { ...context(), database: opened.database, untimed: opened.database }
        const log = pino(
          { level: 'info' },
          { write: (line) => void (line.includes('"export"') && begun.push(`${number}`)) },
        )
        return startJobs(opened.pool, { ...runner, log }, { jobs: [], poll: 1, supervise: 600 })
      }),
    )
    const states = () => database.select({ state: dataExports.state, attempts: dataExports.attempts }).from(dataExports)
    const once = { state: 'ready', attempts: 1 }
    await expect.poll(states, { timeout: 30_000 }).toEqual([once, once, once])
    await Promise.all(runners.map((runner) => runner.stop()))
    await more.close()
    expect(begun).toHaveLength(3)
    expect(readdirSync(folder)).toHaveLength(3)
    const sent = await database.select({ userId: deliveries.userId, kind: deliveries.kind }).from(deliveries)
    const ready = sent.flatMap(({ userId, kind }) => (kind === 'data-export-ready' ? [userId] : []))
    expect(ready.sort()).toEqual(people.map(({ userId }) => userId).sort())
  })

  test('a file that was changed on the disk is not sent', async () => {
    const person = await confirmed('spo-parent')
    const id = await make(person)
    const { key } = (await findDownload(server.opened.database, {
      id,
      userId: person.userId,
      now: start,
      secretsKey,
    })) ?? { key: '' }
    const file = join(folder, `${id}.1`)
    const content = readFileSync(file)
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1
    writeFileSync(file, content)
    await expect(openFile(directory, `${id}.1`, key)).rejects.toThrow('unable to authenticate')
  })

  test('one that is given up is said, and counts to no limit', async () => {
    const person = await confirmed('spo-parent')
    for (let time = 0; time < 4; time += 1) {
      expect((await ask(person)).statusCode).toBe(204)
      await failDataExport(server.opened.database, await idOf(person), server.clock.now)
      server.clock.now = new Date(server.clock.now.getTime() + 1000)
    }
    expect(await statusOf(person)).toMatchObject({ last: { state: 'failed' }, nextAt: null })
    const kinds = await server.opened.database.select({ kind: deliveries.kind }).from(deliveries)
    expect(kinds.filter(({ kind }) => kind === 'data-export-failed')).toHaveLength(4)
  })
})

describe('refused is', () => {
  test('asking and downloading without a fresh code', async () => {
    const person = await confirmed('spo-parent')
    const id = await make(person)
    const { url } = (await linkOf(person, id)).json<{ url: string }>()
    await server.opened.database
      .update(sessions)
      .set({ twoFactorLastCheck: null })
      .where(eq(sessions.id, person.sessionId))
    expect(problemOf(await ask(person))).toEqual([428, 'two-factor-required'])
    expect(problemOf(await linkOf(person, id))).toEqual([428, 'two-factor-required'])
    expect(problemOf(await person.open(url))).toEqual([428, 'two-factor-required'])
  })

  test('a second copy at the same time, and a fourth one within a day', async () => {
    const person = await confirmed('spo-parent')
    const both = await Promise.all([ask(person), ask(person)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    await server.opened.database.update(dataExports).set({ state: 'expired' })
    for (let more = 0; more < 2; more += 1) {
      expect((await ask(person)).statusCode).toBe(204)
      await server.opened.database.update(dataExports).set({ state: 'expired' })
    }
    const refused = await ask(person)
    expect([...problemOf(refused), refused.headers['retry-after']]).toEqual([429, 'too-many-requests', '86400'])
    expect((await statusOf(person)).nextAt).toBe(new Date(start.getTime() + day).toISOString())
    server.clock.now = new Date(start.getTime() + day)
    expect((await ask(await confirmed('spo-parent'))).statusCode).toBe(204)
  })

  test('the copy of another person, and any copy while an administrator acts as the person', async () => {
    const person = await confirmed('spo-parent')
    const id = await make(person)
    const { url } = (await linkOf(person, id)).json<{ url: string }>()
    const other = await confirmed('family')
    expect((await linkOf(other, id)).statusCode).toBe(404)
    expect((await other.open(url)).statusCode).toBe(404)
    const { userId: seenBy } = await signIn('administrator')
    const acting = await server.signInAs({
      roles: [],
      userId: person.userId,
      seenBy,
      twoFactorLastCheck: start,
    })
    expect(problemOf(await ask(acting))).toEqual([403, 'impersonation-forbids'])
    expect(problemOf(await linkOf(acting, id))).toEqual([403, 'impersonation-forbids'])
    expect(problemOf(await acting.open(url))).toEqual([403, 'impersonation-forbids'])
  })

  test('a copy with what the person may not see any more: its file is removed', async () => {
    const person = await confirmed('learning-parent')
    const id = await make(person)
    const { url } = (await linkOf(person, id)).json<{ url: string }>()
    const isOwn = eq(guardianships.guardianId, person.userId)
    await server.opened.database.update(guardianships).set(rightsOfPreset.full).where(isOwn)
    // More rights close nothing.
    expect((await statusOf(person)).last?.state).toBe('ready')
    await server.opened.database.update(guardianships).set(rightsOfPreset.payer).where(isOwn)
    expect((await person.open(url)).statusCode).toBe(404)
    expect((await linkOf(person, id)).statusCode).toBe(404)
    expect(await statusOf(person)).toMatchObject({ last: { state: 'closed' }, nextAt: null })
    for (const file of readdirSync(folder)) utimesSync(join(folder, file), new Date(0), new Date(0))
    await endOldDataExports(context())
    expect(readdirSync(folder)).toEqual([])
    // The right that comes back does not open it again.
    await server.opened.database.update(guardianships).set(rightsOfPreset.learning).where(isOwn)
    expect((await linkOf(person, id)).statusCode).toBe(404)
  })
})

describe('the content', () => {
  const usual: readonly DemoLogin[] = ['family', 'student', 'teacher', 'administrator']
  for (const login of [...usual, 'parent', 'spo-student', 'no-role'] as const)
    test(`of the copy of ${login} is as published`, { tags: usual.includes(login) ? [] : ['nightly'] }, async () => {
      const { userId } = await signIn(login)
      const { files } = await archiveOf(userId)
      const schemas = fileSchemas()
      expect([...files.keys()].filter((name) => name.endsWith('.json')).sort()).toEqual(
        [...Object.keys(schemas), 'schema.json'].sort(),
      )
      for (const [name, schema] of Object.entries(schemas)) {
        const { error } = schema.safeParse(JSON.parse(files.get(name)?.toString() ?? ''))
        expect([name, error?.message]).toEqual([name, undefined])
      }
      const contents = JSON.parse(files.get('contents.json')?.toString() ?? '')
      const named = [...contents.data, ...contents.files].map(({ file }: { file: string }) => file)
      expect([...named, 'contents.json', 'schema.json', 'ПРОЧТИТЕ.txt'].sort()).toEqual([...files.keys()].sort())
    })

  test('the published schema is that of the copies', async () => {
    await expect(`${JSON.stringify(publishedSchema(), null, 2)}\n`).toMatchFileSnapshot(
      '../../../docs/data-export.schema.json',
    )
  })

  test('a mother with different rights for two children gets of each what she may see, and nothing of the others', async () => {
    const { database } = server.opened
    const mother = await userOf('learning-parent')
    const father = await userOf('parent')
    const grandmother = await userOf('payer-parent')
    const pairs = await database.select().from(guardianships).where(eq(guardianships.guardianId, mother.id))
    const [studied = '', paid = ''] = pairs.map(({ childId }) => childId).sort()
    const set = (childId: string, preset: 'learning' | 'payer') =>
      database
        .update(guardianships)
        .set(rightsOfPreset[preset])
        .where(and(eq(guardianships.guardianId, mother.id), eq(guardianships.childId, childId)))
    await set(studied, 'learning')
    await set(paid, 'payer')
    await database
      .update(users)
      .set({ phone: '+79991112233', email: 'father@private.example' })
      .where(eq(users.id, father.id))
    const [ticket] = await database
      .insert(tickets)
      .values({ number: 'T-EXPORT', authorId: mother.id, contentHtml: '<p>Own question</p>', createdAt: start })
      .returning({ id: tickets.id })
    const written = { ticketId: ticket?.id ?? '', createdAt: start, authorId: grandmother.id }
    await database.insert(ticketMessages).values([
      { ...written, kind: 'note', contentHtml: '<p>Secret note of the staff</p>' },
      { ...written, kind: 'reply', contentHtml: '<p>Visible reply</p>', authorId: mother.id },
    ])
    await database.insert(auditEntries).values({
      at: start,
      action: 'impersonation.started',
      actorId: father.id,
      subjectId: mother.id,
      reason: 'Secret reason',
      detail: 'Secret detail',
      address: '198.51.100.7',
    })

    const { rowsOf, text, folders } = await archiveOf(mother.id)
    expect(valuesOf(rowsOf('children'), 'childId')).toEqual([studied, paid])
    for (const section of ['lessonResults', 'gradeBooks', 'marks', 'groups'])
      expect([section, valuesOf(rowsOf(section), 'studentId')]).toEqual([section, [studied]])
    expect(valuesOf(rowsOf('contracts'), 'studentId')).toEqual([paid])
    expect(rowsOf('payments').length).toBeGreaterThan(0)
    expect(rowsOf('operations').length).toBeGreaterThan(0)
    expect([...folders].filter((name) => ['contracts', 'receipts'].includes(name))).toEqual(['contracts', 'receipts'])
    const hidden = await database
      .select({ number: contracts.number })
      .from(contracts)
      .where(eq(contracts.studentId, studied))
    expect(hidden.length).toBeGreaterThan(0)
    for (const { number } of hidden) expect(text).not.toContain(number)

    expect(text).toContain('Own question')
    expect(text).toContain('Visible reply')
    for (const secret of ['+79991112233', 'father@private.example', 'Secret', '198.51.100.7'])
      expect(text).not.toContain(secret)
    expect(rowsOf('log').filter(({ action }) => action === 'impersonation.started')).toMatchObject([
      { isOwnAction: false, reason: null, detail: null, address: null },
    ])
  })

  test('a student gets the own studies, and a teacher nothing of the students', async () => {
    const student = await userOf('student')
    const ofStudent = await archiveOf(student.id)
    expect(valuesOf(ofStudent.rowsOf('marks'), 'studentId')).toEqual([student.id])
    expect(valuesOf(ofStudent.rowsOf('contracts'), 'studentId')).toEqual([student.id])
    expect(ofStudent.rowsOf('guardians').length).toBeGreaterThan(0)
    expect(ofStudent.rowsOf('children')).toEqual([])
    const teacher = await userOf('teacher')
    const ofTeacher = await archiveOf(teacher.id)
    expect(ofTeacher.rowsOf('taughtGroups').length).toBeGreaterThan(0)
    for (const section of ['marks', 'lessonResults', 'contracts', 'payments', 'groups'])
      expect([section, ofTeacher.rowsOf(section)]).toEqual([section, []])
    const students = await server.opened.database.select().from(users).where(eq(users.lastName, student.lastName))
    expect(students.length).toBeGreaterThan(1)
    for (const { id } of students) expect(ofTeacher.text).not.toContain(id)
  })

  test('of a large account a few batches are read ahead of who downloads it', { tags: ['nightly'] }, async () => {
    const { database } = server.opened
    const userId = randomUUID()
    await database.insert(users).values({ id: userId, firstName: 'Большой', lastName: 'Архив' })
    const rows = 20_000
    for (let from = 0; from < rows; from += 2000)
      await database.insert(notifications).values(
        Array.from({ length: 2000 }, (_, index) => {
          const text = `${randomUUID()}${randomUUID()}${randomUUID()}${randomUUID()}`
          const values = { ru: { text }, en: { text } }
          const key = `large ${from + index}`
          return {
            userId,
            category: 'events' as const,
            kind: 'event-reminder',
            values,
            path: '/',
            key,
            groupKey: key,
            at: start,
          }
        }),
      )
    const { clock, timeZone, env } = context()
    const from = { database, clock, timeZone, payees: env.PAYEES, publicUrl: env.PUBLIC_URL }
    const archive = readArchive(from, { userId, language: 'ru', now: start })
    const fetchesOf = async (run: () => Promise<unknown>) =>
      (await statementsOf(run)).filter(({ text }) => text.startsWith('fetch')).length
    // Nothing reads it: the buffers are full after a part of the rows.
    const ahead = await fetchesOf(() => new Promise((resolve) => setTimeout(resolve, 1500)))
    let bytes = 0
    const rest = await fetchesOf(async () => {
      for await (const chunk of archive) bytes += (chunk as Buffer).length
    })
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(rest).toBeGreaterThan(20)
    expect(ahead).toBeLessThan(70)
  })

  test('a failure in the middle leaves no file', async () => {
    const person = await confirmed('spo-parent')
    await ask(person)
    const broken = { ...context(), env: { ...server.env, PAYEES: {} as never } }
    await expect(makeDataExport(broken, { id: await idOf(person), language: 'ru' })).rejects.toThrow()
    expect(readdirSync(folder)).toEqual([])
    expect((await statusOf(person)).last?.state).toBe('making')
  })
})
