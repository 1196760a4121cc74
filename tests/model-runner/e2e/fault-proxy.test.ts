import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FaultProxy } from './fault-proxy.ts'

const save = 'POST /v1/thing/{id}'
const server = createServer((request, response) => {
  received.push(`${request.method} ${request.url}`)
  const isRefused = request.url?.endsWith('/taken')
  response.writeHead(isRefused ? 409 : 200, { 'content-type': `application/${isRefused ? 'problem+json' : 'json'}` })
  response.end(JSON.stringify({ type: isRefused ? 'state-conflict' : 'thing' }))
})
let received: string[] = []
let proxy: FaultProxy
const post = (id: string) => fetch(`${proxy.origin}/api/v1/thing/${id}`, { method: 'POST', body: '{}' })

beforeAll(async () => {
  await once(server.listen(0, 'localhost'), 'listening')
  proxy = await FaultProxy.open('/api')
  proxy.leadTo((server.address() as AddressInfo).port)
})
beforeEach(() => {
  received = []
  proxy.answers.length = 0
  proxy.hold([save])
})
afterAll(async () => {
  await proxy.close()
  server.closeAllConnections()
  server.close()
})

test('forwards a held call to the server only after its release', async () => {
  const response = post('one')
  await proxy.isHeld(save)
  expect(received).toEqual([])
  await Promise.all([proxy.pass(save), response])
  expect([(await response).status, received]).toEqual([200, ['POST /api/v1/thing/one']])
  expect(proxy.answers).toEqual([{ call: 'POST /v1/thing/one', status: 200, problem: null }])
})

test('records the problem type of an error response', async () => {
  const response = post('taken')
  await Promise.all([proxy.pass(save), response.then((answer) => answer.text())])
  expect(proxy.answers).toEqual([{ call: 'POST /v1/thing/taken', status: 409, problem: 'state-conflict' }])
})

test('breaks the connection of the client and does not forward the call', async () => {
  const response = post('one').catch((error: Error) => error.message)
  await proxy.cut(save)
  expect([await response, received]).toEqual(['fetch failed', []])
  expect(proxy.answers).toEqual([{ call: 'POST /v1/thing/one', status: null, problem: null }])
})

test('forwards other calls at once', async () => {
  const answer = await fetch(`${proxy.origin}/api/v1/things`)
  expect([answer.status, await answer.json()]).toEqual([200, { type: 'thing' }])
  expect(proxy.log).toEqual(['GET /v1/things 200'])
})
