import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import type { Job } from '#server/jobs/schedule.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { createPgBoss, executorOf } from '#server/queues/queues.ts'
import { createLog } from '#server/terminal/log.ts'
import { openOnceMore, openTestDatabase } from '#tests/support/server/database.ts'
import { jobContext } from '#tests/support/server/jobs.ts'
import { statementsOf } from '#tests/support/server/statements.ts'

// The queue polls at intervals of seconds.
vi.setConfig({ testTimeout: 60_000 })

const name = 'apply-due-transfers'
const everyMinute = '* * * * *'

let opened: OpenDatabase
let lines: string[]
let running: { stop(): Promise<void> }[]
beforeEach(async () => {
  opened = await openTestDatabase()
  lines = []
  running = []
})
afterEach(async () => {
  for (const each of running) await each.stop()
  await opened.close()
})

/** A server that runs this job and polls more often than in production. */
async function serve(run: Job['run'], { cron = everyMinute, from = opened } = {}) {
  const log = createLog({ LOG_LEVEL: 'debug' }, { write: (line) => void lines.push(line) })
  const context = jobContext({ database: from.database, clock: () => new Date(), log })
  const jobs = await startJobs(from.pool, context, { jobs: [{ name, cron, run }], poll: 1, supervise: 1 })
  running.push(jobs)
  return jobs
}

async function statesOf(queue: string): Promise<string[]> {
  const query = sql`select state::text as state from pgboss.job where name = ${queue} order by created_on`
  return (await opened.database.execute<{ state: string }>(query)).rows.map(({ state }) => state)
}

describe('A scheduled job', () => {
  test('runs once at each time on any number of servers', async () => {
    const second = await openOnceMore(opened)
    let runs = 0
    const run = async () => {
      runs += 1
    }
    const servers = [await serve(run), await serve(run, { from: second })]
    await expect.poll(() => runs, { timeout: 40_000 }).toBeGreaterThan(0)
    for (const server of servers) await server.stop()
    await second.close()
    // The minute may have changed meanwhile: one run for each minute.
    expect(await statesOf('__pgboss__send-it')).toHaveLength(runs)
    expect(await statesOf(name)).toEqual(Array.from({ length: runs }, () => 'completed'))
  })

  test('finishes before its server stops', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const { promise: finishing, resolve: finish } = Promise.withResolvers<void>()
    let isFinished = false
    const server = await serve(async () => {
      start()
      await finishing
      isFinished = true
    })
    await started
    const stopped = server.stop()
    finish()
    await stopped
    expect([isFinished, await statesOf(name)]).toEqual([true, ['completed']])
  })

  test('is logged and repeated if it fails', async () => {
    let runs = 0
    await serve(async () => {
      runs += 1
      if (runs === 1) throw new Error('no paper')
    })
    await expect.poll(() => statesOf(name), { timeout: 40_000 }).toEqual(['retry'])
    await opened.database.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await expect.poll(() => statesOf(name), { timeout: 40_000 }).toEqual(['completed'])
    const said = lines.map((line) => JSON.parse(line)).filter(({ job }) => job === name)
    expect(said).toMatchObject([
      { level: 'error', msg: 'a job failed', err: { message: 'no paper' } },
      { level: 'debug', msg: 'a job is done', duration: expect.any(Number) },
    ])
  })

  test('is taken over by another server if its server dies', async () => {
    // A dead server leaves an active job without heartbeat.
    await enqueue(opened.database, name)
    const dead = createPgBoss(executorOf(opened.pool))
    expect(await dead.fetch(name)).toHaveLength(1)
    await opened.database.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute'`)
    let runs = 0
    const run = async () => {
      runs += 1
    }
    await serve(run, { cron: '0 0 1 1 *' })
    await expect.poll(() => statesOf(name), { timeout: 40_000 }).toEqual(['retry'])
    await opened.database.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await expect.poll(() => runs, { timeout: 40_000 }).toBe(1)
  })
})

test('Jobs and the schedule do not wait for a clock that was wrong', async () => {
  await enqueue(opened.database, name)
  await opened.database.execute(sql`
    update pgboss.job set created_on = now() + interval '30 hours', start_after = now() + interval '30 hours'
  `)
  await opened.database.execute(sql`update pgboss.version set cron_on = now() + interval '30 hours'`)
  let runs = 0
  await serve(async () => {
    runs += 1
  })
  // The second run is that of the schedule.
  await expect.poll(() => runs, { timeout: 40_000 }).toBeGreaterThan(1)
})

test('A job is not added by a rolled back transaction, nor twice while it waits', async () => {
  const failed = opened.database.transaction(async (transaction) => {
    await enqueue(transaction, name)
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await statesOf(name)).toEqual([])
  await opened.database.transaction((transaction) => enqueue(transaction, name))
  await opened.database.transaction((transaction) => enqueue(transaction, name))
  expect(await statesOf(name)).toEqual(['created'])
})

test('A job is added by one statement: its queue is known after the first', async () => {
  const add = () => opened.database.transaction((transaction) => enqueue(transaction, name))
  await add()
  const statements = (await statementsOf(add)).map(({ text }) => text.trim())
  expect(statements).toEqual([
    'begin',
    "set local lock_timeout = '1s'",
    expect.stringMatching(/insert into pgboss\.job/i),
    'set local lock_timeout to default',
    'commit',
  ])
})
