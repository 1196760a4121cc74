// Database: none.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { requireBackupOf, writeAtomically } from '#server/backup/backup-file.ts'
import { dumpEmbedded, restoreEmbedded } from '#server/backup/embedded.ts'
import { dumpPostgres, restorePostgres } from '#server/backup/postgres.ts'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { type PostgresServer, postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import { runCommand, startServer } from '#tests/support/server/server-process.ts'
import { type Visitor, visitorAt } from '#tests/support/server/sign-in.ts'

// The tests start whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

const log = pino({ level: 'silent' })
const directory = mkdtempSync(join(tmpdir(), 'personal-account-backup-'))
let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true })
})

type Place = { DATA_DIR: string; DATABASE_URL?: string; PATH?: string }

let places = 0
/** A database that does not exist yet. */
const empty: Record<'embedded' | 'postgres', () => Promise<Place>> = {
  async embedded() {
    places += 1
    return { DATA_DIR: join(directory, `data-${places}`) }
  },
  async postgres() {
    places += 1
    const name = `school_${places}`
    await withClient('postgres', (client) => client.query(`create database ${name}`))
    return { DATA_DIR: join(directory, 'none'), DATABASE_URL: postgresUrl(postgres.socket, name) }
  },
}

async function withClient<T>(name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: postgresUrl(postgres.socket, name) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const run = (command: 'backup' | 'restore', place: Place, ...args: string[]) =>
  runCommand(`server/backup/${command}.ts`, args, place)

const programs = process.env.PATH

/** The same in this process, which is quicker: null, or the reason of a failure. */
async function attempt(command: 'backup' | 'restore', place: Place, path: string, isReplacing = false) {
  const { DATABASE_URL: url, DATA_DIR: directory } = place
  const backup = (unfinished: string) => (url ? dumpPostgres(url, unfinished) : dumpEmbedded(directory, unfinished))
  const restore = async () => {
    requireBackupOf(url ? 'postgres' : 'embedded', path)
    await (url ? restorePostgres(url, path, { isReplacing }) : restoreEmbedded(directory, path, { isReplacing }))
  }
  vi.stubEnv('PATH', place.PATH ?? programs)
  const work = command === 'backup' ? writeAtomically(path, backup) : restore()
  return work.then(
    () => null,
    ({ name, message }: Error) => (name === 'StartFailure' ? message : `${name}: ${message}`),
  )
}

let files = 0
function newFile(): string {
  files += 1
  return join(directory, `school-${files}.backup`)
}

/** A database with a school of one user with this name; the test leaves it unchanged. */
async function filled(kind: keyof typeof empty, lastName: string): Promise<Place> {
  const place = await empty[kind]()
  if (kind === 'embedded') await makeDataDirectory(place.DATA_DIR)
  await using opened = await openedAt(place)
  await opened.database.insert(users).values({ firstName: 'Мария', lastName })
  return place
}

async function openedAt(place: Place): Promise<OpenDatabase & AsyncDisposable> {
  const opened = await openDatabase(readEnv(place), log)
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() }
}

async function namesIn({ database }: OpenDatabase): Promise<string[]> {
  return (await database.select({ name: users.lastName }).from(users)).map(({ name }) => name)
}

/** The statements that the owner of the audit log could use to change it. */
async function rightsToChangeLog({ database }: OpenDatabase): Promise<string[]> {
  const { rows } = await database.execute<{ right: string }>(sql`
    select privilege_type as right from pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
    where oid = 'audit_entries'::regclass and grantee = relowner`)
  return rows.map(({ right }) => right).filter((right) => ['UPDATE', 'DELETE', 'TRUNCATE'].includes(right))
}

