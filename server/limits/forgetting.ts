import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { forgetCounts } from './counts.ts'

const lookEvery = 60_000

type Options = { database: Database; clock: () => Date; log: FastifyBaseLogger }

/** Forgets what was counted in windows that are over. Any number of servers may do it. */
export function startForgettingCounts({ database, clock, log }: Options): { stop: () => Promise<void> } {
  let underWay = Promise.resolve()
  const timer = setInterval(() => {
    underWay = forgetCounts(database, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'counts of limits that are over are still there'),
    )
  }, lookEvery)
  return {
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}
