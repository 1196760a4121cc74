import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { PgBoss, Queue } from 'pg-boss'
import { isConnectionError } from '#server/db/connection-errors.ts'
import { enqueueWaitingMessages } from '#server/notifications/deliver-message.ts'
import { createPgBoss, executorOf, queues, resetFutureTimes } from '#server/queues/queues.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { makeDataExports } from './make-data-exports.ts'
import { runImports } from './run-imports.ts'
import { type Job, type JobContext, schedule } from './schedule.ts'
import { sendMessages } from './send-message.ts'

const hour = 60 * 60
/** Milliseconds between two lines about a queue that does not answer: each of its workers fails at each poll. */
const errorLogIntervalMs = 60_000

/**
 * Runs the jobs until it is stopped; a stop waits for those that run, up to eight seconds. `poll` is the seconds between
 * two queries for jobs that are due, `supervise` those between two searches for jobs whose server died; the schedule is
 * read as often, at least each 30 seconds.
 */
export async function startJobs(
  pool: Pool,
  context: JobContext,
  { jobs = schedule, poll = 10, supervise = 60 }: { jobs?: readonly Job[]; poll?: number; supervise?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  const { log, timeZone } = context
  const boss = createPgBoss(executorOf(pool), {
    supervise: true,
    schedule: true,
    cronWorkerIntervalSeconds: poll,
    cronMonitorIntervalSeconds: Math.min(30, supervise),
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    maintenanceIntervalSeconds: hour,
    // No job of ours waits for another one, which is what this looks for.
    flowIntervalSeconds: 24 * hour,
  })
  const onError = throttled(log)
  boss.on('error', onError)
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue warns'))
  // pg-boss runs its own loops by stored instants: a wrong clock stops them.
  const resetting = setInterval(() => void resetFutureTimes(pool).catch(onError), supervise * 1000).unref()
  const stop = () => {
    clearInterval(resetting)
    return boss.stop({ timeout: 8_000 })
  }
  try {
    await resetFutureTimes(pool)
    await updateSchedule(boss, { jobs, timeZone })
    await boss.start()
    await enqueueWaitingMessages(context.database)
    await sendMessages(boss, context)
    await deliverWebhooks(boss, context)
    await runImports(boss, context)
    await makeDataExports(boss, context)
    for (const job of jobs) {
      const pollingIntervalSeconds = Math.min(poll, job.poll ?? poll)
      await boss.work(job.name, { pollingIntervalSeconds }, () => runJob(job, context))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/**
 * Stores what this release has changed in queues and cron lines. Before the start, so that its first look at the schedule
 * finds it. Without changes it costs two queries.
 */
async function updateSchedule(
  boss: PgBoss,
  { jobs, timeZone }: { jobs: readonly Job[]; timeZone: string },
): Promise<void> {
  for (const queue of await boss.getQueues()) {
    const { policy: _, ...options } = optionsOf(queue.name)
    const isChanged = Object.entries(options).some(([option, value]) => queue[option as keyof Queue] !== value)
    if (isChanged) await boss.updateQueue(queue.name, options)
  }
  const lines = new Map<string, string>(jobs.map(({ name, cron }) => [name, cron]))
  for (const { name, cron, timezone } of await boss.getSchedules()) {
    if (cron === lines.get(name) && timezone === timeZone) lines.delete(name)
    else if (!lines.has(name)) await boss.unschedule(name)
  }
  for (const [name, cron] of lines) await boss.schedule(name, cron, null, { tz: timeZone, missed: 'once' })
}

function optionsOf(name: string): Omit<Queue, 'name'> {
  // pg-boss adds a job to this queue of its own each time a schedule is due, and would keep them for a week.
  if (name === '__pgboss__send-it') return { deleteAfterSeconds: hour }
  return Object.hasOwn(queues, name) ? queues[name as keyof typeof queues] : {}
}

async function runJob(job: Job, context: JobContext): Promise<void> {
  const log = context.log.child({ job: job.name })
  const startedAt = performance.now()
  const duration = () => Math.round(performance.now() - startedAt)
  try {
    await job.run({ ...context, log })
  } catch (error) {
    log[isConnectionError(error) ? 'warn' : 'error']({ err: error, duration: duration() }, 'a job failed')
    throw error
  }
  log.debug({ duration: duration() }, 'a job is done')
}

function throttled(log: FastifyBaseLogger): (error: unknown) => void {
  let quietUntil = Number.NEGATIVE_INFINITY
  let suppressed = 0
  return (error) => {
    if (performance.now() < quietUntil) {
      suppressed += 1
      return
    }
    quietUntil = performance.now() + errorLogIntervalMs
    log[isConnectionError(error) ? 'warn' : 'error']({ err: error, suppressed }, 'the job queue failed')
    suppressed = 0
  }
}
