import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** Milliseconds after which a database that has not answered counts as unreachable. */
const timeoutMs = 2_000

/**
 * Gauges whose values are in the database. The function that it returns measures them; while the database does not answer,
 * only `database_up` has a value.
 */
export function createDatabaseGauges(
  pool: Pick<Pool, 'query'>,
  ping: () => Promise<void>,
  registers: Registry[],
): () => Promise<void> {
  const up = new Gauge({
    name: 'database_up',
    help: 'Whether the database answers within two seconds and takes writes',
    registers,
  })
  const gauge = (name: string, label: string, help: string) => new Gauge({ name, help, labelNames: [label], registers })
  const due = gauge('queue_jobs', 'queue', 'Jobs of a queue that are due and have not begun')
  const age = gauge('queue_oldest_job_age_seconds', 'queue', 'How long the oldest due job of a queue has waited')
  const retried = gauge('queue_retried_jobs', 'queue', 'Jobs of a queue that have failed and will be tried again')
  // A gauge without labels would be 0 where there is no value.
  const importAge = gauge(
    'import_age_seconds',
    'of',
    'Time since the last import of the school ended; absent before the first',
  )
  const archive = gauge(
    'archive_failing',
    'of',
    'Whether the last attempt to archive the write-ahead log failed; absent without archive_mode',
  )

  async function measure(): Promise<void> {
    await ping()
    const { rows: jobs } = await pool.query<Jobs>(jobsByQueue)
    const { rows: facts } = await pool.query<{ imported: number | null; failing: number | null }>(databaseFacts)
    for (const { queue, due: count, oldest, retried: failed } of jobs) {
      due.set({ queue }, count)
      retried.set({ queue }, failed)
      if (oldest !== null) age.set({ queue }, oldest)
    }
    const [fact] = facts
    if (fact && fact.imported !== null) importAge.set({ of: 'school' }, fact.imported)
    if (fact && fact.failing !== null) archive.set({ of: 'wal' }, fact.failing)
  }

  let running: Promise<boolean> | null = null

  /** A database that does not answer gets no second question. */
  function measureOnce(): Promise<boolean> {
    running ??= measure()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running = null
      })
    return running
  }

  return async () => {
    for (const each of [due, age, retried, importAge, archive]) each.reset()
    const late = setTimeout(timeoutMs, false, { ref: false })
    up.set((await Promise.race([measureOnce(), late])) ? 1 : 0)
  }
}

type Jobs = { queue: string; due: number; oldest: number | null; retried: number }

const jobsByQueue = `
  select name as queue, count(*) filter (where start_after <= now())::int as due,
    extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float8 as oldest,
    count(*) filter (where state = 'retry')::int as retried
  from pgboss.job where state in ('created', 'retry') group by name`

const databaseFacts = `
  select
    (select extract(epoch from now() - max(finished_at))::float8 from import_runs where state = 'applied') as imported,
    (select (last_failed_time > coalesce(last_archived_time, '-infinity'))::int
      from pg_stat_archiver where current_setting('archive_mode') <> 'off' and (failed_count + archived_count) > 0) as failing`
