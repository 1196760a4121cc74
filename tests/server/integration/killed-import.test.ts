import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { territories } from '#server/db/schema/programs.ts'
import { readEnv } from '#server/environment/env.ts'
import { makeDataDirectory, openTestDatabase } from '#tests/support/server/database.ts'
import { postgresUrl } from '#tests/support/server/postgres-server.ts'
import { loaderEnv, runCommand } from '#tests/support/server/server-process.ts'

// The test starts whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

const directory = mkdtempSync(join(tmpdir(), 'personal-account-killed-'))
afterAll(() => rmSync(directory, { recursive: true }))

const people = 8_000
const log = pino({ level: 'silent' })

/** A database with a connection besides that of the command. The embedded one is that of a server that runs. */
async function openPlace() {
  if (process.env.TEST_DATABASE !== 'postgres') {
    const env = { DATA_DIR: join(directory, 'data') }
    await makeDataDirectory(env.DATA_DIR)
    const opened = await openDatabase(readEnv(env), log)
    onTestFinished(() => opened.close())
    return { env, opened }
  }
  const opened = await openTestDatabase()
  onTestFinished(() => opened.close())
  const { rows } = await opened.database.execute<{ name: string }>(sql`select current_database() as name`)
  const DATABASE_URL = postgresUrl(process.env.TEST_POSTGRES_SOCKET ?? '', String(rows[0]?.name))
  return { env: { DATABASE_URL, DATA_DIR: join(directory, 'none') }, opened }
}

test('an import that was killed in the middle is repeated: nothing is lost, doubled or half applied', {
  tags: ['nightly'],
}, async () => {
  const school = mkdtempSync(join(directory, 'school-'))
  const row = (index: number) => `p-${index},active,,Имя,Фамилия,p${index}@mail.example`
  const rows = Array.from({ length: people }, (_, index) => row(index))
  const header = 'sourcedId,status,dateLastModified'
  writeFileSync(join(school, 'users.csv'), [`${header},givenName,familyName,email`, ...rows].join('\n'))
  writeFileSync(join(school, 'territories.csv'), `${header},title,address\nt-1,,,Main building,1 School Street`)
  const { env, opened } = await openPlace()

  const killed = spawn(process.execPath, ['server/integration/import.ts', school], {
    env: { PATH: process.env.PATH ?? '', LANG: 'en_US.UTF-8', ...loaderEnv, ...env },
    stdio: 'ignore',
  })
  // The first file is committed, the second one is being read.
  await vi.waitFor(async () => expect(await opened.database.$count(territories)).toBe(1), { timeout: 60_000 })
  killed.kill('SIGKILL')
  expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await opened.database.$count(users)).toBe(0)

  const repeat = () => runCommand('server/integration/import.ts', [school], { LANG: 'en_US.UTF-8', ...env })
  const second = await repeat()
  expect(second).toMatchObject({ code: 0 })
  expect(second.out).toMatch(new RegExp(`^users\\.csv +${people} +${people} +0 +0 +0 +0$`, 'm'))
  // What the killed process had committed is only compared.
  expect(second.out).toMatch(/^territories\.csv +1 +0 +0 +1 +0 +0$/m)
  const third = await repeat()
  expect(third.out).toMatch(new RegExp(`^users\\.csv +${people} +0 +0 +${people} +0 +0$`, 'm'))

  const [stored] = await opened.database
    .select({ people: count(), emails: sql<number>`count(distinct ${users.email})::int` })
    .from(users)
  expect(stored).toEqual({ people, emails: people })
  expect(await opened.database.$count(territories)).toBe(1)
})
