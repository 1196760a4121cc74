import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { DeliveryFailure } from '#server/notifications/channel.ts'
import { codePriority, deliverMessage, giveUpMessage } from '#server/notifications/deliver-message.ts'
import { rejectAddress } from '#server/notifications/rejected-addresses.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { makeAttachments } from './mail-attachments.ts'
import type { JobContext } from './schedule.ts'

/** `id` is the message's. */
type MessageJob = JobWithMetadata<{ id: string; kind: string; channel: string }>

/**
 * Sends the messages that were queued by committed transactions, at least once each. A failed attempt is repeated with
 * growing delays; after the last one, or a final refusal, the job goes to the dead letter queue and the message is given up.
 */
export async function sendMessages(boss: PgBoss, context: JobContext): Promise<void> {
  const batch = { batchSize: 20, includeMetadata: true } as const
  const sending = { ...batch, perJobResults: true, burstWhenBatchFull: true, pollingIntervalSeconds: 1 } as const
  const send = (jobs: MessageJob[]) => Promise.all(jobs.map((job) => attempt(job, context)))
  // A code waits for no batch in which documents are made: it expires.
  await boss.work('send-message', { ...sending, minPriority: codePriority }, send)
  await boss.work('send-message', { ...sending, maxPriority: codePriority - 1 }, send)
  await boss.work('undelivered-message', { ...batch, pollingIntervalSeconds: 2 }, async (jobs: MessageJob[]) => {
    for (const job of jobs) await giveUp(job, context)
  })
}

/** One attempt to send a message with its attachments. */
export function sendMessage(context: JobContext, id: string): Promise<Date | null> {
  return deliverMessage({ ...context, makeAttachments: (message) => makeAttachments(context, message) }, id)
}

async function attempt({ id, data, retryCount }: MessageJob, context: JobContext): Promise<JobResult> {
  try {
    const later = await sendMessage(context, data.id)
    // The id of this job is that of the message: the next one has another id.
    if (later) await enqueue(context.database, 'send-message', [{ data, startAfter: later }])
    return { id, status: 'completed' }
  } catch (error) {
    return failed(failureOf(error), { id, data, retryCount }, context)
  }
}

function failed(
  failure: DeliveryFailure,
  { id, data, retryCount }: Pick<MessageJob, 'id' | 'data' | 'retryCount'>,
  context: JobContext,
): JobResult {
  const { id: message, kind, channel } = data
  context.log.warn({ message, kind, channel, attempt: retryCount + 1, err: failure }, 'a message was not sent')
  const { message: reason, isFinal, isOfAddress } = failure
  return { id, status: isFinal ? 'deadletter' : 'failed', output: { reason, isOfAddress } }
}

async function giveUp({ data, sourceOutput, sourceRetryCount }: MessageJob, context: JobContext): Promise<void> {
  const { id: message, kind, channel } = data
  // Without a reason where the server died, or did not answer, in the last attempt.
  const { reason = 'no answer', isOfAddress } = (sourceOutput ?? {}) as { reason?: string; isOfAddress?: boolean }
  await giveUpMessage(context.database, message, reason)
  if (isOfAddress) await rejectAddress(context.database, message, context.clock())
  const attempts = (sourceRetryCount ?? 0) + 1
  context.log.warn({ message, kind, channel, attempts, reason }, 'a message was given up')
}

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error
  return new DeliveryFailure('an unforeseen failure', { isFinal: false, cause: error })
}
