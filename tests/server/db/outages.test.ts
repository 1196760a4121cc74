// Database: none.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { lastSeenInterval } from '#server/auth/sessions/session-store.ts'
import { type OpenDatabase, openPostgres } from '#server/db/client.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { createLog } from '#server/terminal/log.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { jobContext } from '#tests/support/server/jobs.ts'
import { type PostgresServer, postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'

// Vitest fails a run with unhandled errors, so an error that would end the process is detected.

const rounds = process.env.TEST_ALL ? 200 : 2

let postgres: PostgresServer
let opened: OpenDatabase
let server: TestApp
let person: Person
beforeAll(async () => {
  postgres = await startPostgres()
  opened = await openPostgres(postgresUrl(postgres.socket, 'postgres'), 8, pino({ level: 'silent' }))
  server = await openTestApp({ opened, env: { LOG_LEVEL: 'silent' } })
  person = await server.signInAs({ roles: ['parent'] })
})
afterAll(async () => {
  await server.close()
  await opened.close()
  await postgres.stop()
})

const read = (who = person) => who.call('GET /v1/profile/children')
const write = (who = person) =>
  who.call('POST /v1/schedule/ticket/create', {
    body: { contentHtml: '<p>Где будет занятие?</p>' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })

/** Users read and write until `trouble` is over. Returns the responses and the retry times. */
async function during(trouble: () => Promise<unknown>, who = person): Promise<Map<number, Set<string | undefined>>> {
  const answers = new Map<number, Set<string | undefined>>()
  let isOver = false
  const people = Array.from({ length: 16 }, async (_, at) => {
    while (!isOver) {
      const { statusCode, headers } = await (at % 2 === 0 ? read(who) : write(who))
      const seen = answers.get(statusCode) ?? new Set()
      answers.set(statusCode, seen.add(headers['retry-after']?.toString()))
    }
  })
  await trouble()
  isOver = true
  await Promise.all(people)
  return answers
}

function expectCalm(answers: Map<number, Set<string | undefined>>): void {
  for (const [status, retryAfter] of answers) {
    expect([200, 201, 429, 503]).toContain(status)
    if (status === 503) expect([...retryAfter]).toEqual([expect.stringMatching(/^\d+$/)])
  }
}

async function expectWellAgain(): Promise<void> {
  await expect.poll(async () => (await read()).statusCode, { timeout: 10_000 }).toBe(200)
  expect((await server.visitor.open('/readyz')).statusCode).toBe(200)
}

describe('A server whose PostgreSQL', () => {
  test.each(['fast', 'immediate'] as const)(
    'is restarted (%s) under load answers 503 meanwhile and recovers',
    async (how) => {
      for (let round = 0; round < rounds; round += 1) {
        expectCalm(await during(() => postgres.restart(how)))
        await expectWellAgain()
      }
    },
    60_000 + rounds * 5_000,
  )

  test(
    'ends its sessions under load answers 503 or succeeds, and recovers',
    async () => {
      const administrator = new Client({ connectionString: postgresUrl(postgres.socket, 'postgres') })
      await administrator.connect()
      const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'personal-account'`
      let ended = 0
      const answers = await during(async () => {
        for (let round = 0; round < rounds; round += 1) {
          await expect.poll(async () => (await read()).statusCode, { timeout: 10_000 }).toBe(200)
          ended += (await administrator.query(end)).rows.length
        }
      })
      await administrator.end()
      expect(ended).toBeGreaterThanOrEqual(rounds)
      expectCalm(answers)
      await expectWellAgain()
    },
    60_000 + rounds * 1_000,
  )

  test('dies before a transaction can be rolled back still reports the original error', async () => {
    const end = sql`select pg_terminate_backend(pg_backend_pid())`
    const change = opened.database.transaction(async (transaction) => {
      await transaction.execute(end).catch(() => undefined)
      throw new Error('changed my mind')
    })
    await expect(change).rejects.toThrow('changed my mind')
    await expectWellAgain()
  })

  test('is restarted runs its jobs afterwards, and logs the errors of their queue once', async () => {
    const lines: string[] = []
    const log = createLog({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(line) })
    let runs = 0
    const run = async () => {
      runs += 1
    }
    const name = 'apply-due-transfers'
    const context = jobContext({ database: opened.database, clock: () => server.clock.now, log })
    const jobs = await startJobs(opened.pool, context, { jobs: [{ name, cron: '0 0 1 1 *', run }], poll: 1 })
    onTestFinished(() => jobs.stop())
    await during(() => postgres.restart('immediate'))
    await expectWellAgain()
    await enqueue(opened.database, name)
    await expect.poll(() => runs, { timeout: 40_000 }).toBe(1)
    expect(lines.filter((line) => line.includes('the job queue failed')).length).toBeLessThanOrEqual(1)
  })

  test('has locked its table of jobs refuses what needs jobs after a second, and answers everything else', {
    tags: ['nightly'],
    timeout: 60_000,
  }, async () => {
    const context = jobContext({ database: opened.jobs.database, clock: () => server.clock.now })
    const jobs = await startJobs(opened.jobs.pool, context, { poll: 1 })
    onTestFinished(() => jobs.stop())
    const administrator = new Client({ connectionString: postgresUrl(postgres.socket, 'postgres') })
    await administrator.connect()
    await administrator.query('begin; lock table pgboss.job in access exclusive mode')
    const ended: unknown[] = []
    const readings: number[] = []
    // More at a time than there are connections.
    const changing = Array.from({ length: 12 }, async () => {
      const end = performance.now() + 3_000
      while (performance.now() < end) {
        const change = opened.database.transaction((transaction) => enqueue(transaction, 'send-digests'))
        ended.push(await change.catch((error: unknown) => error))
        await pause(50)
      }
    })
    while (readings.reduce((sum, each) => sum + each, 0) < 2_500) {
      const begun = performance.now()
      expect((await read()).statusCode).toBe(200)
      await pause(20)
      readings.push(performance.now() - begun)
    }
    await Promise.all(changing)
    expect(ended.filter((error) => !isConnectionError(error))).toEqual([])
    // One waits as long as the first changes do.
    expect(readings.filter((taken) => taken > 500).length).toBeLessThanOrEqual(1)
    expect(Math.max(...readings)).toBeLessThan(3_000)
    await administrator.end()
    await expect
      .poll(
        () =>
          opened.database
            .transaction((transaction) => enqueue(transaction, 'send-digests'))
            .then(
              () => 'added',
              () => null,
            ),
        {
          timeout: 10_000,
        },
      )
      .toBe('added')
  })

  test('freezes under load answers requests with 503 after a timeout, and recovers once it thaws', async () => {
    // As in production, where it takes half a minute.
    const impatient = { query_timeout: 500, connectionTimeoutMillis: 500 }
    const url = postgresUrl(postgres.socket, 'postgres')
    const hasty = await openPostgres(url, 8, pino({ level: 'silent' }), impatient)
    onTestFinished(() => hasty.close())
    const there = await openTestApp({ opened: hasty, env: { LOG_LEVEL: 'silent' } })
    onTestFinished(() => there.close())
    const caller = await there.signInAs({ roles: ['parent'] })
    for (let round = 0; round < (process.env.TEST_ALL ? 40 : 1); round += 1) {
      const answers = await during(async () => {
        postgres.freeze()
        await pause(1200)
        postgres.thaw()
      }, caller)
      expect([...answers.keys()]).toContain(503)
      expectCalm(answers)
      await expect.poll(async () => (await read(caller)).statusCode, { timeout: 10_000 }).toBe(200)
    }
    // Hanging queries have leaked no connection: the full pool is available at once.
    const held = Array.from({ length: 8 }, () => hasty.database.execute(sql`select pg_sleep(0.2)`))
    await Promise.all(held)
    // A step of an import may take longer.
    await expect(hasty.database.execute(sql`select pg_sleep(0.6)`)).rejects.toThrow()
    await hasty.untimed.execute(sql`select pg_sleep(0.6)`)
  }, 180_000)

  test('becomes read-only is not ready, rejects writes, and keeps reading', async () => {
    const ask = (statement: string) => opened.database.execute(sql.raw(statement))
    await ask('alter system set default_transaction_read_only = on')
    await ask('select pg_reload_conf()')
    try {
      await expect.poll(async () => (await server.visitor.open('/readyz')).statusCode, { timeout: 10_000 }).toBe(503)
      const refused = await write()
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
      // Reading stores the time of the last request of a session.
      server.clock.now = new Date(server.clock.now.getTime() + lastSeenInterval)
      expect((await read()).statusCode).toBe(200)
    } finally {
      await ask('alter system reset default_transaction_read_only')
      await ask('select pg_reload_conf()')
    }
    await expectWellAgain()
  })
})
