// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { runCommand } from '#tests/support/server/server-process.ts'

// The tests start whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const log = pino({ level: 'silent' })
const directory = mkdtempSync(join(tmpdir(), 'personal-account-single-files-'))
afterAll(() => rmSync(directory, { recursive: true }))

const file = (name: string, ...lines: readonly string[]) => {
  writeFileSync(join(directory, name), lines.join('\n'))
  return join(directory, name)
}

test('The first administrator is created and keeps the role after an import', { tags: ['nightly'] }, async () => {
  const DATA_DIR = join(directory, 'data')
  await makeDataDirectory(DATA_DIR)
  const who = 'anna@school.example'
  const appoint = () => runCommand('server/administrators/main.ts', [who], { DATA_DIR })
  const load = (path: string) => runCommand('server/integration/import.ts', ['--as', 'people', path], { DATA_DIR })
  expect((await appoint()).out).toMatch(
    /^«anna@school\.example» is an administrator\. .+:\nhttp:\/\/localhost:3001\/invitation\/[\w-]{43}\n$/,
  )
  const anna = ['id,last_name,first_name,email,roles', `1,Белова,Анна,${who},teacher`]
  expect(await load(file('people.csv', ...anna, '2,Белов,Ян,,boss'))).toEqual({
    code: 1,
    out: expect.stringMatching(/^people\.csv +2 +0 +0 +0 +0 +1\nNothing was imported\.\n/m),
    err: 'people.csv:3 roles: “boss” is not a role\npeople.csv: was not imported: it has errors\n',
  })
  expect(await load(file('people.csv', ...anna))).toEqual({
    code: 0,
    out: expect.stringMatching(/^people\.csv +1 +0 +1 +0 +0 +0\nImported\.\n/m),
    err: 'people.csv: roles given: 1\n',
  })
  expect((await appoint()).out).toMatch(/^«anna@school\.example» is an administrator\. /)
})

test('A single file is recognised by its header, and imported while a server has the embedded database open', {
  tags: ['nightly'],
}, async () => {
  const DATA_DIR = join(directory, 'served')
  await makeDataDirectory(DATA_DIR)
  const { database, close } = await openDatabase(readEnv({ DATA_DIR }), log)
  onTestFinished(close)
  const run = (...args: string[]) => runCommand('server/integration/import.ts', args, { DATA_DIR })

  const people = file('list.csv', 'id,last_name,first_name', '1,Белова,Анна')
  expect(await run('--as', 'people', people, '--dry-run')).toEqual({
    code: 0,
    out: expect.stringMatching(/^list\.csv +1 +1 +0 +0 +0 +0\nDry run: this would be imported\.\n/m),
    err: '',
  })
  expect(await run(people)).toMatchObject({ code: 0, out: expect.stringMatching(/\nImported\.\n$/) })
  expect(await database.select({ lastName: users.lastName }).from(users)).toEqual([{ lastName: 'Белова' }])
  expect(await run(people, '--dry-run')).toMatchObject({
    out: expect.stringMatching(/there is nothing to import\.\n$/),
  })

  const rows = Array.from({ length: 60 }, (_, index) => `${index},none,ReceivingDS,1,2026-01-10`)
  const payments = file('payments.csv', 'operation_id,contract,kind,amount,date', ...rows)
  const faults = rows.map((_, index) => `payments.csv:${index + 2} contract: there is no contract “none”\n`)
  for (const args of [['--as', 'payments'], []])
    expect(await run(...args, payments, '--quiet')).toEqual({
      code: 1,
      out: expect.stringMatching(/^payments\.csv +60 +0 +0 +0 +0 +60\nNothing was imported\.\n/m),
      err: [...faults, 'payments.csv: was not imported: it has errors\n'].join(''),
    })
  expect((await run('--as', 'people', payments)).err).toBe(
    'payments.csv:1: missing columns: id, last_name, first_name (UTF-8, «,»)\n',
  )
})
