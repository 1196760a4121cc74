import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { RenderedPage, RenderPage, RenderRequest } from '#contract/render-page.ts'

export type RenderPool = { render: RenderPage; close: () => Promise<void> }

/** Whoever would wait behind more than this many for a thread is better served with the shell at once. */
const queuedPerThread = 8

/** Paints in threads beside the one that answers calls (decision 054). Null where nothing is built. */
export function createRenderPool(module: string): RenderPool | null {
  if (!existsSync(module)) return null
  const threads = Math.max(1, availableParallelism() - 1)
  const pool = new Piscina<RenderRequest, RenderedPage | null>({
    filename: module,
    name: 'renderPage',
    minThreads: 1,
    maxThreads: threads,
    maxQueue: threads * queuedPerThread,
    idleTimeout: 60_000,
  })
  return {
    render: async (asked) => (pool.queueSize >= pool.options.maxQueue ? null : pool.run(asked)),
    close: () => pool.destroy(),
  }
}

/** What comes of `promise` within so many milliseconds; null where it takes longer, and then nobody hears of its end. */
export async function withTimeout<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, milliseconds, null)
  promise.catch(() => undefined)
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}
