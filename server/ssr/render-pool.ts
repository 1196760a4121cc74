import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { RenderedPage, RenderPage, RenderRequest } from '#contract/render-page.ts'

export type RenderPool = { render: RenderPage; close: () => Promise<void> }

/** With a longer queue per thread the shell is sent at once. */
const queuedPerThread = 8

/** Renders pages in worker threads (decision 054). Null without a build. */
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
    render: async (request) => (pool.queueSize >= pool.options.maxQueue ? null : pool.run(request)),
    close: () => pool.destroy(),
  }
}
