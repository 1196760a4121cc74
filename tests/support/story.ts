import { test as base } from 'playwright/test'
import type { Locale } from '#contract/enumerations.ts'
import { type ServerProcess, startServer } from './server-process.ts'

type PerWorker = { language: Locale; server: ServerProcess }

/** A test in the browser against the built app: each worker has a server and a school of its own. */
export const test = base.extend<object, PerWorker>({
  language: ['ru', { option: true, scope: 'worker' }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const server = await startServer({ dataFrom: process.env.SEEDED_DATA_DIR })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
})
