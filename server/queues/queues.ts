import type { Pool, PoolClient } from 'pg'
import { type ConstructorOptions, type Db, PgBoss, type Queue } from 'pg-boss'

const day = 24 * 60 * 60

/**
 * A scheduled job is queued or runs once at a time in all servers together (`exclusive`). The job of a server that died is
 * repeated once its heartbeat is missing; a run that failed, ten seconds later. Finished runs are kept for an hour.
 */
const scheduled = {
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: 10,
  heartbeatSeconds: 30,
  expireInSeconds: 15 * 60,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const satisfies Omit<Queue, 'name'>

/** Every queue and its options, in the order in which they are created. The policy of an existing queue cannot be changed. */
export const queues = {
  'delete-ended-sessions': scheduled,
  'delete-expired-counters': scheduled,
  'delete-expired-rows': scheduled,
  'apply-due-transfers': scheduled,
  'offer-free-places': scheduled,
  'send-payment-reminders': scheduled,
  'charge-cards': scheduled,
  'watch-checkouts': scheduled,
  'send-refunds': scheduled,
  'reconcile-payments': scheduled,
  'expire-unpaid-contracts': scheduled,
  'carry-out-terminations': scheduled,
  'unfreeze-contracts': scheduled,
  'expire-enrolments': scheduled,
  'apply-coming-of-age': scheduled,
  'announce-coming-of-age': scheduled,
  'move-late-rows': scheduled,
  'erase-people': scheduled,
  'issue-tax-certificates': scheduled,
  'apply-retention': scheduled,
  'prepare-school-years': scheduled,
  'send-invitations': scheduled,
  'send-event-reminders': scheduled,
  'send-digests': scheduled,
  'notify-school-news': scheduled,
  'end-data-exports': scheduled,
  // Before the queue that refers to it.
  'failed-import': { retryLimit: 10, retryDelay: 5, retryBackoff: true, deleteAfterSeconds: day },
  // An import that a server did not finish is begun again: what it has applied is only compared.
  'run-import': {
    retryLimit: 5,
    retryDelay: 5,
    heartbeatSeconds: 60,
    expireInSeconds: 6 * 60 * 60,
    deleteAfterSeconds: 60 * 60,
    deadLetter: 'failed-import',
  },
  // Before the queue that refers to it.
  'failed-data-export': { retryLimit: 10, retryDelay: 5, retryBackoff: true, deleteAfterSeconds: day },
  // A copy that a server did not finish is begun again, in another file.
  'make-data-export': {
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    heartbeatSeconds: 60,
    expireInSeconds: 60 * 60,
    deleteAfterSeconds: 60 * 60,
    deadLetter: 'failed-data-export',
  },
  // After 30 s at first, then twice as long each, up to four hours. The handler ends the attempts after three days.
  'deliver-webhook': {
    retryLimit: 60,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 4 * 60 * 60,
    expireInSeconds: 60,
    deleteAfterSeconds: day,
  },
  // Before the queue that refers to it.
  'undelivered-message': { retryLimit: 10, retryDelay: 5, retryBackoff: true, deleteAfterSeconds: day },
  // Thirteen repetitions: after 5 to 10 s at first, then twice as long each, up to two hours; about eight hours in all.
  'send-message': {
    retryLimit: 13,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 2 * 60 * 60,
    expireInSeconds: 60,
    deleteAfterSeconds: day,
    deadLetter: 'undelivered-message',
  },
} as const satisfies Record<string, Omit<Queue, 'name'>>

export type JobName = keyof typeof queues

/** pg-boss keeps its tables in the schema `pgboss` and works on our connections. */
export function createPgBoss(db: Db, options: Partial<ConstructorOptions> = {}): PgBoss {
  return new PgBoss({
    db,
    supervise: false,
    schedule: false,
    registerInstance: false,
    persistWarnings: false,
    // Both are for busy queues, and the second needs the statistics of an autovacuum, which the embedded database lacks.
    reindex: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
    ...options,
  })
}

/** A text of several statements has several results: pg-boss wants the rows of all. */
export function executorOf(client: Pick<Pool | PoolClient, 'query'>): Db {
  return {
    async executeSql(text, values) {
      const result: { rows: unknown[] } | { rows: unknown[] }[] = await client.query(text, values)
      return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result
    },
  }
}

/** Brings the schema of pg-boss up to date and creates the queues that are missing. */
export async function migrateQueues(client: PoolClient): Promise<void> {
  const boss = createPgBoss(executorOf(client))
  try {
    await boss.start()
    const existing = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const [name, options] of Object.entries(queues)) {
      if (!existing.has(name)) await boss.createQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * Takes back what a wrong clock has stored: jobs of the future would wait until then, and so would the schedule, which
 * pg-boss runs by the instant of its last run.
 */
export async function resetFutureTimes(client: Pick<Pool, 'query'>): Promise<void> {
  const past = (...columns: string[]) =>
    columns.map((column) => `${column} = case when ${column} > now() then now() else ${column} end`).join(', ')
  await client.query(`
    update pgboss.version set ${past('cron_on', 'bam_on', 'flow_on')}
      where greatest(cron_on, bam_on, flow_on) > ${latest};
    update pgboss.queue set ${past('monitor_on', 'monitor_claim_on', 'maintain_on')}
      where greatest(monitor_on, monitor_claim_on, maintain_on) > ${latest};
    update pgboss.job set start_after = now(), ${past('created_on', 'started_on')}
      where state in ('created', 'retry') and greatest(created_on, started_on) > ${latest};
    update pgboss.job set ${past('created_on', 'started_on', 'heartbeat_on')}
      where state = 'active' and greatest(created_on, started_on) > ${latest};
  `)
}

/** Clocks of several servers may differ. */
const latest = "now() + interval '10 seconds'"
