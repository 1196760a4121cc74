import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { forgetEndedSessions } from './sessions.ts'

const lookEvery = 60_000

type Options = { database: Database; clock: () => Date; log: FastifyBaseLogger }

/**
 * Forgets sessions that are over although nobody calls with them: only so is a user told of an impersonation that
 * its administrator has just left alone (D-37). Any number of servers may do it.
 */
export function startForgetting({ database, clock, log }: Options): { stop: () => Promise<void> } {
  let underWay = Promise.resolve()
  const timer = setInterval(() => {
    underWay = forgetEndedSessions(database, clock()).catch((error: unknown) =>
      log.warn({ err: error }, 'ended sessions are still there'),
    )
  }, lookEvery)
  return {
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}
