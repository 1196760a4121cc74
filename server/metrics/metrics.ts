import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ReadDatabases } from '#server/db/replicas.ts'
import { rejectionCounts } from '#server/security/rejection-counts.ts'
import { createDatabaseGauges } from './database-gauges.ts'
import { observeReplicas } from './replica-gauges.ts'

type Context = {
  /** The connections of jobs. */
  jobs: Pick<Pool, 'query'>
  /** Rejects if the database does not answer or refuses writes. */
  ping: () => Promise<void>
  /** Null without replicas. */
  replicas?: ReadDatabases | null
  clockSkews: () => ReadonlyMap<string, number | null>
  /** Null, as by default, without a payment provider. */
  paymentCondition?: () => 'unknown' | 'reachable' | 'unreachable' | 'resting' | null
  /** Null, as by default, before this server has compared the payments of the provider. */
}

const paymentConditions = ['unknown', 'reachable', 'unreachable', 'resting'] as const

/**
 * What Prometheus reads: the process, requests by route, pages, the connection pool, what the database knows of jobs,
 * imports and the archive, refused actions, clocks of the providers.
 */
export function createMetrics(
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'query'>,
  { jobs, ping, replicas = null, clockSkews, paymentCondition = () => null }: Context,
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
  new Counter({
    name: 'refused_actions_total',
    help: 'Refused actions of the audit log, also those that its limits leave out',
    labelNames: ['action', 'problem'],
    registers,
    collect() {
      this.reset()
      for (const { action, problem, count } of rejectionCounts()) this.inc({ action, problem }, count)
    },
  })
  if (replicas) observeReplicas(replicas, registers)
  const measureDatabase = createDatabaseGauges({ pool, jobs, ping }, registers)
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

  const paymentCalls = new Histogram({
    name: 'payment_provider_call_duration_seconds',
    help: 'Duration of calls of the payment provider with their repetitions, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  })
  new Gauge({
    name: 'payment_provider_condition',
    help: '1 for the condition of the payment provider as this server sees it: resting is not asked for a while; absent without one',
    labelNames: ['condition'],
    registers,
    collect() {
      this.reset()
      const present = paymentCondition()
      if (present !== null)
        for (const condition of paymentConditions) this.set({ condition }, condition === present ? 1 : 0)
    },
  })

  return {
    observePaymentCall({ operation, outcome, seconds }: { operation: string; outcome: string; seconds: number }): void {
      paymentCalls.observe({ operation, outcome }, seconds)
    },
    async read() {
      await measureDatabase()
      return { type: registry.contentType, text: await registry.metrics() }
    },
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