async function migratedTomorrow(place: Place): Promise<void> {
  await using opened = await openedAt(place)
  await opened.database.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 2100000000000)`,
  )
}

/** A folder with a pg_restore that reports its version and dies after the first table. */
function programThatDies(): string {
  const folder = mkdtempSync(join(directory, 'programs-'))
  const script = [
    '#!/bin/sh',
    `case "$*" in *--data-only*) PATH="${process.env.PATH}" exec pg_restore "$@";; esac`,
    "echo 'create table half ();'",
    'exit 1',
  ]
  writeFileSync(join(folder, 'pg_restore'), script.join('\n'), { mode: 0o755 })
  return folder
}

/** Changes a name repeatedly. Each name is the number of the change, written in letters. */
function keepWriting(visitor: Visitor) {
  let isOver = false
  let written = 0
  const done = (async () => {
    while (!isOver) {
      const answer = await visitor.ask('PATCH', '/api/v1/profile', { patronym: inLetters(written + 1) })
      expect(answer.status).toBe(200)
      written += 1
      // The rate limit is three hundred changes a minute.
      await pause(250)
    }
  })()
  return {
    written: () => written,
    async stop() {
      isOver = true
      await done
    },
  }
}

const inLetters = (number: number) => [...String(number)].map((digit) => 'абвгдежзик'[Number(digit)]).join('')
const outOfLetters = (name: string) => Number([...name].map((letter) => 'абвгдежзик'.indexOf(letter)).join(''))

describe.each(['embedded', 'postgres'] as const)('A backup of a school on the %s database', (kind) => {
  test('taken under load, holds all committed data, and a server starts on the restored database', {
    tags: ['nightly'],
  }, async () => {
    const [here, there] = [await empty[kind](), await empty[kind]()]
    const first = await startServer({ env: here, dataDir: here.DATA_DIR })
    onTestFinished(() => first.stop().catch(() => undefined))
    const visitor = visitorAt(first.address)
    await visitor.signIn('parent')
    const writing = keepWriting(visitor)
    await expect.poll(writing.written, { timeout: 30_000 }).toBeGreaterThan(3)
    const before = writing.written()
    const file = newFile()
    expect(await run('backup', here, file)).toEqual({
      code: 0,
      out: `Everything committed before is in ${file}.\n`,
      err: '',
    })
    const meanwhile = writing.written()
    await expect.poll(writing.written, { timeout: 30_000 }).toBeGreaterThan(meanwhile)
    await writing.stop()
    await first.stop()
    expect(statSync(file).mode & 0o777).toBe(0o600)

    expect(await run('restore', there, file)).toMatchObject({ code: 0, err: '' })
    const second = await startServer({ env: there, dataDir: there.DATA_DIR })
    onTestFinished(() => second.stop())
    const returned = visitorAt(second.address)
    expect((await returned.signIn('parent')).status).toBe(200)
    const profile = (await returned.ask('GET', '/api/v1/profile')).json()
    expect(outOfLetters(String(profile.patronym))).toBeGreaterThanOrEqual(before)
  })

  test('replaces another school only with the flag, if complete and of a known version, and while no server runs', {
    // More can go wrong with PostgreSQL.
    tags: kind === 'embedded' ? ['nightly'] : [],
  }, async () => {
    const [here, there] = [await filled(kind, 'Соколова'), await filled(kind, 'Белова')]
    const [file, half, newer] = [newFile(), newFile(), newFile()]
    expect(await attempt('backup', here, file)).toBeNull()
    // Only the end of the file is missing, which shows after nearly all of it has been read.
    writeFileSync(half, readFileSync(file).subarray(0, -64))
    await migratedTomorrow(here)
    expect(await attempt('backup', here, newer)).toBeNull()

    const refusals = [
      await attempt('restore', there, file),
      await attempt('restore', there, half, true),
      await attempt('restore', there, newer, true),
    ]
    if (kind === 'postgres') {
      const PATH = `${programThatDies()}:${programs}`
      expect(await attempt('restore', { ...there, PATH }, file, true)).toBe(
        `${file} could not be restored, and nothing has changed (pg_restore: 1).`,
      )
    }
    {
      await using working = await openedAt(there)
      expect(await namesIn(working)).toEqual(['Белова'])
      refusals.push(await attempt('restore', there, file, true))
      expect(await namesIn(working)).toEqual(['Белова'])
    }
    expect(refusals).toEqual([
      expect.stringMatching(/^[^\n]*; --replace deletes [^\n]+ first\.$/),
      expect.stringMatching(/^[^\n]+ could not be restored, and nothing has changed \([^\n]+\)\.$/),
      expect.stringMatching(/^[^\n]+ by another version: its migration (\d+) of \1 is not known [^\n]+$/),
      expect.stringMatching(/stop (it|that process)/i),
    ])

    expect(await attempt('restore', there, file, true)).toBeNull()
    // The state that a process leaves when it dies while it replaces the directory.
    if (kind === 'embedded') renameSync(join(there.DATA_DIR, 'database'), join(there.DATA_DIR, 'database.replaced'))
    await using restored = await openedAt(there)
    expect(await namesIn(restored)).toEqual(['Соколова'])
    expect(await rightsToChangeLog(restored)).toEqual(['DELETE'])
  })
})

test('A backup of the other database kind, or a file that is no backup, is rejected', async () => {
  const [embedded, onPostgres, none] = [newFile(), newFile(), newFile()]
  writeFileSync(embedded, gzipSync('a school'))
  writeFileSync(onPostgres, 'PGDMP, a school')
  writeFileSync(none, 'nothing')
  expect([
    await attempt('restore', await empty.postgres(), embedded),
    await attempt('restore', await empty.embedded(), onPostgres),
    await attempt('restore', await empty.embedded(), none),
    await attempt('restore', await empty.embedded(), join(directory, 'gone')),
  ]).toEqual([
    `${embedded} is a backup of the embedded database, not of PostgreSQL. It is restored without DATABASE_URL.`,
    `${onPostgres} is a backup of PostgreSQL, not of the embedded database. Set DATABASE_URL to restore it.`,
    `${none} is not a backup.`,
    expect.stringMatching(/^[^\n]+gone cannot be read \(.*ENOENT.*\)\.$/),
  ])
})

test('A failed backup prints one line and leaves no file', async () => {
  const place = await empty.postgres()
  const [file, older] = [newFile(), newFile()]
  writeFileSync(older, 'an older one')
  const failures = [
    await attempt('backup', { ...place, DATABASE_URL: 'postgres://lk:hush@localhost:9/lk' }, file),
    await attempt('backup', { ...place, PATH: '' }, file),
    await attempt('backup', await empty.embedded(), file),
    await attempt('backup', place, older),
    await attempt('backup', place, join(directory, 'no such folder', 'file')),
  ]
  expect(failures).toEqual([
    expect.stringMatching(/^pg_dump: [^\n]+$/),
    'pg_dump cannot be started: install PostgreSQL’s client programs, not older than the server.',
    expect.stringMatching(/^DATA_DIR: there is no [^\n]+\.$/),
    `${older} already exists and is not overwritten.`,
    expect.stringMatching(/^[^\n]+ cannot be written \(.+\)\.$/),
  ])
  expect(failures[0]).not.toContain('hush')
  const usage = 'npm run backup -- file (one file at a time)\n'
  expect(await run('backup', place)).toEqual({ code: 1, out: '', err: usage })
  expect(readFileSync(older, 'utf8')).toBe('an older one')
  expect(existsSync(file) || existsSync(`${file}.unfinished`)).toBe(false)
})
