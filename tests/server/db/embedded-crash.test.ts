// Database: none.
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { lockDirectory } from '#server/db/directory-lock.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { makeDataDirectory, openTestDatabase } from '#tests/support/server/database.ts'

vi.setConfig({ testTimeout: 60_000 })

const directory = mkdtempSync(join(tmpdir(), 'personal-account-death-'))
const DATA_DIR = join(directory, 'data')
const env = readEnv({ DATA_DIR })
const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })

/** The worker thread that was started last. */
let worker: Worker
const remember = (started: Worker) => {
  worker = started
}
/** Of the endless transaction. */
let turns = 0
let isThrowing = false
let opened: OpenDatabase
let server: TestApp
let person: Person
beforeAll(async () => {
  await makeDataDirectory(DATA_DIR)
  process.on('worker', remember)
  opened = await openDatabase(env, log)
  server = await openTestApp({
    opened,
    env: { LOG_LEVEL: 'silent' },
    routes: (app) =>
      app.get('/endless', () =>
        opened.database.transaction(async (transaction) => {
          await transaction.insert(users).values({ firstName: 'Никто', lastName: 'Никогда' })
          for (; !isThrowing; turns += 1) await transaction.execute(sql`select count(*) from generate_series(1, 10000)`)
          // The backend waits for the rows, which PGlite answers with an error.
          await transaction.execute(sql`/* rows */ copy users from stdin`)
        }),
      ),
  })
  person = await server.signInAs({ roles: ['parent'] })
})
afterAll(async () => {
  await server.close()
  await opened.close()
  process.off('worker', remember)
  lockDirectory(DATA_DIR).release()
  rmSync(directory, { recursive: true })
})

const read = () => person.call('GET /v1/profile/children')

/** The log messages since the last call. */
const loggedLines = () => lines.splice(0).map((line) => (JSON.parse(line) as { msg: string }).msg)

/** While a transaction is open. */
async function die(how: () => unknown): Promise<{ statusCode: number; retryAfter: unknown }> {
  turns = 0
  isThrowing = false
  const asked = server.visitor.open('/endless')
  await expect.poll(() => turns, { timeout: 10_000 }).toBeGreaterThan(5)
  await how()
  const { statusCode, headers } = await asked
  return { statusCode, retryAfter: headers['retry-after'] }
}

/** Each leaves the process running. */
const deaths: [string, () => unknown][] = [
  ['is killed', () => worker.terminate()],
  [
    'throws',
    () => {
      isThrowing = true
    },
  ],
]

describe('An embedded database whose thread', () => {
  test.each(deaths)(
    '%s is logged, answers pending requests with 503, and recovers the committed data',
    async (_, how) => {
      const people = await opened.database.$count(users)
      loggedLines()
      expect(await die(how)).toEqual({ statusCode: 503, retryAfter: '5' })
      expect((await read()).statusCode).toBe(200)
      expect((await server.visitor.open('/readyz')).statusCode).toBe(200)
      expect(await opened.database.$count(users)).toBe(people)
      expect(loggedLines().sort()).toEqual([
        'the connection for notifications of the database was lost',
        'the embedded database died',
        'the embedded database works again',
      ])
    },
  )

  test('died keeps the directory locked by this process', { tags: ['nightly'] }, async () => {
    await die(() => worker.terminate())
    await expect(openDatabase(env, log)).rejects.toThrow(/is in use by process/)
    expect((await read()).statusCode).toBe(200)
    await expect(openDatabase(env, log)).rejects.toThrow(/is in use by process/)
  })

  test('cannot restart answers 503 until it can, and creates no new database meanwhile', {
    tags: ['nightly'],
  }, async () => {
    const [place, elsewhere] = [join(DATA_DIR, 'database'), join(DATA_DIR, 'elsewhere')]
    loggedLines()
    await die(() => {
      const killed = worker.terminate()
      renameSync(place, elsewhere)
      return killed
    })
    const refused = await read()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect((await server.visitor.open('/readyz')).statusCode).toBe(503)
    expect(loggedLines()).toContain('the embedded database does not start again')
    renameSync(elsewhere, place)
    expect((await read()).statusCode).toBe(200)
  })

  test('died with an in-memory database does not continue with an empty one', { tags: ['nightly'] }, async () => {
    const inMemory = await openTestDatabase()
    onTestFinished(() => inMemory.close())
    await worker.terminate()
    await expect(inMemory.ping()).rejects.toThrow('the embedded database has stopped')
  })
})
