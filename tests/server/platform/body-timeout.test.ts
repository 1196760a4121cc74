import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverLimits } from '#server/plugins/lifecycle.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'

const usual = { ...serverLimits }
const lines: string[] = []
let server: TestApp
let person: Person
let port: number
beforeAll(async () => {
  Object.assign(serverLimits, { receivingCall: 300, receiving: 600, answering: 900 })
  server = await openTestApp({ log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }) })
  person = await server.signInAs({ roles: ['parent'] })
  await server.app.listen({ host: 'localhost', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  Object.assign(serverLimits, usual)
  await server.close()
})

/**
 * Sends a byte of the body at intervals until the server closes the connection. Returns the response, and whether the
 * connection was closed.
 */
async function dribble(path: string, headers: Record<string, string>): Promise<{ head: string; body: unknown }> {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  const cookie = Object.entries(person.cookies).map(([name, value]) => `${name}=${value}`)
  const sent = { host: 'localhost', cookie: cookie.join('; '), ...headers }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
  socket.write(
    [`POST ${path} HTTP/1.1`, 'sec-fetch-site: same-origin', 'x-requested-with: lk', ...lines, '', ''].join('\r\n'),
  )
  socket.on('error', () => undefined)
  const answer = text(socket)
  for (let isOver = false; !isOver; ) {
    socket.write('transfer-encoding' in headers ? '1\r\n \r\n' : ' ')
    isOver = await Promise.race([answer.then(() => true), pause(50, false)])
  }
  const [head = '', body = ''] = (await answer).split('\r\n\r\n')
  return { head, body: JSON.parse(body) }
}

test.each([
  ['a call', '/api/v1/schedule/ticket/create', { 'content-type': 'application/json', 'content-length': '5000' }],
  [
    'a call of unknown length',
    '/api/v1/schedule/ticket/create',
    { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  ],
  [
    'a file',
    '/api/v1/storage/avatar',
    { 'content-type': 'image/png', 'x-file-extension': 'png', 'content-length': '50000' },
  ],
])('A slow body of %s is answered with 408 and the connection is closed', async (_, path, headers) => {
  const { head, body } = await dribble(path, headers)
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(head).toContain('\r\ncontent-type: application/problem+json\r\n')
  expect(head).toContain('\r\nconnection: close\r\n')
  expect(body).toMatchObject({ type: 'timeout', status: 408 })
  expect(lines).toEqual([])
})
