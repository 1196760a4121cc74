// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { paymentsImport } from '#server/billing/receipts/payments-command.ts'
import { createImportHandler } from '#server/cli/import-command.ts'
import { serveCommands } from '#server/cli/served-commands.ts'
import { openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/env.ts'
import { peopleImport } from '#server/people/import/people-command.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { runCommand } from '#tests/support/server/server-process.ts'

// The tests start whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const log = pino({ level: 'silent' })
const directory = mkdtempSync(join(tmpdir(), 'personal-account-people-command-'))
const DATA_DIR = join(directory, 'data')
afterAll(() => rmSync(directory, { recursive: true }))

const importPeople = (...args: string[]) => runCommand('server/people/import/main.ts', args, { DATA_DIR })
const appoint = (...args: string[]) => runCommand('server/people/administrators/main.ts', args, { DATA_DIR })

test('The first administrator is created and keeps the role after an import', { tags: ['nightly'] }, async () => {
  await makeDataDirectory(DATA_DIR)
  const who = 'anna@school.example'
  expect((await appoint(who)).out).toMatch(
    /^«anna@school\.example» is an administrator\. .+:\nhttp:\/\/localhost:3001\/invitation\/[\w-]{43}\n$/,
  )
  const path = join(directory, 'people.csv')
  writeFileSync(path, `id,last_name,first_name,email,roles\n1,Белова,Анна,${who},teacher\n2,Белов,Ян,,boss`)
  const err = 'line 3: roles: «boss» is not a role\nNothing was imported: 1 error.\n'
  expect(await importPeople(path)).toEqual({ code: 1, out: '', err })
  writeFileSync(path, `id,last_name,first_name,email,roles\n1,Белова,Анна,${who},teacher`)
  expect((await importPeople(path)).out).toBe(
    'Imported: 0 people added; 1 changed; 0 as they were; 1 roles given, 0 taken; 0 pairs of guardian and child made, 0 ended.\n',
  )
  expect((await appoint(who)).out).toMatch(/^«anna@school\.example» is an administrator\. /)
})

test('While a server holds the embedded database, it imports people and payments; npm run import takes both', {
  tags: ['nightly'],
}, async () => {
  const directory = join(DATA_DIR, '..', 'served')
  await makeDataDirectory(directory)
  const env = readEnv({ DATA_DIR: directory })
  const { database, close } = await openDatabase(env, log)
  onTestFinished(close)
  const context = () => ({ database, now: new Date(), env })
  const commands = {
    [peopleImport.name]: createImportHandler(peopleImport),
    [paymentsImport.name]: createImportHandler(paymentsImport),
  }
  const served = await serveCommands(directory, commands, { log, context })
  onTestFinished(() => served.close())
  const run = (script: string, ...args: string[]) => runCommand(`server/${script}.ts`, args, { DATA_DIR: directory })

  const people = join(directory, '..', 'list.csv')
  writeFileSync(people, 'id,last_name,first_name\n1,Белова,Анна')
  expect(await run('people/import/main', people, '--dry-run')).toMatchObject({
    ...{ code: 0, out: expect.stringMatching(/^Would be imported: 1 people added;/) },
  })
  expect(await run('integration/import', people)).toMatchObject({
    ...{ code: 0, out: expect.stringMatching(/^Imported: 1 people added;/) },
  })
  expect(await database.select({ lastName: users.lastName }).from(users)).toEqual([{ lastName: 'Белова' }])
  writeFileSync(people, 'id,last_name,first_name\n1,,')
  expect(await run('integration/import', people)).toEqual({
    ...{ code: 1, out: '', err: expect.stringContaining('Nothing was imported: 1 error.\n') },
  })

  const payments = join(directory, '..', 'payments.csv')
  writeFileSync(payments, 'operation_id,contract,kind,amount,date\n1,none,ReceivingDS,1,2026-01-10')
  for (const script of ['billing/receipts/main', 'integration/import'])
    expect(await run(script, payments, '--quiet')).toEqual({
      ...{ code: 1, out: '' },
      err: expect.stringContaining('line 2: contract: there is no contract «none»\nNothing was imported: 1 error.\n'),
    })
})
