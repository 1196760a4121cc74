import { afterEach, expect, test, vi } from 'vitest'
import { createEarlyFetch, readInitialState } from '#src/ssr/initial-state.ts'
import { config, visit } from '#tests/support/browser-app.tsx'

afterEach(() => {
  document.body.innerHTML = ''
  delete window.earlyResponses
})

function windowWith(fetch: typeof globalThis.fetch) {
  return { document, fetch, earlyResponses: window.earlyResponses } as unknown as Window & typeof globalThis
}

test('what a document brought is read from it; a host of plain files brings nothing', () => {
  expect(readInitialState(document)).toBeNull()
  document.body.innerHTML = '<script type="application/json" id="boot">{"config":{"a":1},"answers":[]}</script>'
  expect(readInitialState(document)).toEqual({ config: { a: 1 }, answers: [] })
})

test('a profile that the server could not read is asked for', async () => {
  const boot = { config, now: Date.now(), answers: [] }
  const { callsOf } = await visit('/catalog', {}, { boot })
  expect(callsOf('GET /api/v1/system/config')).toEqual([])
  expect(callsOf('GET /api/v1/profile')).toHaveLength(1)
})

test('on a host of plain files, what index.html asked for early is taken, and asked again if it failed', async () => {
  window.earlyResponses = {
    '/api/v1/system/config': Promise.resolve(new Response('{"early":true}')),
    '/api/v1/profile': Promise.reject(new TypeError('Failed to fetch')),
  }
  const network = vi.fn(async () => new Response('{"from":"network"}'))
  const fetch = createEarlyFetch(windowWith(network))
  expect(await (await fetch('/api/v1/system/config')).json()).toEqual({ early: true })
  expect(await (await fetch('/api/v1/profile')).json()).toEqual({ from: 'network' })
})

test('only reading takes an early answer', async () => {
  window.earlyResponses = { '/api/v1/profile': Promise.resolve(new Response('{"early":true}')) }
  const network = vi.fn(async () => new Response('{}'))
  await createEarlyFetch(windowWith(network))('/api/v1/profile', { method: 'PATCH' })
  expect(network).toHaveBeenCalledTimes(1)
})
