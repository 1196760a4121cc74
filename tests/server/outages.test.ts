import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type OpenDatabase, openPostgres } from '#server/db/client.ts'
import { seenEvery } from '#server/identity/session-rules.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/app.ts'
import { type PostgresServer, postgresUrl, startPostgres } from '#tests/support/postgres-server.ts'

// Vitest itself fails a run in which an error reached nobody: a process that would have died is seen by that.

const rounds = process.env.TEST_ALL ? 200 : 4

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

/** People read and write until `trouble` is over; what they were answered, and how long they were told to wait. */
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
    'is restarted (%s) under load answers 503 meanwhile and goes on by itself',
    async (how) => {
      for (let round = 0; round < rounds; round += 1) {
        expectCalm(await during(() => postgres.restart(how)))
        await expectWellAgain()
      }
    },
    60_000 + rounds * 5_000,
  )

  test(
    'ends its sessions under load answers 503 or well, and goes on by itself',
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

  test('is gone before a transaction can be rolled back leaves the reason why it failed to be told', async () => {
    const end = sql`select pg_terminate_backend(pg_backend_pid())`
    const change = opened.database.transaction(async (transaction) => {
      await transaction.execute(end).catch(() => undefined)
      throw new Error('changed my mind')
    })
    await expect(change).rejects.toThrow('changed my mind')
    await expectWellAgain()
  })

  test('freezes is not ready, and is ready again once it thaws', async () => {
    postgres.freeze()
    try {
      expect((await server.visitor.open('/readyz')).statusCode).toBe(503)
    } finally {
      postgres.thaw()
    }
    await expectWellAgain()
  })

  test('freezes under load keeps nobody waiting for ever: they are answered 503, and it goes on by itself once it thaws', async () => {
    // As in the product, where it takes half a minute.
    const impatient = { query_timeout: 500, connectionTimeoutMillis: 500 }
    const url = postgresUrl(postgres.socket, 'postgres')
    const hasty = await openPostgres(url, 8, pino({ level: 'silent' }), impatient)
    onTestFinished(() => hasty.close())
    const there = await openTestApp({ opened: hasty, env: { LOG_LEVEL: 'silent' } })
    onTestFinished(() => there.close())
    const caller = await there.signInAs({ roles: ['parent'] })
    for (let round = 0; round < (process.env.TEST_ALL ? 40 : 3); round += 1) {
      const answers = await during(async () => {
        postgres.freeze()
        await pause(1200)
        postgres.thaw()
      }, caller)
      expect([...answers.keys()]).toContain(503)
      expectCalm(answers)
      await expect.poll(async () => (await read(caller)).statusCode, { timeout: 10_000 }).toBe(200)
    }
    // No connection was lost to those that hang: as many as there may be are to be had at once.
    const held = Array.from({ length: 8 }, () => hasty.database.execute(sql`select pg_sleep(0.2)`))
    await Promise.all(held)
  }, 180_000)

  test('takes no writes is not ready, refuses what would be written, and is read as before', async () => {
    const ask = (statement: string) => opened.database.execute(sql.raw(statement))
    await ask('alter system set default_transaction_read_only = on')
    await ask('select pg_reload_conf()')
    try {
      await expect.poll(async () => (await server.visitor.open('/readyz')).statusCode, { timeout: 10_000 }).toBe(503)
      const refused = await write()
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
      // Whoever has not been seen for a while is marked as seen by what is read.
      server.clock.now = new Date(server.clock.now.getTime() + seenEvery)
      expect((await read()).statusCode).toBe(200)
    } finally {
      await ask('alter system reset default_transaction_read_only')
      await ask('select pg_reload_conf()')
    }
    await expectWellAgain()
  })
})
