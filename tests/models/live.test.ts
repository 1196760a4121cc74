import { createServer, resolveConfig, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { livePaths } from '#tests/model-runner/live/plugin.ts'
import { plan } from '#tests/model-runner/paths/play-paths.ts'
import { ticketModel } from './ticket.model.ts'

let vite: ViteDevServer
let origin: string

beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    plugins: [livePaths('/tests/models/config.ts')],
    server: { host: 'localhost', port: 0 },
  })
  await vite.listen()
  origin = new URL(vite.resolvedUrls?.local[0] ?? '').origin
})

afterAll(() => vite.close())

test('serves /qa with all machines and their paths', async () => {
  const page = await fetch(`${origin}/qa?machine=ticket`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('/tests/model-runner/live/qa.tsx')
  expect(await (await fetch(`${origin}/qa/machines`)).json()).toContainEqual({
    id: 'ticket',
    title: { ru: 'Обращение о расписании', en: 'A letter about the schedule' },
  })
  const machine = (await (await fetch(`${origin}/qa/machine?id=ticket`)).json()) as { paths: unknown[] }
  expect(machine.paths).toHaveLength(plan(ticketModel).paths.length)
  // The first request loads all machines and their drivers through Vite.
}, 60_000)

test('rejects unknown paths, requests of other windows and cross-site requests', async () => {
  expect((await fetch(`${origin}/qa/machine?id=nothing`)).status).toBe(404)
  expect(await statusOf({ do: 'open', machine: 'ticket', path: 'nothing' })).toBe(404)
  expect(await statusOf({ do: 'step', session: 7 })).toBe(409)
  expect(await statusOf({ do: 'step', session: 7 }, 'text/plain')).toBe(415)
})

test('is not part of the build', async () => {
  const { plugins } = await resolveConfig(
    { plugins: [livePaths('/tests/models/config.ts')], configFile: false },
    'build',
  )
  expect(plugins.map(({ name }) => name)).not.toContain('qa')
})

async function statusOf(asking: object, type = 'application/json'): Promise<number> {
  const body = JSON.stringify(asking)
  const { status } = await fetch(`${origin}/qa/play`, { method: 'POST', headers: { 'content-type': type }, body })
  return status
}
