import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import type { Organisation } from '#server/documents/tax-certificate.ts'
import type { Channels } from '#server/notifications/channels.ts'
import type { JobName } from './queues.ts'

/** What the handlers of jobs work with. */
export type JobContext = {
  database: Database
  clock: () => Date
  timeZone: string
  channels: Channels
  /** The host of our pages. */
  host: string
  /** Named in the documents that jobs make. */
  organisation: Organisation
  log: FastifyBaseLogger
}

/**
 * Work that runs on a schedule. A run may be repeated (after a crash, or by another server), so `run` must be idempotent.
 * An error fails the run; it is repeated soon.
 */
export type Job = {
  name: JobName
  run(context: JobContext): Promise<void>
}

/** Handles each item, or its id, in a transaction of its own. An item that fails is logged and left for the next run. */
export async function forEachInTransaction<Item extends string | { id: string }>(
  { database, log }: Pick<JobContext, 'database' | 'log'>,
  items: readonly Item[],
  handle: (transaction: Database, item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    await database
      .transaction((transaction) => handle(transaction, item))
      .catch((error: unknown) =>
        log.error({ err: error, item: typeof item === 'string' ? item : item.id }, 'an item of a job failed'),
      )
  }
}
