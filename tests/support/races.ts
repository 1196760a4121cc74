import { pino } from 'pino'
import type { OpenDatabase } from '#server/db/client.ts'
import { createSettling } from '#server/modules/moves/settling.ts'
import { Refusal } from '#server/refusal.ts'
import type { TestApp } from './app.ts'
import { openOnceMore } from './database.ts'

const isPostgres = process.env.TEST_DATABASE === 'postgres'
/** The embedded database does one thing at a time, so that there is less to find; `npm test -- --all` looks longest. */
const [usualRounds, allRounds] = isPostgres ? [8, 300] : [2, 20]
export const rounds = process.env.TEST_ALL ? allRounds : usualRounds
export const patience = 60_000 + rounds * 4_000

export type Rivals = Awaited<ReturnType<typeof openRivals>>

/** One database as sixteen servers have it, with four connections each: as many at once as any race has rivals. */
export async function openRivals({ opened }: TestApp) {
  const openings: OpenDatabase[] = [opened]
  while (openings.length < 16) openings.push(await openOnceMore(opened))
  return {
    openings,
    databaseOf: (index: number) => (openings[index % openings.length] as OpenDatabase).database,
    /**
     * At once, as far as there are connections. Whoever queues for one longer is no rival and only tries the patience of
     * the pool: so there is a lane for each connection, and the lanes keep to one server.
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
      const options = { clock: () => instant, timeZone: 'Europe/Moscow', log: pino({ level: 'silent' }) }
      return openings.slice(0, 2).map(({ database }) => createSettling({ database, ...options }))
    },
    async close() {
      for (const each of openings.slice(1)) await each.close()
    },
  }
}

/** What came of it: `done`, or the type of the refusal. A failure of any other kind is one of the test. */
export async function outcomeOf(run: Promise<unknown>): Promise<string> {
  try {
    await run
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.problem
    throw error
  }
}
