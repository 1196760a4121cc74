import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What Prometheus reads: the process, requests by route, pages, the connection pool, queues of jobs, clocks of the providers. */
export function createMetrics(
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'query'>,
  { clockSkews }: { clockSkews: () => ReadonlyMap<string, number | null> },
) {
  const registry = new Registry()
  const registers = [registry]
  // Event loop, memory and processor time of the process.
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const pages = new Counter({
    name: 'pages_total',
    help: 'Pages by how they were sent: rendered on the server, or as the shell that the browser renders',
    labelNames: ['as'],
    registers,
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const queued = { labelNames: ['queue'], registers } as const
  new Gauge({
    ...queued,
    name: 'queue_jobs',
    help: 'Jobs of a queue that are due and have not begun',
    async collect() {
      this.reset()
      for (const { name, jobs } of await findDueJobs(pool)) this.set({ queue: name }, jobs)
    },
  })
  new Gauge({
    ...queued,
    name: 'queue_oldest_job_age_seconds',
    help: 'How long the oldest due job of a queue has waited',
    async collect() {
      this.reset()
      for (const { name, age } of await findDueJobs(pool)) this.set({ queue: name }, age)
    },
  })
  new Gauge({
    name: 'import_age_seconds',
    help: 'Time since the last import of the school ended; absent before the first',
    // A gauge without labels would be 0 before the first import.
    labelNames: ['of'],
    registers,
    async collect() {
      this.reset()
      const age = await findImportAge(pool)
      if (age !== null) this.set({ of: 'school' }, age)
    },
  })

  new Gauge({
    name: 'identity_provider_clock_skew_seconds',
    help: 'How far the clock of an identity provider was ahead of ours at the last sign-in; absent before the first',
    labelNames: ['provider'],
    registers,
    collect() {
      this.reset()
      for (const [provider, skew] of clockSkews()) if (skew !== null) this.set({ provider }, skew)
    },
  })

  return {
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    /** Counts the answers of the application. The route is its pattern: addresses hold ids. */
    observe(app: FastifyInstance): void {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        if (routeOptions.config.isStream) return
        const route = routeOptions.url ?? 'unknown'
        requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
        if (routeOptions.config.page === undefined || reply.statusCode >= 500) return
        const isRendered = reply.pageIsRendered ?? null
        if (isRendered !== null) pages.inc({ as: isRendered ? 'rendered' : 'shell' })
      })
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

async function findImportAge(pool: Pick<Pool, 'query'>): Promise<number | null> {
  const { rows } = await pool.query<{ age: number | null }>(`
    select extract(epoch from now() - max(finished_at))::float8 as age from import_runs where state = 'applied'
  `)
  return rows[0]?.age ?? null
}

async function findDueJobs(pool: Pick<Pool, 'query'>) {
  const { rows } = await pool.query<{ name: string; jobs: number; age: number }>(`
    select name, count(*)::int as jobs, extract(epoch from now() - min(start_after))::float8 as age
    from pgboss.job
    where state in ('created', 'retry') and start_after <= now()
    group by name
  `)
  return rows
}
