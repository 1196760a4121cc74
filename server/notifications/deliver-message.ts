import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { enqueue } from '#server/db/queues.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { DeliveryFailure } from './channel.ts'
import type { Channels } from './channels.ts'
import { bindToHost, renderMessage } from './render-message.ts'

type Context = {
  database: Database
  channels: Channels
  /** The host of our pages. */
  host: string
  clock: () => Date
}

/** Milliseconds for which finished messages are kept and one-time messages are not repeated. */
const retention = 30 * 24 * 60 * 60_000

/** Sends a message by its channel and erases its values. Does nothing for a message that was sent or given up before. */
export async function deliverMessage({ database, channels, host, clock }: Context, id: string): Promise<void> {
  const [message] = await database.select().from(deliveries).where(isPending(id))
  if (!message) return
  const { kind, channel, target, language, expiresAt } = message
  const values = message.values ?? {}
  if (expiresAt && expiresAt <= clock()) throw new DeliveryFailure('too late', { isFinal: true })
  const rendered = renderMessage(kind, language, values)
  if (!rendered) throw new DeliveryFailure('a kind of message that this release does not know', { isFinal: true })
  const text =
    channel === 'phone' && values.code !== undefined ? bindToHost(rendered.text, values.code, host) : rendered.text
  await channels[channel]({ id, target, language, subject: rendered.subject, text })
  await database.update(deliveries).set({ values: null, deliveredAt: clock() }).where(isPending(id))
}

/** Ends the attempts to send a message and erases its values. */
export async function giveUpMessage(database: Database, id: string, failure: string): Promise<void> {
  await database.update(deliveries).set({ values: null, failure }).where(isPending(id))
}

/** Adds missing jobs of pending messages: those of a release without the job queue, or of a restored backup. */
export async function enqueueWaitingMessages(database: Database): Promise<void> {
  const { id, kind, channel } = deliveries
  const waiting = await database.select({ id, kind, channel }).from(deliveries).where(isNotNull(deliveries.values))
  await enqueueMessages(database, waiting)
}

/** A job has the id of its message, so it is added only once. */
export async function enqueueMessages(
  transaction: Database,
  messages: readonly { id: string; kind: string; channel: string }[],
): Promise<void> {
  if (messages.length === 0) return
  const jobs = messages.map(({ id, kind, channel }) => ({ id, data: { id, kind, channel } }))
  await enqueue(transaction, 'send-message', jobs)
}

export async function deleteOldMessages(database: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - retention)
  await database.delete(deliveries).where(and(isNull(deliveries.values), lt(deliveries.queuedAt, since)))
}

function isPending(id: string) {
  return and(eq(deliveries.id, id), isNotNull(deliveries.values))
}
