import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Paint, Painted, ToPaint } from '#contract/painting.ts'

export type Painter = { paint: Paint; close: () => Promise<void> }

/** More than this many wait for each thread in vain: theirs would be the shell by the time it was their turn. */
const waitingPerThread = 8

/** Paints in threads beside the one that answers calls (decision 054). Null where nothing is built. */
export function openPainter(module: string): Painter | null {
  if (!existsSync(module)) return null
  const threads = Math.max(1, availableParallelism() - 1)
  const pool = new Piscina<ToPaint, Painted | null>({
    filename: module,
    name: 'paint',
    minThreads: 1,
    maxThreads: threads,
    maxQueue: threads * waitingPerThread,
    idleTimeout: 60_000,
  })
  return {
    paint: async (asked) => (pool.needsDrain ? null : pool.run(asked)),
    close: () => pool.destroy(),
  }
}
