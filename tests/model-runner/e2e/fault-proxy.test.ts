import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RealEdge } from './fault-proxy.ts'

const save = 'POST /v1/thing/{id}'
const server = createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`)
  const isRefused = request.url?.endsWith('/taken')
  response.writeHead(isRefused ? 409 : 200, { 'content-type': `application/${isRefused ? 'problem+json' : 'json'}` })
  response.end(JSON.stringify({ type: isRefused ? 'state-conflict' : 'thing' }))
})
let heard: string[] = []
let edge: RealEdge
const post = (id: string) => fetch(`${edge.origin}/api/v1/thing/${id}`, { method: 'POST', body: '{}' })

beforeAll(async () => {
  await once(server.listen(0, 'localhost'), 'listening')
  edge = await RealEdge.open()
  edge.leadTo((server.address() as AddressInfo).port)
})
beforeEach(() => {
  heard = []
  edge.answers.length = 0
  edge.hold([save])
})
afterAll(async () => {
  await edge.close()
  server.closeAllConnections()
  server.close()
})

test('forwards a held call to the server only after its release', async () => {
  const asked = post('one')
  await edge.isHeld(save)
  expect(heard).toEqual([])
  await Promise.all([edge.pass(save), asked])
  expect([(await asked).status, heard]).toEqual([200, ['POST /api/v1/thing/one']])
  expect(edge.answers).toEqual([{ call: 'POST /v1/thing/one', status: 200, problem: null }])
})

test('records the problem type of an error response', async () => {
  const asked = post('taken')
  await Promise.all([edge.pass(save), asked.then((answer) => answer.text())])
  expect(edge.answers).toEqual([{ call: 'POST /v1/thing/taken', status: 409, problem: 'state-conflict' }])
})

test('breaks the connection of the client and does not forward the call', async () => {
  const asked = post('one').catch((error: Error) => error.message)
  await edge.cut(save)
  expect([await asked, heard]).toEqual(['fetch failed', []])
  expect(edge.answers).toEqual([{ call: 'POST /v1/thing/one', status: null, problem: null }])
})

test('forwards other calls at once', async () => {
  const answer = await fetch(`${edge.origin}/api/v1/things`)
  expect([answer.status, await answer.json()]).toEqual([200, { type: 'thing' }])
  expect(edge.talk).toEqual(['GET /v1/things 200'])
})
