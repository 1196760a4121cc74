// Database: none.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type Notification } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { readEnv } from '#server/environment/env.ts'
import { blocksOf } from '#tests/support/documents/commands-of-documents.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'

vi.setConfig({ testTimeout: 60_000 })

const directory = mkdtempSync(join(tmpdir(), 'personal-account-sessions-'))
const DATA_DIR = join(directory, '.data')
const log = pino({ level: 'silent' })
let opened: OpenDatabase
beforeAll(async () => {
  await makeDataDirectory(DATA_DIR)
  opened = await openDatabase(readEnv({ DATA_DIR }), log)
  await opened.pool.query('create table notes (note int)')
})
afterAll(async () => {
  await opened.close()
  rmSync(directory, { recursive: true })
})

const host = join(DATA_DIR, 'socket')

async function connected(): Promise<Client> {
  const client = new Client({ host, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

const cut = (client: Client) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
const notes = async (client: Pick<Client, 'query'> = opened.pool) =>
  (await client.query<{ note: number }>('select note from notes order by note')).rows.map(({ note }) => note)
/** Debian’s psql is a script, which warns of a locale that is not installed. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' }
const psql = async (...args: string[]) =>
  (await promisify(execFile)('psql', ['-X', '-A', '-t', '-h', host, '-U', 'postgres', ...args], { env })).stdout.trim()

describe('The socket of the embedded database', () => {
  test('is open to the owner of the data directory only', () => {
    expect(statSync(host).mode & 0o777).toBe(0o700)
    expect(statSync(join(host, '.s.PGSQL.5432')).mode & 0o777).toBe(0o600)
  })

  test('answers clients side by side, each with its own rows', async () => {
    const clients = await Promise.all([connected(), connected(), connected()])
    const asked = clients.map(async (client, at) => {
      const answers: number[] = []
      for (let index = 0; index < 50; index += 1) {
        const { rows } = await client.query('select $1::int as number', [at * 1000 + index])
        answers.push(rows[0].number)
      }
      return answers
    })
    const numbers = (at: number) => Array.from({ length: 50 }, (_, index) => at * 1000 + index)
    expect(await Promise.all(asked)).toEqual([numbers(0), numbers(1), numbers(2)])
  })

  test('answers with large rows, and takes messages in many parts', async () => {
    const client = await connected()
    const text = 'ж'.repeat(2_000_000)
    const { rows } = await client.query('select $1::text as text from generate_series(1, 3)', [text])
    expect(rows.map((row) => row.text === text)).toEqual([true, true, true])
  })

  test('runs transactions one after the other', async () => {
    const [one, other] = [await connected(), await connected()]
    await one.query('begin')
    await one.query('insert into notes values (1)')
    const seen = notes(other)
    await one.query('insert into notes values (2)')
    await one.query('commit')
    expect(await seen).toEqual([1, 2])
  })

  test('rolls back what a killed client did not commit', async () => {
    const before = await notes()
    const killed = await connected()
    await killed.query('begin')
    await killed.query('insert into notes values (3)')
    cut(killed)
    expect(await notes()).toEqual(before)
  })

  test('ends a client that is idle in a transaction while others wait', { tags: ['nightly'] }, async () => {
    const before = await notes()
    const idle = await connected()
    const lost = new Promise<{ code: string }>((resolve) => idle.on('error', (error) => resolve(error as never)))
    await idle.query('begin')
    await idle.query('insert into notes values (4)')
    expect(await notes()).toEqual(before)
    expect(await lost).toMatchObject({ code: '25P03' })
  })

  test('keeps settings and prepared statements of clients apart', async () => {
    const [one, other] = [await connected(), await connected()]
    const named = (client: Client, value: number) =>
      client.query({ name: 'same', text: `select ${value} as value` }).then(({ rows }) => rows[0].value)
    await one.query(`set search_path to pg_catalog; set work_mem to '9MB'`)
    expect([await named(one, 1), await named(other, 2), await named(one, 1)]).toEqual([1, 2, 1])
    expect((await other.query('show work_mem')).rows).toEqual([{ work_mem: '4MB' }])
    expect((await one.query('show work_mem')).rows).toEqual([{ work_mem: '9MB' }])
    await one.end()
    expect((await other.query('show search_path')).rows).not.toEqual([{ search_path: 'pg_catalog' }])
    const { rows } = await other.query('select count(*)::int as count from pg_prepared_statements')
    expect(rows).toEqual([{ count: 1 }])
  })

  test('notifies those who listen, whichever client notifies', async () => {
    const [listener, other] = [await connected(), await connected()]
    const received: unknown[] = []
    for (const [name, client] of Object.entries({ listener, other }))
      client.on('notification', ({ payload }: Notification) => received.push([name, payload]))
    await listener.query('listen news')
    await other.query("begin; notify news, 'one'; commit")
    await opened.pool.query("notify news, 'two'")
    await expect
      .poll(() => received)
      .toEqual([
        ['listener', 'one'],
        ['listener', 'two'],
      ])
  })

  test('serves psql, also its errors, and refuses rows from stdin', async () => {
    const [shown] = blocksOf('operations').filter(({ name }) => name === 'psql')
    const { stdout } = await promisify(execFile)('sh', ['-c', shown?.content ?? ''], { cwd: directory })
    expect(stdout).toContain('(1 row)')
    await psql('-c', 'insert into notes values (7)')
    expect(await psql('-c', 'select max(note) from notes')).toBe('7')
    expect(await psql('-c', '\\d notes')).toContain('note|integer')
    expect(await psql('-c', '\\copy (select 1, 2) to stdout')).toBe('1\t2')
    await expect(psql('-c', 'select 1/0')).rejects.toMatchObject({ stderr: 'ERROR:  division by zero\n' })
    writeFileSync(join(directory, 'rows'), '8\n')
    await expect(psql('-c', `\\copy notes from ${join(directory, 'rows')}`)).rejects.toMatchObject({
      stderr: expect.stringContaining('ERROR:  the embedded database cannot copy from stdin\n'),
    })
    expect(await notes()).toContain(7)
  })
})
