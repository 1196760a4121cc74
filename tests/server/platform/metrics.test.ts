import { pino } from 'pino'
import { expect, test } from 'vitest'
import { importRuns } from '#server/db/schema/integration.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { serveMetrics } from '#server/metrics/metrics-server.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

test('Prometheus reads requests by route, the pool and the queues from a port of its own', async () => {
  const opened = await openTestDatabase()
  const metrics = createMetrics(opened.pool, {
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
    const answer = await read('/metrics')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    const text = await answer.text()
    const lines = [
      'http_request_duration_seconds_count{method="GET",route="/api/v1/system/config",status="200"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/v1/profile",status="401"} 1',
      'queue_jobs{queue="send-invitations"} 1',
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
