import { pino } from 'pino'
import { expect, test } from 'vitest'
import { importRuns } from '#server/db/schema/integration.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/metrics-server.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { auditRejection } from '#server/security/audit-log.ts'
import { rejectionCounts } from '#server/security/rejection-counts.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

test('Prometheus reads requests by route, the pool, the queues and refused actions from a port of its own', async () => {
  const opened = await openTestDatabase()
  const metrics = createMetrics(opened.pool, {
    jobs: opened.jobs.pool,
    ping: opened.ping,
    clockSkews: () =>
      new Map([
        ['staff', 42],
        ['families', null],
      ]),
  })
  const server = await openTestApp({ opened, metrics })
  const served = await serveMetrics(metrics, { METRICS_PORT: 0, HOST: 'localhost' }, pino({ level: 'silent' }))
  const read = (path: string) => fetch(`http://localhost:${served.port}${path}`)
  try {
    await server.visitor.call('GET /v1/system/config')
    await server.visitor.call('GET /v1/profile')
    await enqueue(opened.database, 'send-invitations')
    await enqueue(opened.database, 'send-message', [{ startAfter: new Date(Date.now() + 60_000) }])
    await opened.pool.query("update pgboss.job set state = 'retry' where name = 'send-message'")
    const refused = { at: new Date(), action: 'sign-in.password', problem: 'wrong-password', subjectId: null } as const
    const refusedBefore =
      rejectionCounts().find(({ action, problem }) => action === refused.action && problem === refused.problem)
        ?.count ?? 0
    for (let time = 0; time < 11; time += 1) await auditRejection(opened.database, refused)
    const answer = await read('/metrics')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    const text = await answer.text()
    const lines = [
      'http_request_duration_seconds_count{method="GET",route="/api/v1/system/config",status="200"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/v1/profile",status="401"} 1',
      'queue_jobs{queue="send-invitations"} 1',
      'queue_jobs{queue="send-message"} 0',
      'queue_retried_jobs{queue="send-message"} 1',
      // One more than the audit log writes in a minute.
      `refused_actions_total{action="sign-in.password",problem="wrong-password"} ${refusedBefore + 11}`,
      'database_up 1',
      'data_exports{state="under-way"} 0',
      'database_connections{state="waiting"} 0',
      'identity_provider_clock_skew_seconds{provider="staff"} 42',
    ]
    expect(lines.filter((line) => !text.includes(line))).toEqual([])
    expect(text).toContain('nodejs_eventloop_lag_seconds')
    expect(text).not.toMatch(/^import_age_seconds\{/m)
    const ended = new Date(Date.now() - 3_600_000)
    const run = { fileName: 'school', createdAt: ended, finishedAt: ended }
    await opened.database.insert(importRuns).values([
      { ...run, state: 'applied' },
      { ...run, state: 'checked', finishedAt: new Date() },
    ])
    expect(await (await read('/metrics')).text()).toMatch(/^import_age_seconds\{of="school"\} 36\d\d\.?\d*$/m)
    expect(text).toMatch(/queue_oldest_job_age_seconds\{queue="send-invitations"\} \d/)
    expect((await read('/')).status).toBe(404)
    expect((await server.visitor.open('/metrics')).headers['content-type']).not.toContain('version=0.0.4')
  } finally {
    await served.close()
    await server.close()
    await opened.close()
  }
})

test('While the database does not answer, only its own figures are missing', async () => {
  const silent = () => new Promise<never>(() => undefined)
  const pool = { totalCount: 10, idleCount: 0, waitingCount: 4, query: silent }
  const { read } = createMetrics(pool, { jobs: pool, ping: silent, clockSkews: () => new Map() })
  const { text } = await read()
  expect(text).toContain('\ndatabase_up 0\n')
  expect(text).toContain('database_connections{state="waiting"} 4')
  expect(text).not.toContain('queue_jobs{')
})

test('A locked table of jobs leaves the other figures as they are, and says for how long it could not be read', async () => {
  const opened = await openTestDatabase()
  const { pool, jobs, ping } = opened
  const metrics = createMetrics(pool, { jobs: jobs.pool, ping, clockSkews: () => new Map() })
  const locking = await pool.connect()
  try {
    await enqueue(opened.database, 'send-invitations')
    expect((await metrics.read()).text).toContain('\nqueue_jobs{queue="send-invitations"} 1\n')
    await locking.query('begin; lock table pgboss.job in access exclusive mode')
    const { text } = await metrics.read()
    expect(text).toContain('\ndatabase_up 1\n')
    expect(text).not.toContain('queue_jobs{')
    expect(text).toMatch(/^queue_oldest_job_age_seconds\{queue="all"\} [1-9]/m)
    await locking.query('rollback')
    const { text: afterwards } = await metrics.read()
    expect(afterwards).toContain('\nqueue_jobs{queue="send-invitations"} 1\n')
    expect(afterwards).not.toContain('{queue="all"}')
  } finally {
    locking.release()
    await opened.close()
  }
})
