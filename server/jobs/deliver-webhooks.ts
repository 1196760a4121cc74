import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { deliverWebhook } from '#server/integration/webhooks/deliver-webhook.ts'
import type { JobContext } from './schedule.ts'

type WebhookJob = JobWithMetadata<{ delivery: string }>

/** Delivers the events of committed transactions. A failed attempt is repeated with growing delays for three days. */
export async function deliverWebhooks(boss: PgBoss, context: JobContext): Promise<void> {
  const options = { batchSize: 20, includeMetadata: true, perJobResults: true, burstWhenBatchFull: true } as const
  await boss.work('deliver-webhook', { ...options, pollingIntervalSeconds: 1 }, (jobs: WebhookJob[]) =>
    Promise.all(jobs.map((job) => attempt(job, context))),
  )
}

async function attempt({ id, data }: WebhookJob, context: JobContext): Promise<JobResult> {
  try {
    const next = await deliverWebhook(context, data.delivery)
    return { id, status: next === 'again' ? 'failed' : 'completed' }
  } catch (error) {
    context.log.error({ err: error, delivery: data.delivery }, 'a webhook failed')
    return { id, status: 'failed' }
  }
}
