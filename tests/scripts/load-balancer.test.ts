import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { startLoadBalancer } from '#scripts/load-balancer.ts'

const servers: Server[] = []
let balancer: FastifyInstance
afterEach(async () => {
  await balancer.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Received = { method: string | undefined; url: string | undefined; body: string; key: unknown; host: unknown }

/** A server that keeps what it received, and answers with its name unless configured otherwise. */
async function startServer(
  name: string,
  answer = (_: IncomingMessage, response: ServerResponse) => void response.end(name),
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const body = await text(request)
    received.push({ method, url, body, key: headers['idempotency-key'], host: headers['x-forwarded-host'] })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  servers.push(server)
  return { server, received, port: (server.address() as AddressInfo).port }
}

async function start(...ports: number[]): Promise<string> {
  balancer = await startLoadBalancer(0, ports)
  return `http://localhost:${(balancer.server.address() as AddressInfo).port}`
}

const write = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json', ...headers } })

async function stop({ server }: { server: Server }): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

describe('When one of two servers stops', () => {
  test('every write is answered by the other one, with its body and its idempotency key', async () => {
    const [first, second] = [await startServer('first'), await startServer('second')]
    const url = await start(first.port, second.port)
    expect(await (await write(url)).text()).toMatch(/first|second/)
    await stop(first)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const answer = await write(`${url}/v1/buy?x=${index}`, { 'idempotency-key': `key-${index}` })
        return [answer.status, await answer.text()]
      }),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, () => [200, 'second']))
    const last = second.received.find(({ key }) => key === 'key-19')
    expect(last).toEqual({
      method: 'POST',
      url: '/v1/buy?x=19',
      body: '{"a":1}',
      key: 'key-19',
      host: new URL(url).host,
    })
  })
})

describe('When a server breaks off while it works', () => {
  const breaking = () => startServer('breaking', (request) => void request.socket.destroy())

  test('a write with an idempotency key and a read are repeated at the other server', async () => {
    const [broken, healthy] = [await breaking(), await startServer('healthy')]
    const url = await start(broken.port, healthy.port)
    expect(await (await write(url, { 'idempotency-key': 'once' })).text()).toBe('healthy')
    expect([broken.received.length, healthy.received[0]?.body]).toEqual([1, '{"a":1}'])
    expect(await (await fetch(url)).text()).toBe('healthy')
  })

  test('a write without a key is not repeated, because it may have had its effect', async () => {
    const [broken, healthy] = [await breaking(), await startServer('healthy')]
    const url = await start(broken.port, healthy.port)
    expect((await write(url)).status).toBe(502)
    expect(healthy.received).toEqual([])
    // The broken server is passed over for a while.
    expect(await (await write(url)).text()).toBe('healthy')
  })
})

test('A stream arrives piece by piece, while it is still open', async () => {
  const streaming = await startServer('streaming', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: opened\n\n')
  })
  const answer = await fetch(await start(streaming.port))
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: 'event: opened\n\n' })
  await stop(streaming)
  await expect(reader?.read()).rejects.toThrow('terminated')
})
