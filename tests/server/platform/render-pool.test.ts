// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RenderRequest } from '#contract/render-page.ts'
import { createRenderPool, type RenderPool } from '#server/ssr/render-pool.ts'

/** A worker that sends its data and a call, and is finished at once. */
const worker = `
  export function renderInWorker({ request, port }) {
    port.postMessage({ calls: [{ id: 0, url: '/v1/late' }] })
    port.postMessage({ data: '{"queries":[]}' })
    if (request.address === '/broken') throw new Error('broken')
    return { leadsTo: request.address }
  }`

const folder = mkdtempSync(join(tmpdir(), 'personal-account-render-pool-'))
const module = join(folder, 'worker.mjs')
let pool: RenderPool
beforeAll(() => {
  writeFileSync(module, worker)
  const created = createRenderPool(module)
  if (created === null) throw new Error('The module exists')
  pool = created
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

/** What the pool has announced at the moment when the rendering is over. */
async function render(address: string) {
  const request: RenderRequest = { address, language: 'ru', roleGroup: null, initialState: '{}', deadline: Infinity }
  const read = vi.fn(async () => null)
  const loaded: string[] = []
  const rendering = pool.render(request, { read, onLoaded: (data) => loaded.push(data) })
  const page = await rendering.catch(() => 'failed')
  return { page, loaded: [...loaded] }
}

test.each([
  ['/schedule', { leadsTo: '/schedule' }],
  ['/broken', 'failed'],
])('a result of %s that overtakes its data waits for them', async (address, page) => {
  const results = []
  for (let round = 0; round < 20; round += 1) results.push(await render(address))
  expect(results.filter(({ loaded }) => loaded.length !== 1)).toEqual([])
  expect(results[0]).toEqual({ page, loaded: ['{"queries":[]}'] })
})
