import { afterEach, expect, test, vi } from 'vitest'
import { createEarlyFetch, readInitialState } from '#src/ssr/initial-state.ts'
import { config, visit } from '#tests/support/browser/browser-app.tsx'

afterEach(() => {
  document.body.innerHTML = ''
  delete window.earlyResponses
})

function windowWith(fetch: typeof globalThis.fetch) {
  return { document, fetch, earlyResponses: window.earlyResponses } as unknown as Window & typeof globalThis
}

test('initial data are read from the document; a static host embeds none', () => {
  expect(readInitialState(document)).toBeNull()
  document.body.innerHTML = '<script type="application/json" id="initial-state">{"config":{"a":1}}</script>'
  expect(readInitialState(document)).toEqual({ config: { a: 1 } })
})

test('a profile missing in the document is requested', async () => {
  const initialState = { config, now: Date.now(), lastChangeId: null }
  const { callsOf } = await visit('/catalog', {}, { initialState })
  expect(callsOf('GET /api/v1/system/config')).toEqual([])
  expect(callsOf('GET /api/v1/profile')).toHaveLength(1)
})

test('on a static host, the early responses of index.html are used, and requested again after a failure', async () => {
  window.earlyResponses = {
    '/api/v1/system/config': Promise.resolve(new Response('{"early":true}')),
    '/api/v1/profile': Promise.reject(new TypeError('Failed to fetch')),
  }
  const network = vi.fn(async () => new Response('{"from":"network"}'))
  const fetch = createEarlyFetch(windowWith(network))
  expect(await (await fetch('/api/v1/system/config')).json()).toEqual({ early: true })
  expect(await (await fetch('/api/v1/profile')).json()).toEqual({ from: 'network' })
})

test('only GET requests use an early response', async () => {
  window.earlyResponses = { '/api/v1/profile': Promise.resolve(new Response('{"early":true}')) }
  const network = vi.fn(async () => new Response('{}'))
  await createEarlyFetch(windowWith(network))('/api/v1/profile', { method: 'PATCH' })
  expect(network).toHaveBeenCalledTimes(1)
})
