import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
let port: number
beforeAll(async () => {
  await server.app.listen({ host: 'localhost', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})

async function answerTo(request: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body }
}

test.each([
  ['malformed HTTP', 'NOT HTTP\r\n\r\n', 400],
  ['a malformed header', 'GET / HTTP/1.1\r\nhost: localhost\r\nbroken header\r\n\r\n', 400],
  ['too large headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['a missing Host header', 'GET /api/v1/profile HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
])('A request with %s is answered with a problem document', async (_, request, status) => {
  const { head, body } = await answerTo(request)
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json')
  expect(head).toMatch(/^x-content-type-options: nosniff$/im)
  expect(JSON.parse(body)).toMatchObject({ type: 'unreadable-request', status })
})

test('HTTP/1.0 needs no Host header', async () => {
  const { head } = await answerTo('GET /healthz HTTP/1.0\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 200 /)
})
