import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { paymentDifferenceKinds } from '#contract/enumerations.ts'
import { executorOf } from '#server/queues/queues.ts'

/** Milliseconds after which a database that has not answered counts as unreachable. */
const timeoutMs = 2_000

type Connections = {
  /** Those of calls. */
  pool: Pick<Pool, 'query'>
  /** Those of jobs: a locked table of jobs must not stop calls, nor make the database count as unreachable. */
  jobs: Pick<Pool, 'query'>
  ping: () => Promise<void>
}

/**
 * Gauges whose values are in the database. The function that it returns measures them; while the database does not answer,
 * only `database_up` has a value.
 */
export function createDatabaseGauges({ pool, jobs, ping }: Connections, registers: Registry[]): () => Promise<void> {
  const up = new Gauge({
    name: 'database_up',
    help: 'Whether the database answers within two seconds and takes writes',
    registers,
  })
  const gauge = (name: string, label: string, help: string) => new Gauge({ name, help, labelNames: [label], registers })
  const due = gauge('queue_jobs', 'queue', 'Jobs of a queue that are due and have not begun')
  const age = gauge(
    'queue_oldest_job_age_seconds',
    'queue',
    'How long the oldest due job of a queue has waited; of all: since when the table of jobs could not be read',
  )
  const retried = gauge('queue_retried_jobs', 'queue', 'Jobs of a queue that have failed and will be tried again')
  const money = gauge(
    'online_payments_open',
    'of',
    'Checkouts that the provider has not decided, refunds that it has not made, and of these the ones that it has refused',
  )
  const differences = gauge(
    'online_payment_differences',
    'of',
    'Differences between payment provider and ledger that are not cleared up, by kind',
  )
  const endings = gauge('online_payments_ended', 'outcome', 'Checkouts that ended within the last hour, by outcome')
  const copies = gauge(
    'data_exports',
    'state',
    'Copies of people’s data: asked for or being made, ready, failed within the last day',
  )
  const moneyAge = gauge('online_payments_oldest_open_seconds', 'of', 'Age of the oldest of them')
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

  let jobsReadAt = Date.now()

  const measure = once(async () => {
    await ping()
    const { rows } = await pool.query<{ imported: number | null; failing: number | null }>(databaseFacts)
    const [fact] = rows
    if (fact && fact.imported !== null) importAge.set({ of: 'school' }, fact.imported)
    if (fact && fact.failing !== null) archive.set({ of: 'wal' }, fact.failing)
  })

  const measureJobs = once(async () => {
    const { rows } = await executorOf(jobs).executeSql(jobsByQueue)
    const { rows: open } = await pool.query<OpenMoney>(openMoney)
    for (const { of, count, oldest } of open) {
      money.set({ of }, count)
      if (oldest !== null) moneyAge.set({ of }, oldest)
    }
    const { rows: counts } = await pool.query<Counted>(countedRows)
    for (const { gauge: name, of, count } of counts)
      if (name === 'differences') differences.set({ of }, count)
      else if (name === 'copies') copies.set({ state: of }, count)
      else endings.set({ outcome: of }, count)
    for (const { queue, due: count, oldest, retried: failed } of rows as Jobs[]) {
      due.set({ queue }, count)
      retried.set({ queue }, failed)
      if (oldest !== null) age.set({ queue }, oldest)
    }
    jobsReadAt = Date.now()
  })

  return async () => {
    for (const each of [due, age, retried, money, moneyAge, differences, endings, copies, importAge, archive])
      each.reset()
    const late = setTimeout(timeoutMs, false, { ref: false })
    const [isUp, areJobsRead] = await Promise.all([measure, measureJobs].map((each) => Promise.race([each(), late])))
    up.set(isUp ? 1 : 0)
    if (isUp && !areJobsRead) age.set({ queue: 'all' }, (Date.now() - jobsReadAt) / 1000)
  }
}

/** Whether it succeeded. What does not answer gets no second question. */
function once(measure: () => Promise<void>): () => Promise<boolean> {
  let running: Promise<boolean> | null = null
  return () => {
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
}

type Counted = { gauge: 'differences' | 'endings' | 'copies'; of: string; count: number }

type OpenMoney = { of: string; count: number; oldest: number | null }

type Jobs = { queue: string; due: number; oldest: number | null; retried: number }

const jobsByQueue = `
  set local lock_timeout = '1s';
  select name as queue, count(*) filter (where start_after <= now())::int as due,
    extract(epoch from now() - min(start_after) filter (where start_after <= now()))::float8 as oldest,
    count(*) filter (where state = 'retry')::int as retried
  from pgboss.job where state in ('created', 'retry') group by name`

const databaseFacts = `
  select
    (select extract(epoch from now() - max(finished_at))::float8 from import_runs where state = 'applied') as imported,
    (select (last_failed_time > coalesce(last_archived_time, '-infinity'))::int
      from pg_stat_archiver where current_setting('archive_mode') <> 'off' and (failed_count + archived_count) > 0) as failing`

const openMoney = `
  select 'checkouts' as of, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as oldest
  from checkouts where decided_at is null
  union all
  select 'refunds', count(*)::int, extract(epoch from now() - min(created_at))::float8 from refunds where state = 'pending'
  union all
  select 'refused-refunds', count(*)::int, extract(epoch from now() - min(created_at))::float8 from refunds
  where state = 'pending' and failed_attempts > 0`

const countedRows = `
  select 'differences' as gauge, known as of, count(id)::int as count
  from unnest(array['${paymentDifferenceKinds.join("','")}']) as known
    left join payment_differences on kind = known and cleared_at is null
  group by known
  union all
  select 'endings', known, count(id)::int
  from unnest(array['paid', 'refused', 'expired', 'canceled']) as known
    left join checkouts on state = known and finished_at > now() - interval '1 hour'
  group by known
  union all
  select 'copies', known, count(id)::int
  from unnest(array['under-way', 'ready', 'failed']) as known
    left join data_exports on case known
      when 'under-way' then state in ('asked', 'making')
      when 'ready' then state = 'ready' and expires_at > now()
      else state = 'failed' and asked_at > now() - interval '1 day' end
  group by known`
