import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { importRuns } from '#server/db/schema/integration.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const rules = readFileSync('deploy/monitoring/rules.yml', 'utf8')
const dashboard = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as {
  uid: string
  schemaVersion: number
  templating: { list: unknown[] }
  panels: {
    id: number
    title: string
    type: string
    description?: string
    datasource: unknown
    gridPos: Record<'x' | 'y' | 'w' | 'h', number>
    targets: { refId: string; expr: string; legendFormat?: string; datasource: unknown }[]
  }[]
}
const alerts = [...rules.matchAll(/- alert: (\w+)\n([\s\S]*?)runbook: (.*)\n/g)].map(
  ([, name = '', rule = '', runbook = '']) => ({ name, rule, runbook }),
)
const queries = [
  ...alerts.map(({ rule }) => /expr: ([\s\S]*?)\n {8}(?:for|labels):/.exec(rule)?.[1] ?? ''),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

/** Metrics of Prometheus itself, the exporters, Patroni, and the cron lines of the backup and of its test. */
const foreign =
  /^(up|ALERTS|probe_(success|ssl_earliest_cert_expiry)|node_filesystem_(avail|size)_bytes|patroni_(primary|replica|sync_standby|postgres_(running|timeline)|xlog_(location|replayed_location))|account_(backup_completed_seconds|restore_test_(success|completed_seconds)))$/

test('Rules and dashboard read only metrics, labels and values that the servers export', async () => {
  const opened = await openTestDatabase()
  const metrics = createMetrics(opened.pool, {
    jobs: opened.pool,
    ping: opened.ping,
    clockSkews: () => new Map(),
    paymentCondition: () => 'reachable',
  })
  const server = await openTestApp({ opened, metrics })
  try {
    await server.visitor.call('GET /v1/profile')
    await server.visitor.call('POST /v1/auth/oauth-result', { body: { error: 'access_denied', state: 'unknown' } })
    await enqueue(opened.database, 'send-message')
    await opened.database.insert(importRuns).values({
      fileName: 'school',
      state: 'applied',
      createdAt: new Date(),
      finishedAt: new Date(),
    })
    const { text } = await metrics.read()
    const exported = labelsByMetric(text)
    // Only with archive_mode, which the database of the tests lacks.
    exported.set('archive_failing', new Set(['of']))
    const read = queries.flatMap(metricsOf).filter(({ metric }) => !foreign.test(metric))
    const missing = read.flatMap(({ metric, labels }) =>
      labels.filter((label) => !exported.get(metric)?.has(label)).map((label) => `${metric}{${label}}`),
    )
    expect(missing).toEqual([])
    expect([...new Set(read.map(({ metric }) => metric))].sort()).toEqual([
      'archive_failing',
      'database_connections',
      'database_up',
      'http_request_duration_seconds_bucket',
      'http_request_duration_seconds_count',
      'import_age_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'online_payment_differences',
      'online_payments_ended',
      'online_payments_open',
      'payment_provider_condition',
      'process_resident_memory_bytes',
      'queue_jobs',
      'queue_oldest_job_age_seconds',
      'queue_retried_jobs',
      'refused_actions_total',
    ])
    expect(read.filter(({ metric }) => !exported.has(metric))).toEqual([])
    const selected = queries.flatMap((query) => query.match(/\b(?:state|route|queue)="[^"]+"/g) ?? [])
    expect(selected.filter((value) => !text.includes(value))).toEqual([])
  } finally {
    await server.close()
    await opened.close()
  }
})

test('Each alarm has a page, which names it; each page has an alarm', () => {
  expect(alerts.length).toBe(rules.match(/- alert:/g)?.length)
  const pages = globSync('docs/runbooks/*.md').map((path) => path.replaceAll('\\', '/'))
  expect([...new Set(alerts.map(({ runbook }) => runbook))].sort()).toEqual(pages.sort())
  for (const path of pages) {
    const page = readFileSync(path, 'utf8')
    const named = alerts.filter(({ runbook }) => runbook === path).map(({ name }) => name)
    const [heading, ...sections] = [...page.matchAll(/^##? (.*)$/gm)].map(([, title]) => title)
    expect([path, heading, sections]).toEqual([path, named.join(', '), ['See it', 'First', 'Then', 'Over when']])
    expect(page).toContain('**People notice:**')
    expect(page.length, `${basename(path)} fits a page`).toBeLessThan(3500)
  }
  const linked = dashboard.panels.flatMap(
    ({ description = '' }) => description.match(/docs\/runbooks\/[\w-]+\.md/g) ?? [],
  )
  expect(linked.filter((path) => !pages.includes(path))).toEqual([])
})

test('The dashboard has what Grafana needs to import it', () => {
  const { uid, schemaVersion, templating, panels } = dashboard
  expect({ uid, schemaVersion }).toEqual({ uid: 'personal-account', schemaVersion: expect.any(Number) })
  expect(templating.list).toEqual([
    expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }),
  ])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => ({ column: x + (cell % w), row: y + Math.floor(cell / w) })),
  )
  // Grafana has 24 columns, and moves panels that overlap.
  expect(cells.filter(({ column }) => column > 23)).toEqual([])
  expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(cells.length)
  for (const { title, type, datasource, targets } of panels) {
    expect([title, type]).toEqual([title, expect.stringMatching(/^(stat|timeseries)$/)])
    for (const source of [datasource, ...targets.map((target) => target.datasource)])
      expect(source).toEqual({ type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) })
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
    expect(targets.filter(({ legendFormat }) => !legendFormat)).toEqual([])
  }
})

/** Label names of each metric in the format of Prometheus; what it adds itself is known of each. */
function labelsByMetric(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [, metric = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(metric) ?? new Set(['instance', 'job'])
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(metric, known)
  }
  return found
}

/** Every metric of a query with the labels that it selects by. Labels of `by` must be those of each metric of the query. */
function metricsOf(query: string): { metric: string; labels: string[] }[] {
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */))
  const bare = query.replace(/\b(?:by|on|without) \([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '')
  const selectors = [...bare.matchAll(/\b([a-zA-Z_]\w*)\b(?:\{([^}]*)\})?(?!\w*\s*\()/g)]
  return selectors
    .filter(([, name = '', labels]) => labels !== undefined || !/^(and|or|unless|offset|\d.*|e\d+|m|h)$/.test(name))
    .map(([, metric = '', labels = '']) => ({
      metric,
      labels: [...[...labels.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label), ...grouped],
    }))
}
