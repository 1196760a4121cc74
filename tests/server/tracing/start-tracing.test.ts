import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { listen } from '#tests/support/server/listen.ts'
import { createDatabase } from '#tests/support/server/postgres.ts'
import { startServer } from '#tests/support/server/server-process.ts'

// The test starts a whole process, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string } }[]
}
type Traces = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

test('a request is traced with its queries, by the pattern of its route and without secrets', {
  tags: ['nightly'],
}, async () => {
  const received: Traces[] = []
  const collector = await listen(async (request: IncomingMessage, reply) => {
    if (request.url === '/v1/traces') received.push((await json(request)) as Traces)
    reply.setHeader('content-type', 'application/json').end('{}')
  })
  const isPostgres = process.env.TEST_DATABASE === 'postgres'
  const server = await startServer({
    arguments: ['--import', './server/tracing/start-tracing.ts'],
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      ...(isPostgres && { DATABASE_URL: await createDatabase('traced') }),
    },
  })
  const secret = 'SecretOfACalendarAAAAA'
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  expect((await fetch(`${server.address}/calendar/${secret}.ics?code=hushhush`)).status).toBe(404)
  await fetch(`${server.address}/api/v1/catalog/course/list?search=whom`, { headers: { traceparent } })
  const spans = () =>
    received
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  await vi.waitFor(
    () => expect(spans().some((span) => span.traceId === traceId && span.name.startsWith('GET'))).toBe(true),
    { timeout: 20_000 },
  )
  await server.stop()
  await collector[Symbol.asyncDispose]()

  const names = spans().map(({ name }) => name)
  expect(names).toContain('GET /calendar/:secret([A-Za-z0-9_-]{22}).ics')
  const root = spans().find((span) => span.traceId === traceId && span.name.startsWith('GET'))
  expect(root).toMatchObject({ name: 'GET /api/v1/catalog/course/list', parentSpanId: 'b7ad6b7169203331' })
  const queries = spans().filter((span) => span.traceId === traceId && span !== root)
  expect(queries.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^pg/))
  for (const hidden of [secret, 'hushhush', 'whom', 'localhost/traced'])
    expect(JSON.stringify(received)).not.toContain(hidden)
  expect(names.filter((name) => name.includes('readyz'))).toEqual([])
})
