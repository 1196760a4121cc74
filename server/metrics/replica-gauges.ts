import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReadDatabases } from '#server/db/replicas.ts'

/** What reads are answered by, and the replicas by their address. */
export function observeReplicas(replicas: ReadDatabases, registers: Registry[]): void {
  new Counter({
    name: 'database_reads_total',
    help: 'Statements of calls that may read replicas, by who answered: `primary` or `replica`',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset()
      for (const [from, count] of Object.entries(replicas.answered)) this.inc({ from }, count)
    },
  })
  new Gauge({
    name: 'database_replica_ready',
    help: 'Whether a replica is read: 1, or 0 while it is unreachable or too far behind',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, state } of replicas.states()) this.set({ replica: name }, state === 'ready' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'For how long the primary had had what a replica lacked when it was last looked at',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, lag } of replicas.states()) this.set({ replica: name }, lag / 1000)
    },
  })
}
