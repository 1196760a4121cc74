import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { everyMinute } from '#server/every-minute.ts'
import { forgetCounts } from './counts.ts'

type Options = { database: Database; clock: () => Date; log: FastifyBaseLogger }

/** Forgets what was counted in windows that are over. Any number of servers may do it. */
export function startForgettingCounts({ database, clock, log }: Options): { stop(): Promise<void> } {
  return everyMinute(
    () => forgetCounts(database, clock()),
    (error) => log.warn({ err: error }, 'counts of limits that are over are still there'),
  )
}
