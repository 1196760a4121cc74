import type { OpenDatabase } from '#server/db/client.ts'
import { HttpError } from '#server/http/http-error.ts'
import { openTestApp, type TestApp } from './app.ts'
import { openOnceMore } from './database.ts'
import { runJobs } from './jobs.ts'

const isPostgres = process.env.TEST_DATABASE === 'postgres'
/** The embedded database runs one statement at a time, so fewer rounds suffice; `npm test -- --all` runs most. */
const [usualRounds, allRounds] = isPostgres ? [2, 300] : [1, 20]
export const rounds = process.env.TEST_ALL ? allRounds : usualRounds
/** Families or tabs that compete: each has a connection of its own, which plans every statement anew. */
export const rivalCount = process.env.TEST_ALL ? 64 : 24
/** Of races between two tabs, which take milliseconds. */
export const tabRaceRounds = process.env.TEST_ALL ? 200 : 20
export const raceTimeoutMs = 60_000 + rounds * 4_000

export type RaceParticipants = Awaited<ReturnType<typeof openRaceParticipants>>

/** One database with sixteen servers of four connections each: as many connections as any race has rivals. */
export async function openRaceParticipants({ opened }: TestApp) {
  const openings: OpenDatabase[] = [opened]
  while (openings.length < 16) openings.push(await openOnceMore(opened))
  return {
    openings,
    databaseOf: (index: number) => (openings[index % openings.length] as OpenDatabase).database,
    /**
     * Runs the tasks concurrently, limited by the number of connections. A task that queues for a connection does not
     * compete and can exceed the timeout of the pool, so each connection has one lane, and each lane uses one server.
     */
    async atOnce<Result>(acts: readonly ((index: number) => Promise<Result>)[]): Promise<Result[]> {
      const results: Result[] = []
      const lanes = openings.length * 4
      const drive = async (lane: number) => {
        for (let index = lane; index < acts.length; index += lanes) {
          results[index] = await (acts[index] as (typeof acts)[number])(index)
        }
      }
      await Promise.all(Array.from({ length: lanes }, (_, lane) => drive(lane)))
      return results
    },
    settlingAt(instant: Date) {
      return openings.slice(0, 2).map(({ database }) => ({
        settle: () => runJobs(['apply-due-transfers', 'offer-free-places'], { database, clock: () => instant }),
      }))
    },
    async close() {
      for (const each of openings.slice(1)) await each.close()
    },
  }
}

/** Two servers on one database, and the rivals of a race. `close` closes all. */
export async function openRace(options: { now?: Date } = {}) {
  const server = await openTestApp(options)
  const rivals = await openRaceParticipants(server)
  const other = await openTestApp({ ...options, opened: rivals.openings[1] as OpenDatabase })
  const close = async () => {
    await other.close()
    await rivals.close()
    await server.close()
  }
  return { server, other, rivals, close }
}

/** The outcome: `done`, or the type of the problem. Any other failure fails the test. */
export async function outcomeOf(run: Promise<unknown>): Promise<string> {
  try {
    await run
    return 'done'
  } catch (error) {
    if (error instanceof HttpError) return error.type
    throw error
  }
}
