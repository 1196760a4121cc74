import { afterEach, expect, test, vi } from 'vitest'
import { createEarlyFetch } from '#src/early-answers.ts'

afterEach(() => {
  document.body.innerHTML = ''
  delete window.earlyAnswers
})

function windowWith(fetch: typeof globalThis.fetch) {
  return { document, fetch, earlyAnswers: window.earlyAnswers } as unknown as Window & typeof globalThis
}

test('answers that came with the document are used once, then the network', async () => {
  document.body.innerHTML = `<script type="application/json" id="boot">${JSON.stringify({
    config: { a: 1 },
    menu: { items: [] },
    profile: null,
    profileStatus: 401,
    answers: { '/api/v1/profile/events': [{ title: 'День открытых дверей' }] },
  })}</script>`
  const network = vi.fn(async () => new Response('{"from":"network"}'))
  const fetch = createEarlyFetch(windowWith(network))
  expect(await (await fetch('/api/v1/system/config')).json()).toEqual({ a: 1 })
  const profile = await fetch('/api/v1/profile')
  expect([profile.status, profile.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
  expect(await (await fetch('/api/v1/profile/events')).json()).toEqual([{ title: 'День открытых дверей' }])
  expect(network).not.toHaveBeenCalled()
  expect(await (await fetch('/api/v1/system/config')).json()).toEqual({ from: 'network' })
})

test('a profile that the server could not read is asked for again', async () => {
  document.body.innerHTML =
    '<script type="application/json" id="boot">{"config":{},"menu":{},"profile":null,"profileStatus":503,"answers":{}}</script>'
  const network = vi.fn(async () => new Response('{}'))
  await createEarlyFetch(windowWith(network))('/api/v1/profile')
  expect(network).toHaveBeenCalledTimes(1)
})

test('on a host of plain files, what index.html asked for early is taken, and asked again if it failed', async () => {
  window.earlyAnswers = {
    '/api/v1/system/config': Promise.resolve(new Response('{"early":true}')),
    '/api/v1/profile': Promise.reject(new TypeError('Failed to fetch')),
  }
  const network = vi.fn(async () => new Response('{"from":"network"}'))
  const fetch = createEarlyFetch(windowWith(network))
  expect(await (await fetch('/api/v1/system/config')).json()).toEqual({ early: true })
  expect(await (await fetch('/api/v1/profile')).json()).toEqual({ from: 'network' })
})

test('only reading takes an early answer', async () => {
  window.earlyAnswers = { '/api/v1/profile': Promise.resolve(new Response('{"early":true}')) }
  const network = vi.fn(async () => new Response('{}'))
  await createEarlyFetch(windowWith(network))('/api/v1/profile', { method: 'PATCH' })
  expect(network).toHaveBeenCalledTimes(1)
})
