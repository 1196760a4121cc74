// Database: none.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { lockDirectory } from '#server/db/directory-lock.ts'
import { territories } from '#server/db/schema/programs.ts'
import { readEnv } from '#server/environment/env.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { runCommand } from '#tests/support/server/server-process.ts'

// The tests start whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 })

const log = pino({ level: 'silent' })
const directory = mkdtempSync(join(tmpdir(), 'personal-account-school-commands-'))
afterAll(() => rmSync(directory, { recursive: true }))
const at = (name: string) => join(directory, name)

type Command = 'import' | 'export'
const run = (command: Command, DATA_DIR: string, args: readonly string[], LANG = 'en_US.UTF-8') =>
  runCommand(`server/integration/${command}.ts`, args, { DATA_DIR, LANG })

const header = 'sourcedId,status,dateLastModified,title,address\n'

test('A school is imported, exported and imported elsewhere', { tags: ['nightly'] }, async () => {
  const [here, there] = [at('here'), at('there')]
  await Promise.all([makeDataDirectory(here), makeDataDirectory(there)])
  const template = await run('import', here, ['--template', at('school')])
  expect(template).toEqual({ code: 0, out: '', err: '' })
  expect(readdirSync(at('school'))).toContain('users.csv')
  expect(readFileSync(at('school/territories.csv'), 'utf8').trim()).toBe(header.trim())
  writeFileSync(at('school/territories.csv'), `${header}1,,,Main building,1 School Street`)
  const first = await run('import', here, [at('school')])
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/^territories\.csv +1 +1 +0 +0 +0 +0$/m)

  const exported = await run('export', here, [at('school.zip')])
  expect(exported).toMatchObject({ code: 0, err: '' })
  expect(exported.out).toMatch(/^territories\.csv 1$/m)
  expect(statSync(at('school.zip')).mode & 0o777).toBe(0o600)
  const second = await run('import', there, [at('school.zip')])
  expect(second).toMatchObject({ code: 0, err: '' })
  expect(second.out).toMatch(/^territories\.csv +1 +1 +0 +0 +0 +0$/m)

  writeFileSync(at('school/territories.csv'), `${header}1,,,,1 School Street`)
  const faulty = await run('import', here, [at('school')], 'ru_RU.UTF-8')
  expect(faulty.code).toBe(1)
  expect(faulty.err).toContain('territories.csv:2 title: пустое значение\n')
})

test('While a server has the embedded database open, a school is imported and exported through it', {
  tags: ['nightly'],
}, async () => {
  const directory = at('served')
  await makeDataDirectory(directory)
  const { database, close } = await openDatabase(readEnv({ DATA_DIR: directory }), log)
  onTestFinished(close)

  mkdirSync(at('faulty'))
  writeFileSync(at('faulty/territories.csv'), `${header}1,,,A,B\n2,,,,B`)
  const skipping = await run('import', directory, [at('faulty'), '--skip-faulty'])
  expect(skipping).toMatchObject({ code: 1, err: expect.stringContaining('territories.csv:3 title: is empty\n') })
  expect(skipping.out).toMatch(/^territories\.csv +2 +1 +0 +0 +0 +1$/m)
  expect(await database.select({ title: territories.title }).from(territories)).toEqual([{ title: 'A' }])
  const exported = await run('export', directory, [at('served.zip')])
  expect(exported.out).toMatch(/^territories\.csv 1$/m)

  await database.execute(sql`delete from drizzle.__drizzle_migrations`)
  expect(await run('import', directory, [at('faulty')], 'ru')).toEqual({
    code: 1,
    out: '',
    err: 'Работающий сервер другой версии или ещё запускается. Перезапустите его или повторите команду позже.\n',
  })
})

test('A wrong use is answered with the usage', { tags: ['nightly'] }, async () => {
  for (const args of [
    [],
    [at('nothing.zip')],
    [directory, directory],
    [directory, '--all'],
    [directory, '--as', 'marks'],
  ])
    expect(await run('import', at('unused'), args)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^npm run import -- PATH/),
    })
  expect(await run('export', at('unused'), [])).toMatchObject({ code: 1, out: '' })
})

test.each<[Command, string, string]>([
  ['import', 'ru_RU.UTF-8', 'Остановите сервер, повторите команду и снова запустите сервер.'],
  ['export', 'en_GB.UTF-8', 'Stop the server, repeat the command, and start the server again.'],
])('The %s refuses the data directory of a running process (%s)', async (command, language, advice) => {
  const lock = lockDirectory(at(command))
  onTestFinished(() => lock.release())
  const path = at(command === 'import' ? '.' : 'refused.zip')
  const { code, err } = await run(command, at(command), [path], language)
  expect(code).toBe(1)
  expect(err).toMatch(new RegExp(`(process|процесс) ${process.pid}`))
  expect(err.trim().split('\n')).toHaveLength(2)
  expect(err).toContain(advice)
  expect(existsSync(at('refused.zip'))).toBe(false)
})
